/* Clones the guard. */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

/* The signal mask that this program was started with. Each thread has its own mask, and threads of
   the Swift runtime block almost everything, including SIGTERM; a command must not inherit that. */
static sigset_t mask_at_start;

/* Signals that were ignored when this program started, by nohup for one. The command ignores these
   too, but not those that this program ignores by itself. */
static sigset_t ignored_at_start;

__attribute__((constructor)) static void keep_signals(void) {
  pthread_sigmask(SIG_SETMASK, NULL, &mask_at_start);
  sigemptyset(&ignored_at_start);
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN)
      sigaddset(&ignored_at_start, number);
  }
}

int csandbox_clone(const struct csandbox_plan *plan, int *pid, int *control) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -errno;

  /* Otherwise the child could run our handlers, which write into our pipe. Before it unblocks
     signals, it restores each to what it was when this program started. */
  sigset_t every, before;
  sigfillset(&every);
  pthread_sigmask(SIG_SETMASK, &every, &before);

  /* In one call, because a process with threads cannot enter a user namespace later. */
  unsigned long flags =
    CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | SIGCHLD;
  if (plan->hostname != NULL || plan->domain != NULL) flags |= CLONE_NEWUTS;
  if (plan->is_plain) flags = SIGCHLD;
  long child = csandbox_bare_clone(flags);
  int status = child < 0 ? -errno : 0;
  if (child == 0) {
    for (int number = 1; number < NSIG; number++) {
      struct sigaction action;
      if (sigaction(number, NULL, &action) != 0) continue;
      if (action.sa_handler == SIG_DFL || sigismember(&ignored_at_start, number)) continue;
      action = (struct sigaction){.sa_handler = SIG_DFL};
      sigaction(number, &action, NULL);
    }
    close(ends[0]);
    if (plan->is_plain) csandbox_plain_guard(plan, ends[1], &mask_at_start);
    csandbox_guard(plan, ends[1], &mask_at_start);
  }

  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(ends[1]);
  if (status < 0) {
    close(ends[0]);
    return status;
  }
  *pid = (int)child;
  *control = ends[0];
  return 0;
}
#endif
