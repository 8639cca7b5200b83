#include "Private.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int watched[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
enum { watched_count = sizeof watched / sizeof watched[0] };

static struct sigaction previous[watched_count];
static int ends[2] = {-1, -1};
static int depth = 0;

/* The handler only writes; if the pipe is full, the loop already has signals to read. */
static void on_signal(int number, siginfo_t *info, void *context) {
  (void)context;
  int saved = errno;
  struct csandbox_signal signal = {.number = (uint8_t)number};
#if defined(SI_KERNEL)
  signal.is_from_terminal = info != NULL && info->si_code == SI_KERNEL;
#else
  signal.is_from_terminal = info != NULL && info->si_pid == 0;
#endif
  ssize_t ignored = write(ends[1], &signal, sizeof signal);
  (void)ignored;
  errno = saved;
}

int csandbox_watch_signals(void) {
  if (depth++ > 0) return ends[0];
  if (pipe(ends) != 0) {
    depth = 0;
    return -errno;
  }
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(ends[i], F_SETFL, O_NONBLOCK);
  }
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < watched_count; i++) {
    sigaction(watched[i], NULL, &previous[i]);
    if (previous[i].sa_handler != SIG_IGN) sigaction(watched[i], &action, NULL);
  }
  return ends[0];
}

void csandbox_unwatch_signals(void) {
  if (--depth > 0) return;
  for (int i = 0; i < watched_count; i++) sigaction(watched[i], &previous[i], NULL);
  close(ends[0]);
  close(ends[1]);
}

void csandbox_die_of_signal(int number) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
  kill(getpid(), number);
}
