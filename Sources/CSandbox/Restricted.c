/* What the machine's root must not reach.

   User ID 0 of the initial user namespace owns the kernel's settings, and the kernel compares only the
   ID, not capabilities, before it lets a process write most of them: a program named in core_pattern,
   modprobe or uevent_helper is run outside every namespace. The same holds for opening a disk. So for
   such a caller, and for no other,

     /dev                a few harmless devices, in a tmpfs
     /proc               parts that are settings of the machine are read-only
     /sys and the like   are read-only

   A process that cannot write these cannot mount another instance either, because these mounts are
   locked and cover parts of them (mount_namespaces(7); mount_too_revealing in the kernel's
   fs/namespace.c). */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { path_size = 64 };

/* "<folder>/<name>": no printf here, see Guard.c. */
static const char *join(char path[static path_size], const char *folder, const char *name) {
  size_t length = strlen(folder);
  memcpy(path, folder, length);
  path[length] = '/';
  memcpy(path + length + 1, name, strlen(name) + 1);
  return path;
}

/* --- Devices --- */

#define STAGED "/proc/dev"

/* What programs open without administering the machine. tun, fuse and kvm act in the namespaces of
   the process that opens them: a tunnel leads to the loopback interface's network, no further. */
static const char *const devices[] = {
  "null", "zero", "full", "random", "urandom", "tty", "fuse", "kvm", "net/tun"};
static const struct {
  const char *name, *target;
} links[] = {
  {"fd", "/proc/self/fd"},       {"stdin", "/proc/self/fd/0"}, {"stdout", "/proc/self/fd/1"},
  {"stderr", "/proc/self/fd/2"}, {"ptmx", "pts/ptmx"},
};

/* What does not exist here need not exist inside. */
static int is_absence(int error) { return error == ENOENT || error == ENOTDIR; }

static int show_file(const char *source, const char *name) {
  char target[path_size];
  struct stat status;
  if (stat(source, &status) != 0) return is_absence(errno) ? 0 : -errno;
  int result = csandbox_write_file(join(target, STAGED, name), O_CREAT | O_EXCL, "");
  if (result < 0) return result;
  return mount(source, target, NULL, MS_BIND, NULL) == 0 ? 0 : -errno;
}

/* A new instance, because the machine's has the terminals of every user. The group of terminals has
   number 5 everywhere; where it is not mapped, they belong to the group that opened them. */
static int mount_terminals(void) {
  if (mkdir(STAGED "/pts", 0755) != 0) return -errno;
  static const char *const options[] = {
    "newinstance,ptmxmode=0666,mode=0620,gid=5", "newinstance,ptmxmode=0666,mode=0620"};
  for (size_t i = 0; i < 2; i++)
    if (mount("devpts", STAGED "/pts", "devpts", MS_NOSUID | MS_NOEXEC, options[i]) == 0) return 0;
  return -errno;
}

static int share_memory_folder(void) {
  if (mkdir(STAGED "/shm", 01777) != 0 || chmod(STAGED "/shm", 01777) != 0) return -errno;
  if (mount("/dev/shm", STAGED "/shm", NULL, MS_BIND | MS_REC, NULL) == 0) return 0;
  return is_absence(errno) ? 0 : -errno;
}

int csandbox_restrict_devices(const struct csandbox_plan *plan) {
  char path[path_size];
  if (mkdir(STAGED, 0755) != 0 || mkdir(STAGED "/net", 0755) != 0) return -errno;
  for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
    int status = show_file(join(path, "/dev", devices[i]), devices[i]);
    if (status < 0) return status;
  }
  for (size_t i = 0; i < sizeof links / sizeof links[0]; i++)
    if (symlink(links[i].target, join(path, STAGED, links[i].name)) != 0) return -errno;
  int status = mount_terminals();
  if (status == 0) status = share_memory_folder();
  if (status == 0 && plan->terminal != NULL) status = show_file(plan->terminal, "console");
  if (status < 0) return status;
  if (mount(STAGED, "/dev", NULL, MS_BIND | MS_REC, NULL) != 0) return -errno;
  for (const char *const *place = plan->device_mounts; *place != NULL; place++)
    if (mount("/dev", *place, NULL, MS_BIND | MS_REC, NULL) != 0 && !is_absence(errno))
      return -errno;
  return 0;
}

/* --- Settings of the kernel --- */

static int make_read_only(const char *path) {
  struct statfs status;
  if (statfs(path, &status) != 0) return -errno;
  /* A flag that a mount has must be repeated: the kernel has locked it. The numbers of statfs(2) are
     those of mount(2) except for relatime, which is the default. */
  unsigned long flags = (unsigned long)status.f_flags & (MS_NOSUID | MS_NODEV | MS_NOEXEC);
  flags |= (unsigned long)status.f_flags & (MS_NOATIME | MS_NODIRATIME);
  flags |= MS_REMOUNT | MS_BIND | MS_RDONLY;
  return mount(NULL, path, NULL, flags, NULL) == 0 ? 0 : -errno;
}

int csandbox_restrict_kernel(const struct csandbox_plan *plan) {
  /* What container runtimes make read-only too. */
  static const char *const settings[] = {
    "acpi", "bus", "driver", "fs", "irq", "mtrr", "scsi", "sys", "sysrq-trigger"};
  char path[path_size];
  for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
    join(path, "/proc", settings[i]);
    if (mount(path, path, NULL, MS_BIND | MS_REC, NULL) != 0) {
      if (is_absence(errno)) continue;
      return -errno;
    }
    int status = make_read_only(path);
    if (status < 0) return status;
  }
  for (const char *const *place = plan->kernel_mounts; *place != NULL; place++) {
    int status = make_read_only(*place);
    /* No mount point any more: something is mounted over a folder above it. */
    if (status < 0 && status != -EINVAL && !is_absence(-status)) return status;
  }
  for (const char *const *place = plan->process_mounts; *place != NULL; place++)
    if (mount("/proc", *place, NULL, MS_BIND | MS_REC, NULL) != 0 && !is_absence(errno))
      return -errno;
  return 0;
}

/* --- Capabilities --- */

#ifndef CAP_AUDIT_WRITE
#define CAP_AUDIT_WRITE 29
#endif
#ifndef CAP_SETFCAP
#define CAP_SETFCAP 31
#endif

/* The capabilities that a program of the build may have, all of them only over what its own user
   namespace owns: not over the guard's network, PID, IPC or UTS namespace.

     files of any user             CHOWN DAC_OVERRIDE FOWNER FSETID SETFCAP: make install, tar, dpkg
     other users                   SETUID SETGID SETPCAP KILL: su, apt, databases in test suites
     mounts, chroot, namespaces    SYS_ADMIN SYS_CHROOT
     debuggers                     SYS_PTRACE
     networks that it makes        NET_ADMIN NET_RAW NET_BIND_SERVICE, also because the kernel does not
                                   execute a file with one of these as a file capability (ping)
                                   without it (capabilities(7))
     without effect                MKNOD AUDIT_WRITE: container runtimes leave these to builds too */
static const int kept_capabilities[] = {
  CAP_CHOWN,      CAP_DAC_OVERRIDE, CAP_FOWNER,     CAP_FSETID,    CAP_SETFCAP,
  CAP_SETUID,     CAP_SETGID,       CAP_SETPCAP,    CAP_KILL,      CAP_SYS_ADMIN,
  CAP_SYS_CHROOT, CAP_SYS_PTRACE,   CAP_NET_ADMIN,  CAP_NET_RAW,   CAP_NET_BIND_SERVICE,
  CAP_MKNOD,      CAP_AUDIT_WRITE,
};

int csandbox_limit_capabilities(void) {
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++) {
    int is_kept = 0;
    for (size_t i = 0; i < sizeof kept_capabilities / sizeof kept_capabilities[0]; i++)
      if (kept_capabilities[i] == capability) is_kept = 1;
    if (!is_kept && prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0) return -errno;
  }
  return 0;
}
#endif
