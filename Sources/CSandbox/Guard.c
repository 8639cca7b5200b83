/* The guard: first process of the namespaces, parent of the command, reaper of orphans.

   It is cloned from one thread of a process with many, so nothing here may allocate, lock, print
   or run handlers of the C library: system calls and memory on the stack, no more. For the same
   reason every text was prepared by the supervisor. */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
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
static int wait_for_go(int control) {
  enum csandbox_order order;
  int value;
  if (csandbox_read_order(control, &order, &value) != 0 || order != CSANDBOX_GO) _exit(1);
  return value;
}

/* --- The command, from clone to exec --- */

/* Waits for the child's next step and gives its value. */
static int await_step(int control, int link) {
  struct csandbox_step step;
  if (read(link, &step, sizeof step) != (ssize_t)sizeof step)
    refuse(control, CSANDBOX_STAGE_INNER, -ECHILD);
  if (step.stage != 0) refuse(control, (enum csandbox_stage)step.stage, step.value);
  return step.value;
}

/* "/proc/<number>/<name>": no printf here. */
static void name_map(char path[static 32], int number, const char *name) {
  char digits[12];
  int count = 0;
  do digits[count++] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  memcpy(path, "/proc/", 6);
  path += 6;
  while (count > 0) *path++ = digits[--count];
  *path++ = '/';
  memcpy(path, name, strlen(name) + 1);
}

/* The child cannot do this: mapping several IDs takes a capability over the outer user namespace. */
static void give_identity(const struct csandbox_plan *plan, int map, int control, int link) {
  int child = await_step(control, link);
  char path[32];
  name_map(path, child, "uid_map");
  int status = csandbox_write_file(path, 0, plan->user_maps[map]);
  name_map(path, child, "gid_map");
  if (status == 0) status = csandbox_write_file(path, 0, plan->group_maps[map]);
  if (status < 0) refuse(control, CSANDBOX_STAGE_INNER, status);
  if (write(link, "m", 1) != 1) _exit(1);
}

/* Waits for the child's filter and takes a copy of its listener. */
static int fetch_listener(int control, pid_t child, int link) {
  int number = await_step(control, link);
  int handle = (int)syscall(SYS_pidfd_open, child, 0);
  if (handle < 0) refuse(control, CSANDBOX_STAGE_LISTENER, -errno);
  int listener = (int)syscall(SYS_pidfd_getfd, handle, number, 0);
  if (listener < 0) refuse(control, CSANDBOX_STAGE_LISTENER, -errno);
  close(handle);
  return listener;
}

/* --- The guard itself --- */

/* Closes its copies of what the supervisor and the command have: a pipe ends when its last writer is
   gone. */
static void keep_own_descriptors(
  const struct csandbox_plan *plan, const int own[static 3],
  const struct csandbox_descriptors *sent) {
  /* The structure is a list of numbers (see Messages.c), -1 for none. */
  enum { sent_count = sizeof *sent / sizeof(int) };
  int kept[3 + sent_count + 1], all[sent_count], count = 0;
  memcpy(all, sent, sizeof all);
  for (int i = 0; i < 3; i++) kept[count++] = own[i];
  for (int i = 0; i < sent_count; i++)
    if (all[i] >= 0) kept[count++] = all[i];
  kept[count] = -1;
  csandbox_close_others(plan, kept, -1);
}

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
  int map = wait_for_go(control);

  struct csandbox_message ready = {
    .event = CSANDBOX_READY, .descriptors = {-1, -1, -1, -1, -1}};
  int status;
  if ((status = csandbox_detach_mounts()) < 0) refuse(control, CSANDBOX_STAGE_MOUNTS, status);
  if ((status = csandbox_raise_loopback()) < 0) refuse(control, CSANDBOX_STAGE_LOOPBACK, status);
  if ((status = csandbox_open_resolver(&ready.descriptors)) < 0)
    refuse(control, CSANDBOX_STAGE_RESOLVER, status);
  if ((status = csandbox_overlay(plan)) < 0) refuse(control, CSANDBOX_STAGE_OVERLAY, status);
  if ((status = csandbox_vary_namespaces(plan)) < 0)
    refuse(control, CSANDBOX_STAGE_HOSTNAME, status);
  ready.has_foreign_proc = csandbox_mount_proc() < 0;
  if (plan->ping_groups != NULL) csandbox_open_low_ports(plan->ping_groups[map]);
  if (plan->is_machine_root && (status = csandbox_restrict_kernel(plan)) < 0)
    refuse(control, CSANDBOX_STAGE_RESTRICTION, status);

  sigset_t child_signal;
  sigemptyset(&child_signal);
  sigaddset(&child_signal, SIGCHLD);
  int children = signalfd(-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK);
  int link[2];
  if (children < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, link) != 0)
    refuse(control, CSANDBOX_STAGE_INNER, -errno);
  pid_t command = (pid_t)csandbox_bare_clone(CLONE_NEWUSER | CLONE_NEWNS | SIGCHLD);
  if (command < 0) refuse(control, CSANDBOX_STAGE_INNER, -errno);
  if (command == 0) {
    /* With our copy of the guard's end open, the link would not show that the guard has died. */
    close(link[0]);
    csandbox_become_command(plan, link[1], signal_mask);
  }
  close(link[1]);
  keep_own_descriptors(plan, (int[]){control, children, link[0]}, &ready.descriptors);
  give_identity(plan, map, control, link[0]);
  ready.descriptors.listener = fetch_listener(control, command, link[0]);
  if (csandbox_send(control, &ready) != 0) _exit(1);
  wait_for_go(control);
  /* The namespaces keep the command out of this process already. Not earlier, or the supervisor of a
     plain user could not look at it, nor this process at the child, which takes this over. */
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  if (write(link[0], "g", 1) != 1) _exit(1);
  /* The guard must not keep the filter alive or hold the resolver's sockets. */
  const struct csandbox_descriptors *sent = &ready.descriptors;
  close(sent->listener);
  close(sent->udp4);
  close(sent->tcp4);
  if (sent->udp6 >= 0) close(sent->udp6);
  if (sent->tcp6 >= 0) close(sent->tcp6);

  struct csandbox_step failure;
  if (read(link[0], &failure, sizeof failure) == (ssize_t)sizeof failure)
    refuse(control, (enum csandbox_stage)failure.stage, failure.value);
  close(link[0]);
  watch(control, children, command);
  _exit(0);
}
#endif
