#define _GNU_SOURCE
#include "CFileCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <stdint.h>
#include <sys/syscall.h>

// linux/openat2.h, spelled out: the header is newer than some of the C libraries in use.
struct open_how_v0 {
  uint64_t flags, mode, resolve;
};
enum { resolve_no_magiclinks = 0x02, resolve_no_symlinks = 0x04, resolve_beneath = 0x08 };
#ifndef SYS_openat2
#define SYS_openat2 437
#endif

int file_calls_open_beneath(int directory, const char *path, int flags, unsigned mode) {
  struct open_how_v0 how = {
      .flags = (uint64_t)(unsigned)flags,
      .mode = mode,
      .resolve = resolve_no_magiclinks | resolve_no_symlinks | resolve_beneath,
  };
  long result = syscall(SYS_openat2, directory, path, &how, sizeof how);
  // Old container runtimes return EPERM for calls that they do not know.
  if (result < 0 && errno == EPERM) errno = ENOSYS;
  return (int)result;
}

int file_calls_rename_exclusively(int from, const char *old_name, int to, const char *new_name) {
  return renameat2(from, old_name, to, new_name, RENAME_NOREPLACE);
}

int file_calls_exchange(int a, const char *a_name, int b, const char *b_name) {
  return renameat2(a, a_name, b, b_name, RENAME_EXCHANGE);
}

int file_calls_open_unnamed(int directory, unsigned mode) {
  return openat(directory, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
}

int file_calls_link_unnamed(int file, int directory, const char *name) {
  // Through /proc, because AT_EMPTY_PATH requires a capability on older kernels.
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  return linkat(AT_FDCWD, path, directory, name, AT_SYMLINK_FOLLOW);
}

#else

int file_calls_open_beneath(int directory, const char *path, int flags, unsigned mode) {
  (void)directory, (void)path, (void)flags, (void)mode;
  errno = ENOSYS;
  return -1;
}

int file_calls_rename_exclusively(int from, const char *old_name, int to, const char *new_name) {
  return renameatx_np(from, old_name, to, new_name, RENAME_EXCL);
}

int file_calls_exchange(int a, const char *a_name, int b, const char *b_name) {
  return renameatx_np(a, a_name, b, b_name, RENAME_SWAP);
}

int file_calls_open_unnamed(int directory, unsigned mode) {
  (void)directory, (void)mode;
  errno = ENOTSUP;
  return -1;
}

int file_calls_link_unnamed(int file, int directory, const char *name) {
  (void)file, (void)directory, (void)name;
  errno = ENOTSUP;
  return -1;
}

#endif
