/* Opens a path as another process would: from its root and working folder, through its symbolic
   links, and with /proc/self meaning that process. The result is an O_PATH descriptor, which stays
   the same file whatever happens to the path.

   openat2's RESOLVE_IN_ROOT follows none of /proc's links, and a shell's /dev/fd/3 is one of them. */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

/* The kernel's own limit (MAXSYMLINKS). */
enum { link_limit = 40, proc_root_inode = 1, rest_size = 2 * PATH_MAX };

struct walk {
  const struct csandbox_view *view;
  int folder;
  int link_count;
  char rest[rest_size];
};

static int open_step(int folder, const char *name, int flags) {
  int step = openat(folder, name, O_PATH | O_CLOEXEC | flags);
  return step < 0 ? -errno : step;
}

/* The same folder, by the same mount: a bind mount of the root elsewhere has a parent of its own. */
static bool is_root(const struct walk *walk) {
  struct statx here, root;
  unsigned mask = STATX_INO | STATX_MNT_ID;
  if (statx(walk->folder, "", AT_EMPTY_PATH, mask, &here) != 0) return false;
  if (statx(walk->view->root, "", AT_EMPTY_PATH, mask, &root) != 0) return false;
  return here.stx_ino == root.stx_ino && here.stx_dev_major == root.stx_dev_major
         && here.stx_dev_minor == root.stx_dev_minor && here.stx_mnt_id == root.stx_mnt_id;
}

static void enter(struct walk *walk, int folder) {
  close(walk->folder);
  walk->folder = folder;
}

static bool is_proc(int descriptor) {
  struct statfs system;
  return fstatfs(descriptor, &system) == 0 && system.f_type == PROC_SUPER_MAGIC;
}

/* The folder of the process in the /proc that it sees, where it has one ID for each PID namespace
   around it; which of them counts depends on who mounted that /proc. */
static int open_self(const struct walk *walk) {
  const struct csandbox_view *view = walk->view;
  for (size_t level = 0; level < view->process_id_count; level++) {
    char name[64], text[4096];
    csandbox_name_process_file(name, (pid_t)view->process_ids[level], "");
    int folder = open_step(walk->folder, name + strlen("/proc/"), O_DIRECTORY);
    if (folder < 0) continue;
    uint64_t ids[32];
    size_t count = 0, expected = view->process_id_count - level;
    if (csandbox_read_text(folder, "status", text, sizeof text) == 0)
      count = csandbox_read_numbers(csandbox_find_line(text, "NSpid"), 10, ids, 32);
    if (
      count == expected
      && memcmp(ids, view->process_ids + level, count * sizeof ids[0]) == 0)
      return folder;
    close(folder);
  }
  return -ENOENT;
}

/* Puts the target of a link in front of what is left of the path. */
static int prepend(struct walk *walk, int link) {
  if (++walk->link_count > link_limit) return -ELOOP;
  char target[PATH_MAX];
  ssize_t count = readlinkat(link, "", target, sizeof target - 1);
  if (count < 0) return -errno;
  if (count == 0) return -ENOENT;
  size_t rest = strlen(walk->rest), length = (size_t)count;
  if (length + 1 + rest + 1 > sizeof walk->rest) return -ENAMETOOLONG;
  memmove(walk->rest + length + 1, walk->rest, rest + 1);
  memcpy(walk->rest, target, length);
  walk->rest[length] = '/';
  if (rest == 0) walk->rest[length] = '\0';
  if (target[0] != '/') return 0;
  int root = open_step(walk->view->root, ".", O_DIRECTORY);
  if (root < 0) return root;
  enter(walk, root);
  return 0;
}

/* Follows `link`, an open symbolic link that is `name` in the current folder. */
static int follow(struct walk *walk, const char *name, int link) {
  if (!is_proc(link)) return prepend(walk, link);
  struct stat folder;
  if (fstat(walk->folder, &folder) != 0) return -errno;
  int next;
  if (folder.st_ino != proc_root_inode) {
    /* One of the links that lead to a file, not to a path: the kernel follows it for us. */
    if (++walk->link_count > link_limit) return -ELOOP;
    next = open_step(walk->folder, name, 0);
  } else if (strcmp(name, "self") == 0 || strcmp(name, "thread-self") == 0) {
    next = open_self(walk);
  } else {
    return prepend(walk, link);
  }
  if (next < 0) return next;
  enter(walk, next);
  return 0;
}

/* Takes the next component off the rest of the path. */
static int take_name(struct walk *walk, char name[static NAME_MAX + 1]) {
  size_t start = 0, length = 0;
  while (walk->rest[start] == '/') start++;
  while (walk->rest[start + length] != '\0' && walk->rest[start + length] != '/') length++;
  if (length > NAME_MAX) return -ENAMETOOLONG;
  memcpy(name, walk->rest + start, length);
  name[length] = '\0';
  size_t end = start + length;
  memmove(walk->rest, walk->rest + end, strlen(walk->rest + end) + 1);
  return 0;
}

static int take_step(struct walk *walk) {
  char name[NAME_MAX + 1];
  int status = take_name(walk, name);
  if (status < 0) return status;
  bool is_parent = strcmp(name, "..") == 0;
  if (is_parent && is_root(walk)) return 0;
  /* A slash at the end asks for a folder. */
  int next = name[0] == '\0'
               ? open_step(walk->folder, ".", O_DIRECTORY)
               : open_step(walk->folder, name, is_parent ? O_DIRECTORY : O_NOFOLLOW);
  if (next < 0) return next;
  struct stat found;
  if (fstat(next, &found) == 0 && S_ISLNK(found.st_mode)) {
    status = follow(walk, name, next);
    close(next);
    return status;
  }
  enter(walk, next);
  return 0;
}

int csandbox_open_as(const struct csandbox_view *view, const char *path) {
  struct walk walk = {.view = view};
  size_t length = strlen(path);
  if (length == 0) return -ENOENT;
  if (length >= sizeof walk.rest) return -ENAMETOOLONG;
  memcpy(walk.rest, path, length + 1);
  walk.folder =
    open_step(path[0] == '/' ? view->root : view->working_folder, ".", O_DIRECTORY);
  if (walk.folder < 0) return walk.folder;
  while (walk.rest[0] != '\0') {
    int status = take_step(&walk);
    if (status == 0) continue;
    close(walk.folder);
    return status;
  }
  return walk.folder;
}
#endif
