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

#include <stddef.h>
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
/* A file, as stat gives it. */
struct csandbox_file {
  uint64_t device;
  uint64_t inode;
};
/* Finds a Unix socket. Returns 0 or a negative errno, -ENOTSOCK for another file. `descriptor` keeps
   the file's number from being given to another; it is -1 where a socket cannot be opened (macOS). */
int csandbox_find_socket(const char *path, struct csandbox_file *file, int *descriptor);
/* Decodes a wait status: stores the exit status and returns 0, or the signal and returns 1. */
int csandbox_ended_by_signal(int wait_status, int *number);

#if defined(__linux__)

/* What the command's process saw of its environment immediately before exec. The strings are those
   of uname(2), with their closing zeros. */
struct csandbox_observation {
  int32_t is_made;
  int32_t process;
  int32_t user;
  int32_t processors;
  int32_t file_creation_mask;
  uint32_t personality;
  /* Those of bound_targets that could be replaced. */
  int32_t bound_files;
  char hostname[65];
  char domain[65];
  char release[65];
};

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
  /* The ID maps of the command's user namespace, one for each map that the guard's may get. */
  const char *const *user_maps;
  const char *const *group_maps;
  /* The descriptors that become standard input, output and error. */
  int standard[3];
  /* Other descriptors that the command inherits; -1 ends the list. */
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
  /* 1: without namespaces, see Plain.c; what they would change stays as it is. */
  int is_plain;
  /* The NIS domain name; NULL keeps the host's. */
  const char *domain;
  /* Files that are other files of the host inside; where one cannot be, it stays. */
  const char *const *bound_targets;
  const char *const *bound_sources;
  /* The process ID that the namespace counts from; 0 for its beginning. */
  int last_process;
  /* The most processors that the command may use; 0 for all. */
  int processors;
  /* Flags of personality(2) that are added. */
  unsigned long personality;
  /* Not 0: directories are listed in reverse, by csandbox_answer_listing. */
  int is_listing_reversed;
  /* Memory that is shared with the guard's descendants, or NULL. */
  struct csandbox_observation *observation;
};

/* The number of processors that this process may use. */
int csandbox_processor_count(void);

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
  CSANDBOX_BIND,
  CSANDBOX_LISTEN,
  /* An ioctl that puts characters into the input of a terminal. */
  CSANDBOX_TYPE,
  /* A request_key that has the kernel run a program outside. */
  CSANDBOX_UPCALL,
  CSANDBOX_LIST,
};
/* An IPv6 address, or an IPv4 address and zeros. */
typedef uint8_t csandbox_address[16];
/* An address as the program gave it. Ports and addresses in network order. */
struct csandbox_destination {
  /* AF_UNSPEC where there is no address, or one of a family that is not interpreted. */
  uint16_t family;
  uint16_t port;
  uint8_t address[16];
  /* AF_UNIX: the path, always terminated; empty for an abstract or unnamed socket. */
  char path[109];
  /* All of it, as the kernel would read it: struct sockaddr_storage at most. */
  uint32_t length;
  uint8_t bytes[128];
};
struct csandbox_request {
  uint64_t id;
  int32_t thread;
  int32_t call;
  int32_t socket;
  /* SOCKET: the address family. LISTEN: the backlog. SEND: the flags. */
  int32_t argument;
  /* An errno if the arguments could not be read. EFAULT and EINVAL are the program's fault, and what
     the kernel would answer; any other means that reading its memory is forbidden. */
  int32_t error;
  /* SEND: how many messages csandbox_read_message can read. */
  uint32_t message_count;
  /* Of connect and bind; of a send, its first message's. */
  struct csandbox_destination destination;
  /* The rest is for CSandbox itself. */
  int32_t entry;
  int32_t is_32_bit;
  uint64_t header;
  /* LIST: where the program wants the entries of the folder that `socket` is. */
  uint64_t buffer, buffer_length;
};
/* Makes answers faster where the kernel can. */
void csandbox_tune_listener(int listener);
/* 1 if a notification waits to be taken. */
int csandbox_has_request(int listener);
/* Takes one notification; -ENOENT if the program has died meanwhile (nothing to answer).

   It reads what the program has in memory at this moment. Another of its threads can change that
   before the kernel reads it, so a call that is allowed to continue is only *reported*. */
int csandbox_next_request(int listener, struct csandbox_request *request);
/* 1 while the program waits for the answer. */
int csandbox_is_waiting(int listener, const struct csandbox_request *request);
/* Reads the destination of one message of a send; 0 or a negative errno. */
int csandbox_read_message(
  const struct csandbox_request *request, uint32_t index,
  struct csandbox_destination *destination);
/* Lets the system call continue. */
int csandbox_allow(int listener, uint64_t id);
/* Ends the system call: with `error`, an errno, or with `value` if that is 0. */
int csandbox_answer(int listener, uint64_t id, int64_t value, int error);

/* Program.c: closes what was kept open of programs that asked. */
void csandbox_forget_programs(void);

/* InternetCalls.c: calls that are performed for the program, on a copy of its socket. */

/* A copy of the socket that the call names, to be closed by the caller, or a negative errno; -ENOENT
   if the program has died. */
int csandbox_copy_socket(int listener, const struct csandbox_request *request);
/* An option of SOL_SOCKET that is an int, or a negative errno. */
int csandbox_socket_option(int socket, int name);
/* The port in host order that a socket is bound to; 0 if none. */
int csandbox_local_port(int socket);
/* Connects `socket`, a copy of a program's, to an address that is not AF_UNIX. It decides nothing: the
   caller has judged `destination`, whose bytes are used as they are. The program's blocking mode is
   respected without blocking the caller. Returns 0 or the negative errno that the program must get,
   or -EAGAIN if the program's socket is in blocking mode and the connection takes longer; then
   csandbox_start performs the rest. */
int csandbox_connect(int socket, const struct csandbox_destination *destination);
/* Redirect.c: connects `socket`, a copy of a program's for TCP, to `port` of its loopback instead, as
   csandbox_connect does. */
int csandbox_redirect(int socket, uint16_t port);
/* Performs listen(2) and gives the port; -EAFNOSUPPORT: not an internet socket, nothing was done. */
int csandbox_listen(int socket, int backlog, int *port);
/* Performs bind(2) of a datagram socket to any port, and gives the port. -EAFNOSUPPORT: nothing was
   done, and the call should continue; `port` is what a datagram socket asked for, or 0. */
int csandbox_bind(int socket, const struct csandbox_destination *destination, int *port);

/* Loopback.c */

/* Binds a socket to port 53 of an address, and listens if it is for streams. */
int csandbox_serve_names(int descriptor, const struct csandbox_destination *destination);
/* Raises the loopback interface of a socket's network namespace. */
int csandbox_raise_loopback_of(int socket);

/* Performer.c: a call that is performed in a process of its own, with the program's identity. */

/* What a performer needs to know; it lives at least until csandbox_start returns. */
struct csandbox_surroundings {
  int listener;
  /* The writing end of a pipe of `struct csandbox_result`. */
  int results;
  /* Unix sockets outside that may be used. */
  const struct csandbox_file *allowed;
  int allowed_count;
};
/* Makes the pipe of results; only its reading end is non-blocking. */
int csandbox_open_results(int *results, int *sender);
/* How a call ended, for csandbox_answer. */
struct csandbox_result {
  uint64_t id;
  int64_t value;
  int32_t error;
  /* 1: it was refused because the socket at `path` belongs to a process outside. */
  int32_t is_outside;
  char path[1024];
};
/* Starts performing a connect, or a send on a Unix datagram socket. A Unix socket that was not bound
   in one of the noted network namespaces is refused, unless it is allowed or nobody is bound to it.
   The result is written to the pipe; a negative errno if there will be none. */
int csandbox_start(
  const struct csandbox_surroundings *around, const struct csandbox_request *request);
/* Collects performers that have ended. */
void csandbox_reap_performers(void);
/* Remembers the network namespace of a Unix socket that is about to be bound. */
int csandbox_note_network(int socket);
/* Closes the noted network namespaces. */
void csandbox_forget_networks(void);
/* The network namespace of a socket, as a descriptor, or a negative errno. */
int csandbox_network_of(int socket);
/* Opens a non-blocking socket in a network namespace; the descriptor or a negative errno. */
int csandbox_open_socket_in(int network, int family, int type);

/* Plain.c, PlainFilter.c, PlainCalls.c: without namespaces. The guard's CSANDBOX_READY has the version
   of Landlock as `value`, 0 where there is none, and no descriptor but the listener. */

enum csandbox_plain_kind {
  CSANDBOX_PLAIN_SOCKET = 1,
  CSANDBOX_PLAIN_CONNECT,
  CSANDBOX_PLAIN_BIND,
  CSANDBOX_PLAIN_LISTEN,
  CSANDBOX_PLAIN_SENDTO,
  CSANDBOX_PLAIN_SENDMSG,
  CSANDBOX_PLAIN_SETSOCKOPT,
  CSANDBOX_PLAIN_GETSOCKNAME,
  CSANDBOX_PLAIN_GETPEERNAME,
};
struct csandbox_plain_call {
  uint64_t id;
  int32_t thread;
  int32_t call;
  /* An errno if the program's memory could not be read. */
  int32_t error;
  /* Of a send. */
  int32_t flags;
  uint64_t arguments[6];
  /* The destination, if the call has one; of several messages, the first that has one. */
  uint32_t address_length;
  uint8_t address[128];
};
/* Takes one notification; -ENOENT if the program has died meanwhile. */
int csandbox_next_plain_call(int listener, struct csandbox_plain_call *call);
/* Ends the call: with `error`, an errno, or with `value` if that is 0. */
int csandbox_answer_plain(int listener, uint64_t id, int64_t value, int error);
/* Lets the call continue. */
int csandbox_continue_plain(int listener, uint64_t id);
/* Ends a socket call with a copy of `socket`, with the descriptor flags (O_CLOEXEC). */
int csandbox_give_socket(int listener, uint64_t id, int socket, int flags);
/* Connects within a second; 0 or a negative errno. */
int csandbox_connect_plain(int socket, const void *address, uint32_t length);
/* Opens a file of any kind without its contents (O_PATH); a negative errno. */
int csandbox_open_place(const char *path);
/* The version of Landlock that this kernel has; 0 for none. */
int csandbox_landlock_version(void);
/* Gives an address to a program as getsockname does, with pointers to it and to its length. */
int csandbox_give_address(
  int thread, uint64_t pointer, uint64_t length_pointer, const void *address, uint32_t length);
/* Reads a program's memory; 0 or a negative errno. */
int csandbox_read_memory(int thread, uint64_t address, void *bytes, uint32_t count);
/* Listing.c: answers LIST with the entries in reverse. Returns 1 if their order was changed, 0 if not,
   or a negative errno. */
int csandbox_answer_listing(int listener, const struct csandbox_request *request);
/* Copies the entries of one answer of getdents64 in reverse; returns their number. */
size_t csandbox_reverse_entries(const uint8_t *from, size_t count, uint8_t *to);

#endif
#endif
