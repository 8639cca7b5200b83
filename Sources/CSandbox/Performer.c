/* Performs one call of a program in a process of its own: connecting and sending through Unix
   sockets, and whatever would block.

   The process belongs to the program's PID and user namespace and has its IDs and capabilities, so
   permissions are those of the program, and a server inside that asks who connects (SO_PEERCRED)
   hears its user. Only the process ID is another one. The build cannot trace it: it is not
   dumpable, and its memory belongs to a user namespace outside.

   The destination is opened, judged and then used by that one descriptor. To judge a path and let
   the program's call continue would not do: the kernel would look the path up again. */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/nsfs.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SIOCGSKNS
#define SIOCGSKNS 0x894C
#endif

/* --- Network namespaces in which the build has bound Unix sockets --- */

enum { network_limit = 64 };
static struct {
  ino_t inode;
  int descriptor;
} networks[network_limit];
static size_t network_count, next_network;

int csandbox_network_of(int socket) {
  int network = ioctl(socket, SIOCGSKNS);
  return network < 0 ? -errno : network;
}

int csandbox_note_network(int socket) {
  int network = csandbox_network_of(socket);
  if (network < 0) return network;
  struct stat status;
  if (fstat(network, &status) != 0) {
    close(network);
    return -errno;
  }
  for (size_t i = 0; i < network_count; i++)
    if (networks[i].inode == status.st_ino) {
      close(network);
      return 0;
    }
  /* The oldest goes: what listens there is then refused, never let through. */
  size_t place = next_network++ % network_limit;
  if (place < network_count) close(networks[place].descriptor);
  else network_count++;
  networks[place].inode = status.st_ino;
  networks[place].descriptor = network;
  return 0;
}

void csandbox_forget_networks(void) {
  for (size_t i = 0; i < network_count; i++) close(networks[i].descriptor);
  network_count = next_network = 0;
}

/* --- The result --- */

int csandbox_open_results(int *results, int *sender) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -errno;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  *results = ends[0];
  *sender = ends[1];
  return 0;
}

static _Noreturn void finish(int results, const struct csandbox_result *result) {
  /* Shorter than PIPE_BUF, so it is written whole or not at all. */
  ssize_t ignored = write(results, result, sizeof *result);
  (void)ignored;
  _exit(0);
}

static _Noreturn void fail(int results, struct csandbox_result *result, int error) {
  result->error = error;
  finish(results, result);
}

void csandbox_name_descriptor(struct sockaddr_un *name, int descriptor) {
  char digits[64];
  memset(name, 0, sizeof *name);
  name->sun_family = AF_UNIX;
  csandbox_name_process_file(digits, descriptor, "");
  static const char folder[] = "/proc/self/fd/";
  const char *number = digits + strlen("/proc/");
  memcpy(name->sun_path, folder, sizeof folder);
  memcpy(name->sun_path + sizeof folder - 1, number, strlen(number) + 1);
}

/* --- Becoming like the program --- */

static int open_process_file(pid_t thread, const char *file, int flags) {
  char name[64];
  csandbox_name_process_file(name, thread, file);
  return open(name, flags | O_CLOEXEC);
}

static bool is_same(int one, int other) {
  struct stat first, second;
  return fstat(one, &first) == 0 && fstat(other, &second) == 0
         && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

/* Enters a namespace unless this process is in it already (the kernel refuses that for users'). */
static int enter(int space, int type, const char *own) {
  int current = open(own, O_RDONLY | O_CLOEXEC);
  bool is_current = current >= 0 && is_same(current, space);
  if (current >= 0) close(current);
  return is_current || setns(space, type) == 0 ? 0 : -errno;
}

/* A netlink socket in each network namespace: the answers of a shared one would get mixed up. */
static void open_diagnoses(struct csandbox_view *view) {
  for (size_t i = 0; i < network_count; i++) {
    if (enter(networks[i].descriptor, CLONE_NEWNET, "/proc/self/ns/net") < 0) continue;
    int socket_ = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, /* NETLINK_SOCK_DIAG */ 4);
    if (socket_ >= 0) view->diagnoses[view->diagnosis_count++] = socket_;
  }
}

struct identity {
  uint64_t users[4], groups[4];
  gid_t others[256];
  size_t other_count;
  uint64_t permitted, effective;
};

static int read_identity(pid_t thread, struct identity *identity, struct csandbox_view *view) {
  static char text[16384];
  char name[64];
  csandbox_name_process_file(name, thread, "/status");
  int status = csandbox_read_text(AT_FDCWD, name, text, sizeof text);
  if (status < 0) return status;
  static uint64_t others[256];
  identity->other_count =
    csandbox_read_numbers(csandbox_find_line(text, "Groups"), 10, others, 256);
  for (size_t i = 0; i < identity->other_count; i++) identity->others[i] = (gid_t)others[i];
  view->process_id_count =
    csandbox_read_numbers(csandbox_find_line(text, "NStgid"), 10, view->process_ids, 32);
  bool is_complete =
    csandbox_read_numbers(csandbox_find_line(text, "Uid"), 10, identity->users, 4) == 4
    && csandbox_read_numbers(csandbox_find_line(text, "Gid"), 10, identity->groups, 4) == 4
    && csandbox_read_numbers(csandbox_find_line(text, "CapPrm"), 16, &identity->permitted, 1) == 1
    && csandbox_read_numbers(csandbox_find_line(text, "CapEff"), 16, &identity->effective, 1) == 1;
  return is_complete ? 0 : -ESRCH;
}

/* Raw calls: those of the C library would tell the threads that this process does not have. */
static void adopt(const struct identity *identity) {
  prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0);
  /* Where the user namespace forbids setgroups, the groups are the program's already. */
  syscall(SYS_setgroups, identity->other_count, identity->others);
  syscall(
    SYS_setresgid, identity->groups[0], identity->groups[1], identity->groups[2]);
  syscall(SYS_setresuid, identity->users[0], identity->users[1], identity->users[2]);
  syscall(SYS_setfsgid, identity->groups[3]);
  syscall(SYS_setfsuid, identity->users[3]);
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct halves[2] = {
    {.effective = (uint32_t)identity->effective, .permitted = (uint32_t)identity->permitted},
    {.effective = (uint32_t)(identity->effective >> 32),
     .permitted = (uint32_t)(identity->permitted >> 32)},
  };
  syscall(SYS_capset, &header, halves);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  /* Last, because a change of identity clears it. */
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
}

/* --- Performing --- */

static bool is_allowed(const struct csandbox_surroundings *around, int file) {
  struct stat status;
  if (fstat(file, &status) != 0) return false;
  for (int i = 0; i < around->allowed_count; i++)
    if (
      around->allowed[i].device == status.st_dev && around->allowed[i].inode == status.st_ino)
      return true;
  return false;
}

static void keep_path(struct csandbox_result *result, int file) {
  struct sockaddr_un link;
  csandbox_name_descriptor(&link, file);
  ssize_t count = readlink(link.sun_path, result->path, sizeof result->path - 1);
  result->path[count < 0 ? 0 : count] = '\0';
}

/* Opens and judges the destination. Returns the descriptor to use, or ends with the answer. */
static int open_destination(
  const struct csandbox_surroundings *around, const struct csandbox_view *view, const char *path,
  struct csandbox_result *result) {
  int file = csandbox_open_as(view, path);
  if (file < 0) fail(around->results, result, -file);
  if (is_allowed(around, file)) return file;
  switch (csandbox_origin_of(file, view)) {
  case CSANDBOX_INSIDE:
    return file;
  case CSANDBOX_NOT_BOUND:
    fail(around->results, result, ECONNREFUSED);
  case CSANDBOX_OUTSIDE:
    break;
  }
  keep_path(result, file);
  result->is_outside = 1;
  /* Who may not write to the socket is told so by the kernel. */
  struct sockaddr_un link;
  csandbox_name_descriptor(&link, file);
  int is_forbidden = faccessat(AT_FDCWD, link.sun_path, W_OK, AT_EACCESS) != 0 && errno == EACCES;
  fail(around->results, result, is_forbidden ? EACCES : ECONNREFUSED);
}

static _Noreturn void perform(
  const struct csandbox_surroundings *around, const struct csandbox_request *request,
  const struct csandbox_view *view, int socket, struct csandbox_result *result) {
  const struct csandbox_destination *destination = &request->destination;
  struct sockaddr_un name;
  const void *address = destination->bytes;
  socklen_t length = destination->length;
  if (destination->family == AF_UNIX && destination->path[0] != '\0') {
    int file = open_destination(around, view, destination->path, result);
    csandbox_name_descriptor(&name, file);
    address = &name;
    length = sizeof name;
  }
  if (request->call == CSANDBOX_SEND) {
    result->value = csandbox_send_message(request, socket, address, length);
    if (result->value < 0) fail(around->results, result, (int)-result->value);
  } else if (connect(socket, address, length) != 0) {
    fail(around->results, result, errno);
  }
  finish(around->results, result);
}

/* The first process: gathers, enters, and leaves the rest to a child, because a process enters a
   PID namespace only with its children. */
static _Noreturn void prepare(
  const struct csandbox_surroundings *around, const struct csandbox_request *request) {
  static struct csandbox_view view;
  static struct identity identity;
  static struct csandbox_result result;
  result.id = request->id;
  prctl(PR_SET_NAME, "assetkit-calls", 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  pid_t thread = request->thread;
  view.root = open_process_file(thread, "/root", O_PATH);
  view.working_folder = open_process_file(thread, "/cwd", O_PATH);
  view.mounts = open_process_file(thread, "/mountinfo", O_RDONLY);
  int processes = open_process_file(thread, "/ns/pid", O_RDONLY);
  int users = open_process_file(thread, "/ns/user", O_RDONLY);
  int owners = ioctl(processes, NS_GET_USERNS);
  int socket = csandbox_copy_socket(around->listener, request);
  if (socket < 0) fail(around->results, &result, -socket);
  if (request->call == CSANDBOX_SEND) {
    int status = csandbox_take_message(request);
    if (status < 0) fail(around->results, &result, -status);
  }
  if (owners >= 0 && enter(owners, CLONE_NEWUSER, "/proc/self/ns/user") < 0)
    fail(around->results, &result, EPERM);
  if (enter(processes, CLONE_NEWPID, "/proc/self/ns/pid") < 0)
    fail(around->results, &result, EPERM);
  open_diagnoses(&view);
  if (enter(users, CLONE_NEWUSER, "/proc/self/ns/user") < 0)
    fail(around->results, &result, EPERM);
  if (read_identity(thread, &identity, &view) < 0) fail(around->results, &result, EPERM);

  /* The child takes over this memory and this stack, while this process waits for its end: another copy
     would take as long as all the rest. */
  long child = csandbox_bare_clone(CLONE_PARENT | CLONE_VM | CLONE_VFORK);
  if (child < 0) fail(around->results, &result, EAGAIN);
  if (child > 0) _exit(0);
  adopt(&identity);
  perform(around, request, &view, socket, &result);
}

int csandbox_start(
  const struct csandbox_surroundings *around, const struct csandbox_request *request) {
  /* Our handlers must not run in the child; it keeps everything blocked. */
  sigset_t every, before;
  sigfillset(&every);
  pthread_sigmask(SIG_SETMASK, &every, &before);
  long child = csandbox_bare_clone(0);
  int status = child < 0 ? -errno : 0;
  if (child == 0) prepare(around, request);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return status;
}

void csandbox_reap_performers(void) {
  /* Only these children have no exit signal. */
  while (waitpid(-1, NULL, __WCLONE | WNOHANG) > 0) {}
}

/* --- Sockets in a network namespace of the build --- */

int csandbox_open_socket_in(int network, int family, int type) {
  int link[2];
  if (pipe2(link, O_CLOEXEC) != 0) return -errno;
  sigset_t every, before;
  sigfillset(&every);
  pthread_sigmask(SIG_SETMASK, &every, &before);
  /* The child shares our descriptors: the socket that it opens is ours. */
  long child = csandbox_bare_clone(CLONE_FILES);
  if (child == 0) {
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    int owner = ioctl(network, NS_GET_USERNS);
    int status = owner < 0 ? -errno : enter(owner, CLONE_NEWUSER, "/proc/self/ns/user");
    if (owner >= 0) close(owner);
    if (status == 0) status = enter(network, CLONE_NEWNET, "/proc/self/ns/net");
    if (status == 0) status = socket(family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (status == -1) status = -errno;
    ssize_t ignored = write(link[1], &status, sizeof status);
    (void)ignored;
    _exit(0);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (child > 0)
    while (waitpid((pid_t)child, NULL, __WCLONE) < 0 && errno == EINTR) {}
  close(link[1]);
  int result;
  if (read(link[0], &result, sizeof result) != (ssize_t)sizeof result) result = -EAGAIN;
  close(link[0]);
  return result;
}
#endif
