/* Whether a Unix socket was bound inside the sandbox.

   The kernel is asked, by the file: sock_diag(7), UNIX_DIAG_VFS gives the device and the inode of
   every bound socket of a network namespace. Names prove nothing. All of this runs in a process
   that was cloned from one thread of many: system calls only. */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

/* How the kernel itself knows a file. stat tells another device on btrfs and overlayfs. */
struct identity {
  uint64_t inode;
  uint64_t mount;
  unsigned major, minor;
};

static bool read_identity(int file, struct identity *identity) {
  struct stat status;
  if (fstat(file, &status) != 0) return false;
  *identity = (struct identity){
    .inode = status.st_ino, .major = major(status.st_dev), .minor = minor(status.st_dev)};
  char name[64] = "", text[1024];
  csandbox_name_process_file(name, file, "");
  char path[96] = "/proc/self/fdinfo/";
  memcpy(path + strlen(path), name + strlen("/proc/"), strlen(name + strlen("/proc/")) + 1);
  if (csandbox_read_text(AT_FDCWD, path, text, sizeof text) < 0) return true;
  csandbox_read_numbers(csandbox_find_line(text, "mnt_id"), 10, &identity->mount, 1);
  /* Since Linux 5.14. */
  csandbox_read_numbers(csandbox_find_line(text, "ino"), 10, &identity->inode, 1);
  return true;
}

/* Whether a mount, by its ID in mountinfo, is of a file system with this device. */
static bool is_device_of_mount(int mounts, uint64_t mount, unsigned major, unsigned minor) {
  static char text[1 << 20];
  if (lseek(mounts, 0, SEEK_SET) != 0) return false;
  size_t length = 0;
  ssize_t count;
  while (length < sizeof text - 1
         && (count = read(mounts, text + length, sizeof text - 1 - length)) > 0)
    length += (size_t)count;
  text[length] = '\0';
  for (const char *line = text; *line != '\0';) {
    uint64_t numbers[3] = {0};
    if (
      csandbox_read_numbers(line, 10, numbers, 3) == 3 && numbers[0] == mount
      && numbers[2] == major) {
      const char *colon = strchr(line, ':');
      return colon != NULL && csandbox_read_numbers(colon + 1, 10, numbers, 1) == 1
             && numbers[0] == minor;
    }
    const char *end = strchr(line, '\n');
    if (end == NULL) return false;
    line = end + 1;
  }
  return false;
}

static bool is_same_file(
  const struct identity *identity, const struct unix_diag_vfs *bound, int mounts) {
  /* The kernel gives 32 bits of the inode number, and the device in its own form. */
  if (bound->udiag_vfs_ino != (uint32_t)identity->inode) return false;
  unsigned major = bound->udiag_vfs_dev >> 20, minor = bound->udiag_vfs_dev & 0xfffff;
  return (major == identity->major && minor == identity->minor)
         || is_device_of_mount(mounts, identity->mount, major, minor);
}

/* One answer of the dump: 1 if it is the file, 0 if not, 2 at the end, or a negative errno. */
static int inspect(const struct nlmsghdr *header, const struct identity *identity, int mounts) {
  if (header->nlmsg_type == NLMSG_DONE) return 2;
  if (header->nlmsg_type == NLMSG_ERROR)
    return ((const struct nlmsgerr *)NLMSG_DATA(header))->error;
  if (header->nlmsg_type != SOCK_DIAG_BY_FAMILY) return 0;
  const char *end = (const char *)header + header->nlmsg_len;
  const char *place = (const char *)NLMSG_DATA(header) + NLMSG_ALIGN(sizeof(struct unix_diag_msg));
  while (place + sizeof(struct nlattr) <= end) {
    const struct nlattr *attribute = (const void *)place;
    if (attribute->nla_len < sizeof *attribute) return 0;
    if (
      attribute->nla_type == UNIX_DIAG_VFS
      && attribute->nla_len >= sizeof *attribute + sizeof(struct unix_diag_vfs)
      && is_same_file(identity, (const void *)(attribute + 1), mounts))
      return 1;
    place += NLA_ALIGN(attribute->nla_len);
  }
  return 0;
}

/* 1 if a socket of the namespace that `diagnosis` was opened in is bound to the file. */
static int is_bound_in(int diagnosis, const struct identity *identity, int mounts) {
  struct {
    struct nlmsghdr header;
    struct unix_diag_req request;
  } question = {
    .header =
      {.nlmsg_len = sizeof question,
       .nlmsg_type = SOCK_DIAG_BY_FAMILY,
       .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP},
    .request =
      {.sdiag_family = AF_UNIX, .udiag_states = UINT32_MAX, .udiag_show = UDIAG_SHOW_VFS},
  };
  if (send(diagnosis, &question, sizeof question, 0) < 0) return -errno;
  static union {
    struct nlmsghdr header;
    char bytes[32768];
  } answer;
  for (;;) {
    ssize_t count = recv(diagnosis, &answer, sizeof answer, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 ? -errno : 0;
    unsigned length = (unsigned)count;
    for (const struct nlmsghdr *header = &answer.header; NLMSG_OK(header, length);
         header = NLMSG_NEXT(header, length)) {
      int status = inspect(header, identity, mounts);
      if (status != 0) return status == 2 ? 0 : status;
    }
  }
}

enum csandbox_origin csandbox_origin_of(int file, const struct csandbox_view *view) {
  struct identity identity;
  if (!read_identity(file, &identity)) return CSANDBOX_OUTSIDE;
  for (size_t i = 0; i < view->diagnosis_count; i++)
    if (is_bound_in(view->diagnoses[i], &identity, view->mounts) == 1) return CSANDBOX_INSIDE;

  struct stat status;
  if (fstat(file, &status) == 0 && !S_ISSOCK(status.st_mode)) return CSANDBOX_NOT_BOUND;
  /* A socket that nobody has bound (any more) reaches nobody. To find out must not reach anyone
     either: a datagram socket is told EPROTOTYPE by a server of streams, and a server of datagrams
     does not notice that one names it. */
  int probe = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (probe < 0) return CSANDBOX_OUTSIDE;
  struct sockaddr_un name;
  csandbox_name_descriptor(&name, file);
  int is_refused =
    connect(probe, (const struct sockaddr *)&name, sizeof name) != 0 && errno == ECONNREFUSED;
  close(probe);
  return is_refused ? CSANDBOX_NOT_BOUND : CSANDBOX_OUTSIDE;
}
#endif
