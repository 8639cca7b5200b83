/* The command, from clone to exec. Like the guard (Guard.c), it makes only system calls. */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

_Noreturn void csandbox_fail_step(int link, enum csandbox_stage stage, int status) {
  struct csandbox_step step = {.stage = (int32_t)stage, .value = status};
  ssize_t ignored = write(link, &step, sizeof step);
  (void)ignored;
  _exit(127);
}

/* Reports a step and waits until the guard has done its part of it. */
static void take_step(int link, int value) {
  struct csandbox_step step = {.stage = 0, .value = value};
  char go;
  if (write(link, &step, sizeof step) != (ssize_t)sizeof step || read(link, &go, 1) != 1)
    _exit(127);
}

/* This process's ID in the PID namespace that /proc shows, which is not always its own. */
static int number_in_proc(void) {
  char text[16];
  ssize_t length = readlink("/proc/self", text, sizeof text);
  int number = 0;
  for (ssize_t i = 0; i < length; i++) number = number * 10 + (text[i] - '0');
  return number;
}

static void close_from_to(int first, int last, int highest) {
  if (syscall(SYS_close_range, first, last, 0) == 0) return;
  /* Before Linux 5.9. */
  for (int descriptor = first; descriptor <= last && descriptor <= highest; descriptor++)
    close(descriptor);
}

void csandbox_close_others(const struct csandbox_plan *plan, const int *kept, int other) {
  /* Those opened since are few and the lowest that were free. */
  int highest = plan->highest_descriptor + 16;
  for (int first = STDERR_FILENO + 1;;) {
    int next = other >= first ? other : INT_MAX;
    for (const int *next_kept = kept; *next_kept >= 0; next_kept++)
      if (*next_kept >= first && *next_kept < next) next = *next_kept;
    if (next > first) close_from_to(first, next == INT_MAX ? INT_MAX : next - 1, highest);
    if (next == INT_MAX) return;
    first = next + 1;
  }
}

void csandbox_prepare_command(const struct csandbox_plan *plan, int link) {
  if (chdir(plan->directory) != 0) csandbox_fail_step(link, CSANDBOX_STAGE_DIRECTORY, -errno);
  csandbox_vary_process(plan);
  /* In this order, because output may be what is standard error until then, but not the reverse. */
  for (int stream = 0; stream < 3; stream++)
    if (plan->standard[stream] != stream && dup2(plan->standard[stream], stream) < 0)
      csandbox_fail_step(link, CSANDBOX_STAGE_EXEC, -errno);
  /* Not only what is marked to be closed by exec: a library need not have marked its own. */
  csandbox_close_others(plan, plan->kept_descriptors, link);
}

_Noreturn void csandbox_execute(const struct csandbox_plan *plan, int link, const void *signal_mask) {
  sigprocmask(SIG_SETMASK, signal_mask, NULL);
  /* As execvp does: a file that may not be executed is remembered, and the search continues. */
  int status = -ENOENT;
  for (const char *const *path = plan->executables; *path != NULL; path++) {
    execve(*path, plan->arguments, plan->environment);
    if (errno == ENOENT || errno == ENOTDIR) continue;
    status = -errno;
    if (errno != EACCES) break;
  }
  csandbox_fail_step(link, CSANDBOX_STAGE_EXEC, status);
}

_Noreturn void csandbox_become_command(
  const struct csandbox_plan *plan, int link, const void *signal_mask) {
  /* The guard writes the maps of this process's user namespace meanwhile. */
  take_step(link, number_in_proc());

  csandbox_prepare_command(plan, link);
  int status = csandbox_limit_capabilities();
  if (status < 0) csandbox_fail_step(link, CSANDBOX_STAGE_INNER, status);

  /* From here on connect and send* of this process wait for the supervisor, which does not have
     the listener yet. It cannot be sent over a socket, because sendmsg itself would wait. So
     the guard copies it: only its number goes through the link, by write. */
  int listener = csandbox_install_filter(plan->is_listing_reversed);
  if (listener < 0) csandbox_fail_step(link, CSANDBOX_STAGE_FILTER, listener);
  take_step(link, listener);
  close(listener);

  csandbox_execute(plan, link, signal_mask);
}
#endif
