/* The guard: first process of the namespaces, parent of the command, reaper of orphans.

   It is cloned from one thread of a process with many, so nothing here may allocate, lock, print
   or run handlers of the C library: system calls and memory on the stack, no more. For the same
   reason every text was prepared by the supervisor. */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Numbers that older <sys/syscall.h> lack; the same on every architecture. */
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif

static _Noreturn void refuse(int control, enum csandbox_stage stage, int status) {
  struct csandbox_message message = {
    .event = CSANDBOX_REFUSED, .stage = (int32_t)stage, .value = -status};
  csandbox_send(control, &message);
  _exit(1);
}

/* The guard dies with the supervisor: nobody else answers the filter's notifications. */
static void wait_for_go(int control) {
  enum csandbox_order order;
  int value;
  if (csandbox_read_order(control, &order, &value) != 0 || order != CSANDBOX_GO) _exit(1);
}

/* --- The command, from clone to exec --- */

/* What the child failed to do; end of file without a message means that the command runs. */
struct failure {
  int32_t stage;
  int32_t status;
};

static _Noreturn void fail(int link, enum csandbox_stage stage, int status) {
  struct failure failure = {.stage = (int32_t)stage, .status = status};
  ssize_t ignored = write(link, &failure, sizeof failure);
  (void)ignored;
  _exit(127);
}

static _Noreturn void become_command(
  const struct csandbox_plan *plan, int link, const sigset_t *signal_mask) {
  if (chdir(plan->directory) != 0) fail(link, CSANDBOX_STAGE_DIRECTORY, -errno);
  if (plan->file_creation_mask >= 0) umask((mode_t)plan->file_creation_mask);
  if (plan->output != STDOUT_FILENO && dup2(plan->output, STDOUT_FILENO) < 0)
    fail(link, CSANDBOX_STAGE_EXEC, -errno);
  for (const int *descriptor = plan->closed_descriptors; *descriptor >= 0; descriptor++)
    close(*descriptor);

  /* From here on connect and send* of this process wait for the supervisor, which does not have
     the listener yet. It cannot be sent over a socket, because sendmsg itself would wait. So
     the guard copies it: only its number goes through the link, by write. */
  int listener = csandbox_install_filter();
  if (listener < 0) fail(link, CSANDBOX_STAGE_FILTER, listener);
  struct failure number = {.stage = 0, .status = listener};
  char go;
  if (write(link, &number, sizeof number) != (ssize_t)sizeof number || read(link, &go, 1) != 1)
    _exit(127);
  close(listener);

  sigprocmask(SIG_SETMASK, signal_mask, NULL);
  /* As execvp does: a file that may not be executed is remembered, and the search continues. */
  int status = -ENOENT;
  for (const char *const *path = plan->executables; *path != NULL; path++) {
    execve(*path, plan->arguments, plan->environment);
    if (errno == ENOENT || errno == ENOTDIR) continue;
    status = -errno;
    if (errno != EACCES) break;
  }
  fail(link, CSANDBOX_STAGE_EXEC, status);
}

/* Waits for the child's filter and takes a copy of its listener. */
static int fetch_listener(int control, pid_t child, int link) {
  struct failure number;
  ssize_t count = read(link, &number, sizeof number);
  if (count != (ssize_t)sizeof number) refuse(control, CSANDBOX_STAGE_FILTER, -ECHILD);
  if (number.stage != 0)
    refuse(control, (enum csandbox_stage)number.stage, number.status);
  int handle = (int)syscall(SYS_pidfd_open, child, 0);
  if (handle < 0) refuse(control, CSANDBOX_STAGE_LISTENER, -errno);
  int listener = (int)syscall(SYS_pidfd_getfd, handle, number.status, 0);
  if (listener < 0) refuse(control, CSANDBOX_STAGE_LISTENER, -errno);
  close(handle);
  return listener;
}

/* --- The guard itself --- */

/* Reaps processes that have ended; reports the command's end, once. */
static bool reap(int control, pid_t command) {
  bool has_command_ended = false;
  int status;
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
    if (pid != command) continue;
    struct csandbox_message message = {.event = CSANDBOX_ENDED, .value = status};
    csandbox_send(control, &message);
    has_command_ended = true;
  }
  return has_command_ended;
}

/* Leaving this loop ends the guard, and with it everything in the PID namespace. */
static void watch(int control, int children, pid_t command) {
  bool is_running = true;
  for (;;) {
    struct pollfd polled[2] = {
      {.fd = control, .events = POLLIN}, {.fd = children, .events = POLLIN}};
    if (poll(polled, 2, -1) < 0 && errno != EINTR) return;
    if (polled[1].revents != 0) {
      struct signalfd_siginfo info;
      ssize_t ignored = read(children, &info, sizeof info);
      (void)ignored;
      if (reap(control, command)) is_running = false;
    }
    if (polled[0].revents != 0) {
      enum csandbox_order order;
      int value;
      if (csandbox_read_order(control, &order, &value) != 0) return;
      if (order == CSANDBOX_FINISH) return;
      if (order == CSANDBOX_SIGNAL && is_running) kill(command, value);
    }
  }
}

_Noreturn void csandbox_guard(
  const struct csandbox_plan *plan, int control, const void *signal_mask) {
  prctl(PR_SET_NAME, "assetkit-guard", 0, 0, 0);
  wait_for_go(control);

  struct csandbox_message ready = {
    .event = CSANDBOX_READY, .descriptors = {-1, -1, -1, -1, -1}};
  int status;
  if ((status = csandbox_detach_mounts()) < 0) refuse(control, CSANDBOX_STAGE_MOUNTS, status);
  if ((status = csandbox_raise_loopback()) < 0) refuse(control, CSANDBOX_STAGE_LOOPBACK, status);
  if ((status = csandbox_open_resolver(&ready.descriptors)) < 0)
    refuse(control, CSANDBOX_STAGE_RESOLVER, status);
  if ((status = csandbox_overlay(plan)) < 0) refuse(control, CSANDBOX_STAGE_OVERLAY, status);
  ready.has_foreign_proc = csandbox_mount_proc() < 0;
  if (plan->hostname != NULL && sethostname(plan->hostname, strlen(plan->hostname)) != 0)
    refuse(control, CSANDBOX_STAGE_HOSTNAME, -errno);

  sigset_t child_signal;
  sigemptyset(&child_signal);
  sigaddset(&child_signal, SIGCHLD);
  int children = signalfd(-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK);
  int link[2];
  if (children < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, link) != 0)
    refuse(control, CSANDBOX_STAGE_EXEC, -errno);
  pid_t command = (pid_t)csandbox_bare_clone(SIGCHLD);
  if (command < 0) refuse(control, CSANDBOX_STAGE_EXEC, -errno);
  if (command == 0) {
    /* With our copy of the guard's end open, the link would not show that the guard has died. */
    close(link[0]);
    become_command(plan, link[1], signal_mask);
  }
  close(link[1]);

  ready.descriptors.listener = fetch_listener(control, command, link[0]);
  if (csandbox_send(control, &ready) != 0) _exit(1);
  wait_for_go(control);
  if (write(link[0], "g", 1) != 1) _exit(1);
  /* The guard must not keep the filter alive or hold the resolver's sockets. */
  const struct csandbox_descriptors *sent = &ready.descriptors;
  close(sent->listener);
  close(sent->udp4);
  close(sent->tcp4);
  if (sent->udp6 >= 0) close(sent->udp6);
  if (sent->tcp6 >= 0) close(sent->tcp6);

  struct failure failure;
  if (read(link[0], &failure, sizeof failure) == (ssize_t)sizeof failure)
    refuse(control, (enum csandbox_stage)failure.stage, failure.status);
  close(link[0]);
  watch(control, children, command);
  _exit(0);
}
#endif
