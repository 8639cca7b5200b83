/* Where the guard begins. */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

/* The mask that this program was started with. A mask is a thread's own, and threads that the Swift
   runtime makes block almost everything, SIGTERM too; a command must not inherit that. */
static sigset_t mask_at_start;

/* What was ignored when this program started: nohup's wish passes on to a command, ours does not. */
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

  /* The child would otherwise run our handlers, into our pipe. It sets every signal back before it
     unblocks, to what it was when we were started. */
  sigset_t every, before;
  sigfillset(&every);
  pthread_sigmask(SIG_SETMASK, &every, &before);

  /* All in one call: a user namespace cannot be entered later by a process with threads. */
  unsigned long flags = CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWPID | SIGCHLD;
  if (plan->hostname != NULL) flags |= CLONE_NEWUTS;
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
