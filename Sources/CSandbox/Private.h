/* Declarations shared by the parts of CSandbox; not visible to Swift. */
#ifndef CSANDBOX_PRIVATE_H
#define CSANDBOX_PRIVATE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CSandbox.h"

#if defined(__linux__)
#include <stddef.h>
#include <sys/socket.h>
#include <sys/types.h>

/* Guard.c: the life of the first process in the namespaces. */
_Noreturn void csandbox_guard(const struct csandbox_plan *plan, int control, const void *signal_mask);

/* Command.c: the child of the guard, from clone to exec. It tells the guard through `link` what it has
   done, and each time waits for a byte from it. */
struct csandbox_step {
  /* An enum csandbox_stage that failed with `value`, an errno below zero; or 0 for success. */
  int32_t stage;
  /* First the child's process ID as /proc has it, then the number of its listener. End of file
     after that: the command runs. */
  int32_t value;
};
_Noreturn void csandbox_become_command(
  const struct csandbox_plan *plan, int link, const void *signal_mask);
/* Its parts, for Plain.c: the folder, umask and descriptors; the end. */
void csandbox_prepare_command(const struct csandbox_plan *plan, int link);
_Noreturn void csandbox_execute(const struct csandbox_plan *plan, int link, const void *signal_mask);
_Noreturn void csandbox_fail_step(int link, enum csandbox_stage stage, int status);

/* Plain.c: the same without namespaces. */
_Noreturn void csandbox_plain_guard(
  const struct csandbox_plan *plan, int control, const void *signal_mask);

/* PlainFilter.c. The version of Landlock that restricts the calling process from now on; 0 for none. */
int csandbox_restrict_by_landlock(void);
/* Installs the filter on the calling thread; returns the listener. */
int csandbox_install_plain_filter(int is_landlocked);

/* Closes every descriptor above 2 but `other` and those in `kept`, a list that ends with -1. */
void csandbox_close_others(const struct csandbox_plan *plan, const int *kept, int other);

/* Files.c: mounts, all inside the guard's mount namespace. */
int csandbox_detach_mounts(void);
int csandbox_overlay(const struct csandbox_plan *plan);
int csandbox_mount_proc(void);
/* Writes to a file, which is created (with O_CREAT | O_EXCL) or exists (0). */
int csandbox_write_file(const char *path, int flags, const char *text);

/* Restricted.c: what the machine's root must not reach. Called while /proc is a folder to build in. */
int csandbox_restrict_devices(const struct csandbox_plan *plan);
/* Called after /proc is mounted. */
int csandbox_restrict_kernel(const struct csandbox_plan *plan);
/* Drops every capability that no build needs. */
int csandbox_limit_capabilities(void);

/* Vary.c: in the guard, before /proc is mounted; in the command's process, before exec. */
int csandbox_vary_namespaces(const struct csandbox_plan *plan);
void csandbox_vary_process(const struct csandbox_plan *plan);

/* Loopback.c */
int csandbox_raise_loopback(void);
int csandbox_open_resolver(struct csandbox_descriptors *descriptors);
void csandbox_open_low_ports(const char *ping_groups);

/* Filter.c: installs the filter on the calling thread; returns the listener. Directory listings are
   notified on request only. */
int csandbox_install_filter(int are_listings_notified);
/* The kind of a notified call, by its architecture and number; 0 when it is none of ours. */
enum csandbox_entry {
  CSANDBOX_ENTRY_CONNECT = 1,
  CSANDBOX_ENTRY_SENDTO,
  CSANDBOX_ENTRY_SENDMSG,
  CSANDBOX_ENTRY_SENDMMSG,
  CSANDBOX_ENTRY_SOCKET,
  CSANDBOX_ENTRY_SOCKETCALL,
  CSANDBOX_ENTRY_BIND,
  CSANDBOX_ENTRY_LISTEN,
  CSANDBOX_ENTRY_IOCTL,
  CSANDBOX_ENTRY_REQUEST_KEY,
  CSANDBOX_ENTRY_LIST,
};
enum csandbox_entry csandbox_entry(uint32_t architecture, int number, int *is_32_bit);

/* Messages.c */
int csandbox_send(int control, const struct csandbox_message *message);
int csandbox_read_order(int control, enum csandbox_order *order, int *value);

/* Processes.c. A bare system call: the C library's own fork would run handlers and take locks whose owners do
   not exist in a process that was cloned from one thread of many. */
long csandbox_bare_clone(unsigned long flags);

/* Program.c: the memory and the descriptors of a program, by one of its threads. */
int csandbox_copy_in(pid_t thread, uint64_t address, void *bytes, size_t count);
int csandbox_copy_out(pid_t thread, uint64_t address, const void *bytes, size_t count);
int csandbox_copy_descriptor(pid_t thread, int descriptor);
pid_t csandbox_process_of(pid_t thread);
/* What follows "KEY:" on a line of its own; NULL if there is none. */
const char *csandbox_find_line(const char *text, const char *key);
size_t csandbox_read_numbers(const char *line, unsigned base, uint64_t *numbers, size_t limit);
/* "/proc/PROCESS" and `file`. */
void csandbox_name_process_file(char name[static 64], pid_t process, const char *file);
int csandbox_read_text(int folder, const char *name, char *text, size_t size);

/* How a program sees the file system, and what it takes to judge a socket in it. */
struct csandbox_view {
  int root;
  int working_folder;
  /* Its mountinfo. */
  int mounts;
  /* Its process IDs, from the outermost PID namespace inwards. */
  uint64_t process_ids[32];
  size_t process_id_count;
  int diagnoses[64];
  size_t diagnosis_count;
};
/* PathWalk.c */
int csandbox_open_as(const struct csandbox_view *view, const char *path);

/* SocketOrigin.c */
enum csandbox_origin {
  CSANDBOX_OUTSIDE,
  CSANDBOX_INSIDE,
  /* Not a socket, or one that no process is bound to. */
  CSANDBOX_NOT_BOUND,
};
enum csandbox_origin csandbox_origin_of(int file, const struct csandbox_view *view);

/* Performer.c: the address /proc/self/fd/DESCRIPTOR. */
struct sockaddr_un;
void csandbox_name_descriptor(struct sockaddr_un *name, int descriptor);

/* MessageCopy.c: for one message in a process. */
int csandbox_take_message(const struct csandbox_request *request);
int64_t csandbox_send_message(
  const struct csandbox_request *request, int socket, const void *address, socklen_t length);

#endif
#endif
