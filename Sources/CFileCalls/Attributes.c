#define _GNU_SOURCE
#include "CFileCalls.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __APPLE__
#include <copyfile.h>

static int copy_extended(int from, int to) {
  return fcopyfile(from, to, NULL, COPYFILE_ACL | COPYFILE_XATTR);
}

#else
#include <sys/xattr.h>

static int copy_one(int from, int to, const char *name) {
  ssize_t size = fgetxattr(from, name, NULL, 0);
  if (size < 0) return -1;
  char *value = malloc(size > 0 ? (size_t)size : 1);
  if (value == NULL) return -1;
  size = fgetxattr(from, name, value, (size_t)size);
  int result = size < 0 ? -1 : fsetxattr(to, name, value, (size_t)size, 0);
  free(value);
  // The system labels new folders itself and may not allow us to.
  if (result != 0 && strncmp(name, "security.", 9) == 0) return 0;
  return result;
}

static int copy_extended(int from, int to) {
  ssize_t size = flistxattr(from, NULL, 0);
  if (size <= 0) return size == 0 || errno == ENOTSUP ? 0 : -1;
  char *names = malloc((size_t)size);
  if (names == NULL) return -1;
  size = flistxattr(from, names, (size_t)size);
  int result = size < 0 ? -1 : 0;
  for (char *name = names; result == 0 && name < names + size; name += strlen(name) + 1) {
    result = copy_one(from, to, name);
  }
  free(names);
  return result;
}
#endif

int file_calls_copy_attributes(int from, int to) {
  struct stat old, new;
  if (fstat(from, &old) != 0 || fstat(to, &new) != 0) return -1;
  if (old.st_uid != new.st_uid || old.st_gid != new.st_gid) {
    if (fchown(to, old.st_uid, old.st_gid) != 0) return -1;
  }
  if (copy_extended(from, to) != 0) return -1;
  if (fchmod(to, old.st_mode & 07777) != 0) return -1;
#ifdef __APPLE__
  struct timespec times[2] = {old.st_atimespec, old.st_mtimespec};
#else
  struct timespec times[2] = {old.st_atim, old.st_mtim};
#endif
  return futimens(to, times);
}
