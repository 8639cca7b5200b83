/* Declarations shared by the parts of CSandbox; not visible to Swift. */
#ifndef CSANDBOX_PRIVATE_H
#define CSANDBOX_PRIVATE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CSandbox.h"

#if defined(__linux__)
#include <stddef.h>

/* Guard.c: the life of the first process in the namespaces. */
_Noreturn void csandbox_guard(const struct csandbox_plan *plan, int control, const void *signal_mask);

/* Files.c: mounts, all inside the new mount namespace. */
int csandbox_detach_mounts(void);
int csandbox_overlay(const struct csandbox_plan *plan);
int csandbox_mount_proc(void);

/* Loopback.c */
int csandbox_raise_loopback(void);
int csandbox_open_resolver(struct csandbox_descriptors *descriptors);

/* Filter.c: installs the filter on the calling thread; returns the listener. */
int csandbox_install_filter(void);
/* The kind of a notified call, by its architecture and number; 0 when it is none of ours. */
enum csandbox_entry {
  CSANDBOX_ENTRY_CONNECT = 1,
  CSANDBOX_ENTRY_SENDTO,
  CSANDBOX_ENTRY_SENDMSG,
  CSANDBOX_ENTRY_SENDMMSG,
  CSANDBOX_ENTRY_SOCKET,
  CSANDBOX_ENTRY_SOCKETCALL,
};
enum csandbox_entry csandbox_entry(uint32_t architecture, int number, int *is_32_bit);

/* Messages.c */
int csandbox_send(int control, const struct csandbox_message *message);
int csandbox_read_order(int control, enum csandbox_order *order, int *value);

/* Processes.c. A bare system call: the C library's own fork would run handlers and take locks whose owners do
   not exist in a process that was cloned from one thread of many. */
long csandbox_bare_clone(unsigned long flags);

#endif
#endif
