/* Directory listings in reverse: what a build must not depend on is the order of a file system's
   entries. The supervisor answers getdents64 itself, so it works on every file system, for static
   programs too. */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* struct linux_dirent64 of getdents(2); the name follows. The same for 32-bit programs. */
struct entry {
  uint64_t inode;
  int64_t offset;
  uint16_t length;
  uint8_t type;
};
enum { entry_header = 19, buffer_size = 1 << 16, max_entries = buffer_size / 24 };

static struct entry entry_at(const uint8_t *place) {
  struct entry entry;
  memcpy(&entry.inode, place, 8);
  memcpy(&entry.offset, place + 8, 8);
  memcpy(&entry.length, place + 16, 2);
  entry.type = place[18];
  return entry;
}

/* Reverses the entries of one answer. An entry's offset says where the next one begins, and so it
   belongs to the place and not to the entry: the last must be where the next answer begins. */
size_t csandbox_reverse_entries(const uint8_t *from, size_t count, uint8_t *to) {
  static _Thread_local uint16_t starts[max_entries];
  size_t number = 0;
  for (size_t at = 0; at + entry_header <= count && number < max_entries;) {
    struct entry entry = entry_at(from + at);
    if (entry.length < entry_header || at + entry.length > count) break;
    starts[number++] = (uint16_t)at;
    at += entry.length;
  }
  size_t written = 0;
  for (size_t i = 0; i < number; i++) {
    const uint8_t *source = from + starts[number - 1 - i];
    struct entry entry = entry_at(source);
    memcpy(to + written, source, entry.length);
    memcpy(to + written + 8, from + starts[i] + 8, 8);
    written += entry.length;
  }
  return number;
}

int csandbox_answer_listing(int listener, const struct csandbox_request *request) {
  static _Thread_local uint8_t listed[buffer_size], reversed[buffer_size];
  /* Descriptors share the position, so what is read here is what the program would have read. */
  int folder = csandbox_copy_socket(listener, request);
  if (folder < 0) return csandbox_allow(listener, request->id);
  size_t size = request->buffer_length < buffer_size ? request->buffer_length : buffer_size;
  long count = syscall(SYS_getdents64, folder, listed, size);
  int error = count < 0 ? errno : 0;
  close(folder);
  if (count < 0) return csandbox_answer(listener, request->id, 0, error);
  size_t number = csandbox_reverse_entries(listed, (size_t)count, reversed);
  struct iovec from = {.iov_base = reversed, .iov_len = (size_t)count};
  struct iovec to = {.iov_base = (void *)(uintptr_t)request->buffer, .iov_len = (size_t)count};
  if (count > 0 && process_vm_writev(request->thread, &from, 1, &to, 1, 0) != count)
    return csandbox_answer(listener, request->id, 0, EFAULT);
  int status = csandbox_answer(listener, request->id, count, 0);
  return status < 0 ? status : number > 1;
}
#endif
