/* The weaker mode, for machines that forbid namespaces: a guard and a command like those of Guard.c,
   in the namespaces of the caller. The supervisor decides about every socket, see PlainFilter.c. */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Numbers that older <sys/syscall.h> lack; the same on every architecture. */
enum { close_range_number = 436, close_range_unshare = 2 };

static _Noreturn void refuse(int control, enum csandbox_stage stage, int status) {
  struct csandbox_message message = {
    .event = CSANDBOX_REFUSED, .stage = (int32_t)stage, .value = -status};
  csandbox_send(control, &message);
  _exit(1);
}

static void wait_for_go(int control) {
  enum csandbox_order order;
  int value;
  if (csandbox_read_order(control, &order, &value) != 0 || order != CSANDBOX_GO) _exit(1);
}

/* --- The command, from clone to exec --- */

/* What a build as root needs, and no more: what administers networks, devices, debuggers or the kernel
   would lead out of here. A plain user has nothing to lose. */
static void drop_capabilities(void) {
  static const int kept[] = {
    CAP_CHOWN,  CAP_DAC_OVERRIDE, CAP_FOWNER,  CAP_FSETID,           CAP_SETFCAP,   CAP_SETUID,
    CAP_SETGID, CAP_SETPCAP,      CAP_KILL,    CAP_NET_BIND_SERVICE, CAP_SYS_CHROOT};
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++) {
    bool is_kept = false;
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
      if (kept[i] == capability) is_kept = true;
    if (!is_kept) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  }
}

static void tell(int link, int value) {
  struct csandbox_step step = {.stage = 0, .value = value};
  if (write(link, &step, sizeof step) != (ssize_t)sizeof step) _exit(127);
}

static _Noreturn void become_command(
  const struct csandbox_plan *plan, int link, const sigset_t *signal_mask) {
  /* Neither Landlock nor a filter can be had without it, and no set-user-ID program can undo them. */
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    csandbox_fail_step(link, CSANDBOX_STAGE_FILTER, -errno);
  drop_capabilities();
  int version = csandbox_restrict_by_landlock();
  tell(link, version);
  int listener = csandbox_install_plain_filter(version > 0);
  if (listener < 0) csandbox_fail_step(link, CSANDBOX_STAGE_FILTER, listener);

  /* The guard shares this process's descriptors until now, so it has the listener too: copying it by
     pidfd_getfd is what some containers forbid, and sendmsg would wait for the supervisor. */
  tell(link, listener);
  char go;
  if (read(link, &go, 1) != 1) _exit(127);
  if (syscall(close_range_number, ~0U, ~0U, close_range_unshare) != 0)
    csandbox_fail_step(link, CSANDBOX_STAGE_LISTENER, -errno);
  tell(link, 0);
  csandbox_prepare_command(plan, link);
  csandbox_execute(plan, link, signal_mask);
}

/* --- The guard --- */

static int await_step(int control, int link) {
  struct csandbox_step step;
  if (read(link, &step, sizeof step) != (ssize_t)sizeof step)
    refuse(control, CSANDBOX_STAGE_FILTER, -ECHILD);
  if (step.stage != 0) refuse(control, (enum csandbox_stage)step.stage, step.value);
  return step.value;
}

/* Kills the children that the kernel lists (proc_tid_children(5)). */
static bool kill_children(void) {
  int descriptor = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  char text[4096];
  pid_t number = 0;
  for (ssize_t count; (count = read(descriptor, text, sizeof text)) > 0;)
    for (ssize_t i = 0; i < count; i++) {
      if (text[i] >= '0' && text[i] <= '9') {
        number = number * 10 + (text[i] - '0');
      } else if (number > 0) {
        kill(number, SIGKILL);
        number = 0;
      }
    }
  close(descriptor);
  return true;
}

/* A subreaper gets the children of each child that it kills, until there are none. */
static _Noreturn void end_everything(pid_t command) {
  do {
    if (!kill_children()) {
      kill(command, SIGKILL);
      break;
    }
  } while (waitpid(-1, NULL, 0) > 0 || errno == EINTR);
  _exit(0);
}

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
      int status;
      for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
        if (pid != command) continue;
        struct csandbox_message message = {.event = CSANDBOX_ENDED, .value = status};
        csandbox_send(control, &message);
        is_running = false;
      }
    }
    if (polled[0].revents != 0) {
      enum csandbox_order order;
      int value;
      if (csandbox_read_order(control, &order, &value) != 0 || order == CSANDBOX_FINISH) return;
      if (order == CSANDBOX_SIGNAL && is_running) kill(command, value);
    }
  }
}

_Noreturn void csandbox_plain_guard(
  const struct csandbox_plan *plan, int control, const void *signal_mask) {
  prctl(PR_SET_NAME, "assetkit-guard", 0, 0, 0);
  wait_for_go(control);
  if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) refuse(control, CSANDBOX_STAGE_EXEC, -errno);

  sigset_t child_signal;
  sigemptyset(&child_signal);
  sigaddset(&child_signal, SIGCHLD);
  int children = signalfd(-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK);
  int link[2];
  if (children < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, link) != 0)
    refuse(control, CSANDBOX_STAGE_EXEC, -errno);
  pid_t command = (pid_t)csandbox_bare_clone(CLONE_FILES | SIGCHLD);
  if (command < 0) refuse(control, CSANDBOX_STAGE_EXEC, -errno);
  if (command == 0) become_command(plan, link[1], signal_mask);

  struct csandbox_message ready = {
    .event = CSANDBOX_READY, .descriptors = {-1, -1, -1, -1, -1}};
  ready.value = await_step(control, link[0]);
  ready.descriptors.listener = await_step(control, link[0]);
  if (csandbox_send(control, &ready) != 0) _exit(1);
  wait_for_go(control);
  if (write(link[0], "g", 1) != 1) _exit(1);
  await_step(control, link[0]);
  /* A pipe ends when its last writer is gone, so nothing of the supervisor's or the command's stays. */
  csandbox_close_others(plan, (int[]){control, children, link[0], -1}, -1);

  struct csandbox_step failure;
  if (read(link[0], &failure, sizeof failure) == (ssize_t)sizeof failure)
    refuse(control, (enum csandbox_stage)failure.stage, failure.value);
  close(link[0]);
  watch(control, children, command);
  end_everything(command);
}
#endif
