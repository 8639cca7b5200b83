/* What holds a command that has no namespaces: a seccomp filter, and Landlock behind it.

   The supervisor makes each internet and each Unix stream socket and keeps a copy until it is
   connected; it performs the connects that it allows on that copy. So no connect is ever left to the
   program, whose other threads could change its address meanwhile. What looks like a socket for
   datagrams of the internet is one end of a pair whose other end the supervisor holds: whatever is
   sent there, by any system call, goes no further.

     socket                          AF_UNIX, AF_INET, AF_INET6, AF_VSOCK are asked for; routing sockets
                                     and AF_ALG are harmless; no other family
     connect, bind, listen           asked for
     setsockopt of IP, IPv6 and UDP, getsockname, getpeername
                                     asked for: the ends of pairs pretend to be what they stand for
     sendto with an address, sendmsg, sendmmsg
                                     asked for, to hear of the destination
     io_uring, other architectures   as if the kernel lacked them
     request_key                     likewise: for some keys the kernel has a program look a name up
     ioctl                           not to type into a terminal (ioctl_tty(2))
     ptrace, process_vm_writev, pidfd_getfd
                                     Landlock forbids them for processes outside; without it, all */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif
#ifndef AUDIT_ARCH_RISCV64
#define AUDIT_ARCH_RISCV64 (243 | __AUDIT_ARCH_64BIT | __AUDIT_ARCH_LE)
#endif

#if defined(__x86_64__) && !defined(__ILP32__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define ARCHITECTURE AUDIT_ARCH_RISCV64
#endif

/* Numbers that older <sys/syscall.h> lack; the same on every architecture. */
enum {
  io_uring_setup_number = 425,
  pidfd_getfd_number = 438,
  landlock_create_ruleset_number = 444,
  landlock_restrict_self_number = 446,
};

/* --- Landlock (landlock(7)) --- */

struct ruleset {
  uint64_t files, net, scoped;
};

int csandbox_landlock_version(void) {
  long version = syscall(landlock_create_ruleset_number, NULL, 0, 1 /* the version */);
  return version < 0 ? 0 : (int)version;
}

int csandbox_restrict_by_landlock(void) {
  int version = csandbox_landlock_version();
  if (version == 0) return 0;
  /* Some right must be handled for the domain to exist, which is what keeps ptrace inside: making
     block devices is one that no build needs. Connecting by TCP is forbidden altogether, because the
     supervisor does it. Scoped are abstract Unix sockets and signals. */
  struct ruleset rules = {
    .files = 1 << 11, .net = version >= 4 ? 1 << 1 : 0, .scoped = version >= 6 ? 3 : 0};
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int ruleset = (int)syscall(landlock_create_ruleset_number, &rules, size, 0);
  if (ruleset < 0) return 0;
  long status = syscall(landlock_restrict_self_number, ruleset, 0);
  close(ruleset);
  return status == 0 ? version : 0;
}

/* --- seccomp --- */

#if defined(ARCHITECTURE)
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "the halves of arguments are in the other order"
#endif
#define LOW(argument) ((uint32_t)offsetof(struct seccomp_data, args) + 8 * (argument))
#define HIGH(argument) (LOW(argument) + 4)
#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
#define ANSWER(action) BPF_STMT(BPF_RET | BPF_K, action)
#define IF_NOT(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped)
#define IF(value, action) IF_NOT(value, 1), ANSWER(action)
#define ASK SECCOMP_RET_USER_NOTIF
#define ALLOW SECCOMP_RET_ALLOW
#define ERROR(number) (SECCOMP_RET_ERRNO | (number))

int csandbox_install_plain_filter(int is_landlocked) {
  uint32_t outside = is_landlocked ? ALLOW : ERROR(EPERM);
  struct sock_filter instructions[] = {
    LOAD(offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    ANSWER(ERROR(ENOSYS)),
    LOAD(offsetof(struct seccomp_data, nr)),
    /* x32 programs set this bit in the number. */
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    ANSWER(ERROR(ENOSYS)),
    IF(SYS_connect, ASK),
    IF(SYS_bind, ASK),
    IF(SYS_listen, ASK),
    IF(SYS_getsockname, ASK),
    IF(SYS_getpeername, ASK),
    IF(SYS_sendmsg, ASK),
    IF(SYS_sendmmsg, ASK),
    IF(io_uring_setup_number, ERROR(ENOSYS)),
    IF(SYS_request_key, ERROR(ENOSYS)),
    IF(SYS_ptrace, outside),
    IF(SYS_process_vm_writev, outside),
    IF(pidfd_getfd_number, outside),
    IF_NOT(SYS_ioctl, 6),
    LOAD(LOW(1)),
    IF(TIOCSTI, ERROR(EPERM)),
    IF(TIOCLINUX, ERROR(EPERM)),
    ANSWER(ALLOW),
    IF_NOT(SYS_setsockopt, 8),
    LOAD(LOW(1)),
    IF(IPPROTO_IP, ASK),
    IF(IPPROTO_IPV6, ASK),
    IF(IPPROTO_UDP, ASK),
    ANSWER(ALLOW),
    IF_NOT(SYS_sendto, 6),
    LOAD(LOW(4)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3),
    LOAD(HIGH(4)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1),
    ANSWER(ALLOW),
    ANSWER(ASK),
    IF_NOT(SYS_socket, 16),
    LOAD(LOW(0)),
    IF(AF_UNIX, ASK),
    IF(AF_INET, ASK),
    IF(AF_INET6, ASK),
    IF(AF_VSOCK, ASK),
    IF(AF_ALG, ALLOW),
    IF_NOT(AF_NETLINK, 3),
    LOAD(LOW(2)),
    IF_NOT(0 /* NETLINK_ROUTE */, 1),
    ANSWER(ALLOW),
    ANSWER(ERROR(EAFNOSUPPORT)),
    ANSWER(ALLOW),
  };
  struct sock_fprog text = {
    .len = sizeof instructions / sizeof instructions[0], .filter = instructions};
  unsigned long flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
  long listener = syscall(
    SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, &text);
  if (listener < 0 && errno == EINVAL)
    listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &text);
  return listener < 0 ? -errno : (int)listener;
}
#else
int csandbox_install_plain_filter(int is_landlocked) {
  (void)is_landlocked;
  return -ENOSYS;
}
#endif
#endif
