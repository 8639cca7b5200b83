#include "Private.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <sys/vfs.h>
#endif
#if defined(__APPLE__)
#include <crt_externs.h>
#include <xlocale.h>
#endif

char **csandbox_environment(void) {
#if defined(__APPLE__)
  return *_NSGetEnviron();
#else
  return environ;
#endif
}

int csandbox_has_locale(const char *name) {
  locale_t locale = newlocale(LC_ALL_MASK, name, (locale_t)0);
  if (locale == (locale_t)0) return 0;
  freelocale(locale);
  return 1;
}

int csandbox_find_socket(const char *path, struct csandbox_file *file, int *descriptor) {
  struct stat status;
  *descriptor = -1;
#if defined(__linux__)
  int opened = open(path, O_PATH | O_CLOEXEC);
  if (opened < 0) return -errno;
  int error = fstat(opened, &status) != 0 ? errno : 0;
#else
  int error = stat(path, &status) != 0 ? errno : 0;
#endif
  if (error == 0 && !S_ISSOCK(status.st_mode)) error = ENOTSOCK;
#if defined(__linux__)
  if (error == 0) *descriptor = opened;
  else close(opened);
#endif
  if (error != 0) return -error;
  *file = (struct csandbox_file){.device = (uint64_t)status.st_dev, .inode = status.st_ino};
  return 0;
}

int csandbox_ended_by_signal(int wait_status, int *number) {
  int is_signal = WIFSIGNALED(wait_status);
  *number = is_signal ? WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
  return is_signal;
}

#if defined(__linux__)
/* No new stack: as with fork, both continue from here, each with its own memory. */
long csandbox_bare_clone(unsigned long flags) {
#if defined(__s390__) || defined(__CRIS__)
  return syscall(SYS_clone, 0, flags, 0, 0, 0);
#else
  return syscall(SYS_clone, flags, 0, 0, 0, 0);
#endif
}

int64_t csandbox_file_system(int descriptor) {
  struct statfs status;
  if (fstatfs(descriptor, &status) != 0) return -errno;
  return (int64_t)(uint32_t)status.f_type;
}

/* The guard's PID namespace ends only when every process in it is collected, and performers, which are
   in it, are children of this thread. So all are collected until the guard comes. */
int csandbox_wait(int pid, int *wait_status) {
  for (;;) {
    int status;
    pid_t ended = waitpid(-1, &status, __WALL | __WNOTHREAD);
    if (ended == pid) {
      *wait_status = status;
      return 0;
    }
    if (ended < 0 && errno != EINTR) return -errno;
  }
}
#endif
