/* The parts of `assetkit offline` that Swift cannot do: everything between clone and exec, a signal
   handler, and the ioctls of seccomp's user notification. Decisions are taken in OfflineKit; the
   functions here do one thing each and return 0 (or a value >= 0) or a negative errno.

   How the parts are connected:

     assetkit (the supervisor, outside)
       |  control: a SOCK_SEQPACKET pair
     guard (first process of new user, network, mount, PID and IPC namespaces; Guard.c)
       |  clone
     the command, in user and mount namespaces of its own below the guard's, behind a seccomp
     filter whose listener the supervisor holds (Command.c)

   What the guard has set up is out of the command's reach even when the command is root: the kernel
   locks every mount that a mount namespace takes over from one of a more privileged user namespace
   (mount_namespaces(7)), and a process has no capability over a namespace that an outer user
   namespace owns, nor over a process in one (user_namespaces(7), ptrace(2)).

   When the command ends, the guard ends, and the kernel kills everything else in its PID
   namespace: no daemon survives, and no output pipe stays open. */
#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <stdint.h>

/* Signals.c: SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1 and SIGUSR2 become readable. */

/* One delivered signal. */
struct csandbox_signal {
  uint8_t number;
  /* 1: it came from a key of the terminal, so the command, in the same foreground process group,
     received it too. 0: another process sent it, to us alone. */
  uint8_t is_from_terminal;
};

/* Starts watching and returns a non-blocking descriptor of `struct csandbox_signal`. Signals that
   the caller of the program ignores (nohup) stay ignored. One thread at a time; a nested
   watch gets the same descriptor. */
int csandbox_watch_signals(void);
/* Ends a watch; the outermost restores the handlers and closes the descriptor. */
void csandbox_unwatch_signals(void);
/* Ends this process the way `number` would have ended it without a handler. */
void csandbox_die_of_signal(int number);

/* Processes.c */

/* The environment, as `main` receives it. */
char **csandbox_environment(void);
/* 1 where the C library has the locale, 0 where not. */
int csandbox_has_locale(const char *name);
/* Decodes a wait status: stores the exit status and returns 0, or the signal and returns 1. */
int csandbox_ended_by_signal(int wait_status, int *number);

#if defined(__linux__)

/* The parameters of a sandbox. Everything pointed at must live until csandbox_clone returns: the
   child has its own copy of memory from then on. Lists of strings end with NULL. */
struct csandbox_plan {
  /* Full paths that are tried in turn, as execvp would: the first that exists is run. */
  const char *const *executables;
  char *const *arguments;
  char *const *environment;
  const char *directory;
  /* The host name; NULL keeps the host's. */
  const char *hostname;
  /* Files with different contents inside; those that do not exist are skipped. */
  const char *const *overlay_paths;
  const char *const *overlay_texts;
  /* Files that are empty inside: sockets of processes that could use the network for the build. */
  const char *const *masked_paths;
  /* The ID maps of the command's user namespace, one for each map that the guard's may get. */
  const char *const *user_maps;
  const char *const *group_maps;
  /* The descriptors that become standard input, output and error. */
  int standard[3];
  /* Other descriptors that the command inherits, in ascending order; -1 ends the list. */
  const int *kept_descriptors;
  /* No descriptor that the supervisor has open is above this. */
  int highest_descriptor;
  /* The umask, or -1 to keep it. */
  int file_creation_mask;
  /* For a caller that may use ports below 1024 and ping: the value of net.ipv4.ping_group_range for
     each of the maps. NULL for any other. */
  const char *const *ping_groups;
  /* 1: the caller has the user ID of the machine's root, to whom kernel settings and devices belong.
     Restricted.c then protects these; 0: their permissions do. */
  int is_machine_root;
  /* Mount points of kernel file systems: read-only inside for the machine's root. */
  const char *const *kernel_mounts;
  /* Other mount points of /dev and of /proc, which show the restricted ones for the machine's root. */
  const char *const *device_mounts;
  const char *const *process_mounts;
  /* The terminal of the standard streams, which is /dev/console inside a restricted /dev; or NULL. */
  const char *terminal;
};

/* Clones the guard into its namespaces. It waits for csandbox_tell(control, CSANDBOX_GO, map) after
   its user and group maps are written, where `map` is which of the plan's maps the command gets; and
   for another CSANDBOX_GO after it has reported CSANDBOX_READY.

   Before that second order the guard can be inspected through /proc by the supervisor; after it, only
   by the machine's root. */
int csandbox_clone(const struct csandbox_plan *plan, int *pid, int *control);
/* Waits for `pid` and gives its wait status. */
int csandbox_wait(int pid, int *wait_status);

/* The type of the file system that the open file is in: a magic number of statfs(2). */
int64_t csandbox_file_system(int descriptor);

enum csandbox_order {
  CSANDBOX_GO = 'g',
  CSANDBOX_SIGNAL = 's',
  CSANDBOX_FINISH = 'f',
};
/* Sends an order to the guard; `value` is the signal for CSANDBOX_SIGNAL. */
int csandbox_tell(int control, enum csandbox_order order, int value);

enum csandbox_event {
  /* The filter is in place and the descriptors are in the message; the command has not begun. */
  CSANDBOX_READY = 1,
  /* Setting up failed at `stage` with errno `value`. */
  CSANDBOX_REFUSED,
  /* The command ended with wait status `value`. */
  CSANDBOX_ENDED,
  /* The guard has ended (end of file on the control socket). */
  CSANDBOX_GONE,
};
enum csandbox_stage {
  CSANDBOX_STAGE_MOUNTS = 1,
  CSANDBOX_STAGE_LOOPBACK,
  CSANDBOX_STAGE_RESOLVER,
  CSANDBOX_STAGE_OVERLAY,
  CSANDBOX_STAGE_RESTRICTION,
  CSANDBOX_STAGE_HOSTNAME,
  CSANDBOX_STAGE_INNER,
  CSANDBOX_STAGE_FILTER,
  CSANDBOX_STAGE_LISTENER,
  CSANDBOX_STAGE_DIRECTORY,
  CSANDBOX_STAGE_EXEC,
};
/* Sockets on port 53 of the namespace's loopback; -1 where there is no IPv6. */
struct csandbox_descriptors {
  int listener;
  int udp4, tcp4;
  int udp6, tcp6;
};
struct csandbox_message {
  int32_t event;
  int32_t stage;
  int32_t value;
  /* 1: /proc could not be remounted, so process IDs there are those of the host. */
  int32_t has_foreign_proc;
  struct csandbox_descriptors descriptors;
};
/* Receives one message from the guard; blocks until there is one. */
int csandbox_receive(int control, struct csandbox_message *message);

/* Notification.c: one system call that waits for the supervisor's answer. */

enum csandbox_call {
  CSANDBOX_CONNECT = 1,
  CSANDBOX_SEND,
  CSANDBOX_SOCKET,
};
/* An address as the program gave it. Ports and addresses in network order. */
struct csandbox_destination {
  uint16_t family;
  uint16_t port;
  uint8_t address[16];
  /* AF_UNIX: the path, always terminated; empty for an abstract or unnamed socket. */
  char path[109];
};
#define CSANDBOX_MAX_DESTINATIONS 16
struct csandbox_request {
  uint64_t id;
  int32_t thread;
  int32_t call;
  int32_t socket;
  /* CSANDBOX_SOCKET: the address family that was asked for. */
  int32_t family;
  /* 1: reading the program's memory is forbidden, so nothing is known of the destination. */
  int32_t is_unreadable;
  int32_t destination_count;
  struct csandbox_destination destinations[CSANDBOX_MAX_DESTINATIONS];
};
/* Takes one notification; -ENOENT if the program has died meanwhile (nothing to answer).

   It reads what the program has in memory at this moment. Another of its threads can change that
   before the kernel reads it, so this only *reports*; the namespace is what blocks the network. */
int csandbox_next_request(int listener, struct csandbox_request *request);
/* Lets the system call continue. */
int csandbox_allow(int listener, const struct csandbox_request *request);
/* Makes the system call fail with `error`, an errno. */
int csandbox_deny(int listener, const struct csandbox_request *request, int error);
/* Makes the system call return `result` without taking place: 0 or a negative errno. */
int csandbox_answer(int listener, const struct csandbox_request *request, int result);
/* Redirect.c: connects the TCP socket of a notified connect of `process` to `port` of its loopback
   and answers the call. Returns the port that it is connected from, or a negative errno with the
   call unanswered. */
int csandbox_redirect(
  int listener, const struct csandbox_request *request, int process, uint16_t port);
/* The protocol (IPPROTO_TCP, IPPROTO_UDP, ...) of `socket` in process `pid`. */
int csandbox_socket_protocol(int pid, int socket);

#endif
#endif
