/* A program that waits in a notified system call: its memory and its descriptors. */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif

int csandbox_copy_in(pid_t thread, uint64_t address, void *bytes, size_t count) {
  struct iovec here = {.iov_base = bytes, .iov_len = count};
  struct iovec there = {.iov_base = (void *)(uintptr_t)address, .iov_len = count};
  ssize_t copied = process_vm_readv(thread, &here, 1, &there, 1, 0);
  /* Unmapped memory is not an attempt: the program gets EFAULT, as from the kernel. */
  return copied == (ssize_t)count ? 0 : copied < 0 ? -errno : -EFAULT;
}

int csandbox_copy_out(pid_t thread, uint64_t address, const void *bytes, size_t count) {
  struct iovec here = {.iov_base = (void *)bytes, .iov_len = count};
  struct iovec there = {.iov_base = (void *)(uintptr_t)address, .iov_len = count};
  ssize_t copied = process_vm_writev(thread, &here, 1, &there, 1, 0);
  return copied == (ssize_t)count ? 0 : copied < 0 ? -errno : -EFAULT;
}

/* The threads that asked last, with a handle of each: a program that makes many connections is
   opened once. A handle never means another thread: when its own has ended, it fails with ESRCH. */
enum { handle_count = 16 };
static struct {
  pid_t thread;
  int handle;
} handles[handle_count];

static int open_handle(pid_t thread) {
  /* PIDFD_THREAD, Linux 6.9: a thread may have a table of descriptors of its own. */
  int handle = (int)syscall(SYS_pidfd_open, thread, O_EXCL);
  if (handle < 0 && errno == EINVAL) {
    pid_t process = csandbox_process_of(thread);
    handle = (int)syscall(SYS_pidfd_open, process > 0 ? process : thread, 0);
  }
  return handle < 0 ? -errno : handle;
}

static int renew(size_t place, pid_t thread) {
  if (handles[place].thread != 0) close(handles[place].handle);
  handles[place].thread = 0;
  int handle = open_handle(thread);
  if (handle < 0) return handle;
  handles[place].thread = thread;
  handles[place].handle = handle;
  return 0;
}

int csandbox_copy_descriptor(pid_t thread, int descriptor) {
  size_t place = (size_t)thread % handle_count;
  for (int is_fresh = 0;; is_fresh = 1) {
    if (is_fresh || handles[place].thread != thread) {
      int status = renew(place, thread);
      if (status < 0) return status;
      is_fresh = 1;
    }
    int copy = (int)syscall(SYS_pidfd_getfd, handles[place].handle, descriptor, 0);
    if (copy >= 0) return copy;
    if (errno != ESRCH || is_fresh) return -errno;
  }
}

void csandbox_forget_programs(void) {
  for (size_t place = 0; place < handle_count; place++) {
    if (handles[place].thread != 0) close(handles[place].handle);
    handles[place].thread = 0;
  }
}

/* --- /proc/PID/status, without the C library: also read in a process cloned from many threads --- */

const char *csandbox_find_line(const char *text, const char *key) {
  for (const char *line = text; *line != '\0'; line++) {
    const char *end = key;
    while (*end != '\0' && *line == *end) line++, end++;
    if (*end == '\0' && *line == ':') return line + 1;
    while (*line != '\0' && *line != '\n') line++;
    if (*line == '\0') break;
  }
  return NULL;
}

size_t csandbox_read_numbers(const char *line, unsigned base, uint64_t *numbers, size_t limit) {
  size_t count = 0;
  while (line != NULL && count < limit) {
    while (*line == ' ' || *line == '\t') line++;
    uint64_t number = 0;
    const char *start = line;
    for (;; line++) {
      unsigned digit = *line >= '0' && *line <= '9'   ? (unsigned)(*line - '0')
                       : *line >= 'a' && *line <= 'f' ? (unsigned)(*line - 'a') + 10
                                                      : 99;
      if (digit >= base) break;
      number = number * base + digit;
    }
    if (line == start) break;
    numbers[count++] = number;
  }
  return count;
}

void csandbox_name_process_file(char name[static 64], pid_t process, const char *file) {
  char digits[12];
  size_t count = 0, length = 0;
  unsigned rest = (unsigned)process;
  do digits[count++] = (char)('0' + rest % 10);
  while ((rest /= 10) > 0);
  for (const char *head = "/proc/"; *head != '\0'; head++) name[length++] = *head;
  while (count > 0) name[length++] = digits[--count];
  while (*file != '\0' && length < 63) name[length++] = *file++;
  name[length] = '\0';
}

int csandbox_read_text(int folder, const char *name, char *text, size_t size) {
  int file = openat(folder, name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -errno;
  size_t length = 0;
  ssize_t count;
  while (length < size - 1 && (count = read(file, text + length, size - 1 - length)) > 0)
    length += (size_t)count;
  close(file);
  text[length] = '\0';
  return 0;
}

pid_t csandbox_process_of(pid_t thread) {
  char name[64], text[4096];
  uint64_t process = 0;
  csandbox_name_process_file(name, thread, "/status");
  if (csandbox_read_text(AT_FDCWD, name, text, sizeof text) < 0) return -1;
  return csandbox_read_numbers(csandbox_find_line(text, "Tgid"), 10, &process, 1) == 1
           ? (pid_t)process
           : -1;
}
#endif
