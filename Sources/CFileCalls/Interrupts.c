#define _GNU_SOURCE
#include "CFileCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

// Read by the handler at any instant: the count is set last and cleared first.
static atomic_int current_count;
static atomic_int current_directory = -1;
static int current_parent;
static char current_name[64];

/// Calls only what a signal handler may call (signal-safety(7)).
static void remove_and_die(int number) {
  int count = atomic_load(&current_count);
  int directory = atomic_load(&current_directory);
  for (int file = 1; file <= count; file++) {
    char digits[12];
    char *name = digits + sizeof digits;
    *--name = 0;
    for (int rest = file; rest > 0; rest /= 10) *--name = (char)('0' + rest % 10);
    unlinkat(directory, name, 0);
  }
  if (count > 0) unlinkat(current_parent, current_name, AT_REMOVEDIR);
  signal(number, SIG_DFL);
  raise(number);
}

static void handle(int number) {
  struct sigaction old;
  if (sigaction(number, NULL, &old) != 0 || old.sa_handler != SIG_DFL) return;
  struct sigaction new = {.sa_handler = remove_and_die, .sa_flags = SA_NODEFER};
  sigemptyset(&new.sa_mask);
  sigaction(number, &new, NULL);
}

void file_calls_interrupt_remove(int directory, int parent, const char *name, int count) {
  if (strlen(name) >= sizeof current_name) return;
  if (atomic_load(&current_directory) != directory) {
    atomic_store(&current_count, 0);
    current_parent = parent;
    strcpy(current_name, name);
    atomic_store(&current_directory, directory);
  }
  atomic_store(&current_count, count);
  handle(SIGINT);
  handle(SIGTERM);
  handle(SIGHUP);
  handle(SIGQUIT);
}

void file_calls_interrupt_forget(int directory) {
  if (atomic_load(&current_directory) != directory) return;
  atomic_store(&current_count, 0);
  atomic_store(&current_directory, -1);
}

static atomic_int noted;
// Arguments of kill(2): a process, or a negated group; 0 is a free slot.
static atomic_int children[64];
enum { child_count = sizeof children / sizeof *children };

/// A signal handler too.
void file_calls_note_interrupt(int number) {
  int saved = errno;
  int way = atomic_exchange(&noted, number) != 0 ? SIGKILL : SIGTERM;
  for (int slot = 0; slot < child_count; slot++) {
    int child = atomic_load(&children[slot]);
    if (child != 0) kill(child, way);
  }
  errno = saved;
}

int file_calls_noted_interrupt(void) { return atomic_load(&noted); }

void file_calls_raise_noted_interrupt(void) {
  int number = atomic_exchange(&noted, 0);
  if (number == 0) return;
  // Threads that run tasks block signals, so a signal raised there would never be delivered.
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
  raise(number);
}

int file_calls_add_child(int child) {
  for (int slot = 0; slot < child_count; slot++) {
    int free = 0;
    if (!atomic_compare_exchange_strong(&children[slot], &free, child)) continue;
    // A signal between the child's start and now has not reached it.
    if (atomic_load(&noted) != 0) kill(child, SIGTERM);
    return slot;
  }
  return -1;
}

void file_calls_remove_child(int slot) { atomic_store(&children[slot], 0); }

int file_calls_ignores(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}
