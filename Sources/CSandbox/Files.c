/* The file system of the command: the host's, with a few files mounted over. */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

/* Our mounts must not be visible outside; later mounts of the host may be visible inside. */
int csandbox_detach_mounts(void) {
  return mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) == 0 ? 0 : -errno;
}

/* "/proc/aa", "/proc/ab", ...: no printf here, see Guard.c. */
static void name_file(char name[static 9], unsigned number) {
  memcpy(name, "/proc/aa", 9);
  name[6] = (char)('a' + number / 26 % 26);
  name[7] = (char)('a' + number % 26);
}

int csandbox_write_file(const char *path, int flags, const char *text) {
  int descriptor = open(path, O_WRONLY | O_CLOEXEC | flags, 0644);
  if (descriptor < 0) return -errno;
  size_t rest = strlen(text);
  while (rest > 0) {
    ssize_t count = write(descriptor, text, rest);
    if (count < 0) {
      int status = -errno;
      close(descriptor);
      return status;
    }
    text += count;
    rest -= (size_t)count;
  }
  close(descriptor);
  return 0;
}

static int cover(const char *path, const char *text, unsigned number) {
  char name[9];
  name_file(name, number);
  int status = csandbox_write_file(name, O_CREAT | O_EXCL, text);
  if (status < 0) return status;
  if (mount(name, path, NULL, MS_BIND, NULL) == 0) return 0;
  /* A path that does not exist needs no mount. */
  return errno == ENOENT || errno == ENOTDIR || errno == EACCES ? 0 : -errno;
}

static int cover_all(const struct csandbox_plan *plan) {
  unsigned number = 0;
  int status = 0;
  for (size_t i = 0; status == 0 && plan->overlay_paths[i] != NULL; i++)
    status = cover(plan->overlay_paths[i], plan->overlay_texts[i], number++);
  return status;
}

/* The replacement files are in a small tmpfs that is mounted for a moment over /proc (a folder that
   every system has, and that is about to be remounted). Bind mounts of its files keep the tmpfs
   alive after it is unmounted there, so nothing is written to disk. */
int csandbox_overlay(const struct csandbox_plan *plan) {
  mode_t mask = umask(022);
  int status = 0;
  if (mount("assetkit", "/proc", "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=755") != 0)
    status = -errno;
  if (status == 0) {
    status = cover_all(plan);
    if (status == 0 && plan->is_machine_root) status = csandbox_restrict_devices(plan);
    if (umount2("/proc", MNT_DETACH) != 0 && status == 0) status = -errno;
  }
  umask(mask);
  return status;
}

/* A new PID namespace needs its own /proc. Where a container runtime hides parts of /proc, the
   kernel refuses to mount it; the old one then stays, with the host's process IDs. */
int csandbox_mount_proc(void) {
  return mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) == 0 ? 0 : -errno;
}
#endif
