/* The seccomp filter: which system calls are reported to the supervisor first.

   connect, sendmsg, sendmmsg      always (a filter cannot follow pointers)
   bind, listen                    always: what they open inside is not the outside
   sendto                          when it names an address; plain send does not
   socket, socketpair              AF_UNIX for datagrams and AF_VSOCK are reported, and other
                                   families that a network namespace does not contain fail as if
                                   the kernel lacked them
   ioctl, request_key              what types into a terminal, and what has the kernel run a program
   getdents64                      where listings are to be reversed
   io_uring_setup                  fails as if the kernel lacked it: a ring connects without any
                                   of the calls above; programs fall back
   a foreign architecture          fails likewise, or it would bypass the filter

   Static programs, Go and musl use the same calls: there are no others. */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
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

/* The system call numbers of one architecture, from the kernel's tables; -1 if it lacks a call. */
struct table {
  uint32_t architecture;
  int is_32_bit;
  int connect, sendto, sendmsg, sendmmsg, socket, socketcall, bind, listen, socketpair, ioctl,
    request_key, getdents64;
};

static const struct table tables[] = {
#if defined(__x86_64__) && !defined(__ILP32__)
  {AUDIT_ARCH_X86_64, 0, 42, 44, 46, 307, 41, -1, 49, 50, 53, 16, 249, 217},
  {AUDIT_ARCH_I386, 1, 362, 369, 370, 345, 359, 102, 361, 363, 360, 54, 287, 220},
#elif defined(__aarch64__)
  {AUDIT_ARCH_AARCH64, 0, 203, 206, 211, 269, 198, -1, 200, 201, 199, 29, 218, 61},
  {AUDIT_ARCH_ARM, 1, 283, 290, 296, 374, 281, 102, 282, 284, 288, 54, 310, 217},
#elif defined(__riscv) && __riscv_xlen == 64
  {AUDIT_ARCH_RISCV64, 0, 203, 206, 211, 269, 198, -1, 200, 201, 199, 29, 218, 61},
#endif
  {0, 0, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},
};
enum { table_count = sizeof tables / sizeof tables[0] - 1 };

/* The same on every architecture, because it was added after the numbers were unified. */
enum { io_uring_setup_number = 425 };
/* x32 programs set this bit in the number, under the architecture x86-64. */
enum { x32_bit = 0x40000000 };

enum csandbox_entry csandbox_entry(uint32_t architecture, int number, int *is_32_bit) {
  for (int i = 0; i < table_count; i++) {
    const struct table *table = &tables[i];
    if (table->architecture != architecture) continue;
    *is_32_bit = table->is_32_bit;
    if (number == table->connect) return CSANDBOX_ENTRY_CONNECT;
    if (number == table->sendto) return CSANDBOX_ENTRY_SENDTO;
    if (number == table->sendmsg) return CSANDBOX_ENTRY_SENDMSG;
    if (number == table->sendmmsg) return CSANDBOX_ENTRY_SENDMMSG;
    if (number == table->socket || number == table->socketpair) return CSANDBOX_ENTRY_SOCKET;
    if (number == table->bind) return CSANDBOX_ENTRY_BIND;
    if (number == table->listen) return CSANDBOX_ENTRY_LISTEN;
    if (number == table->ioctl) return CSANDBOX_ENTRY_IOCTL;
    if (number == table->request_key) return CSANDBOX_ENTRY_REQUEST_KEY;
    if (number == table->socketcall) return CSANDBOX_ENTRY_SOCKETCALL;
    if (number == table->getdents64) return CSANDBOX_ENTRY_LIST;
  }
  return 0;
}

/* A program under construction. Jumps in these programs are short, so every rule is "if equal, the
   next instruction, else the one after it". */
enum { program_limit = 384 };
struct program {
  struct sock_filter instructions[program_limit];
  unsigned short count;
};

static void add(struct program *program, uint16_t code, uint32_t value, uint8_t yes, uint8_t no) {
  if (program->count < program_limit)
    program->instructions[program->count++] =
      (struct sock_filter){.code = code, .jt = yes, .jf = no, .k = value};
}
static void load(struct program *program, size_t offset) {
  add(program, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}
static void answer(struct program *program, uint32_t value) {
  add(program, BPF_RET | BPF_K, value, 0, 0);
}
static void answer_if_equal(struct program *program, int value, uint32_t action) {
  if (value < 0) return;
  add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)value, 0, 1);
  answer(program, action);
}

static size_t low_half(int argument) {
  size_t offset = offsetof(struct seccomp_data, args) + 8 * (size_t)argument;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  offset += 4;
#endif
  return offset;
}
static size_t high_half(int argument) { return low_half(argument) ^ 4; }

static const uint32_t ask = SECCOMP_RET_USER_NOTIF;
static const uint32_t allow = SECCOMP_RET_ALLOW;
static const uint32_t as_if_missing = SECCOMP_RET_ERRNO | ENOSYS;

static void add_sendto(struct program *program) {
  load(program, low_half(4));
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
  answer(program, ask);
  load(program, high_half(4));
  answer_if_equal(program, 0, allow);
  answer(program, ask);
}

/* A Unix socket sends to a path only if it is for datagrams; SOCK_RAW means the same (unix_create). */
static void add_socketpair(struct program *program) {
  load(program, low_half(1));
  add(program, BPF_ALU | BPF_AND | BPF_K, 0xf, 0, 0);
  answer_if_equal(program, SOCK_DGRAM, ask);
  answer_if_equal(program, SOCK_RAW, ask);
  answer(program, allow);
}

static void add_socket(struct program *program) {
  static const int contained[] = {AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_ALG};
  load(program, low_half(0));
  for (size_t i = 0; i < sizeof contained / sizeof contained[0]; i++)
    answer_if_equal(program, contained[i], allow);
  answer_if_equal(program, AF_VSOCK, ask);
  add(program, BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 1, 0);
  answer(program, SECCOMP_RET_ERRNO | EAFNOSUPPORT);
  add_socketpair(program);
}

/* socketcall multiplexes them all: socket 1, bind 2, connect 3, listen 4, socketpair 8, sendto 11,
   sendmsg 16, sendmmsg 20 (linux/net.h). */
static void add_socketcall(struct program *program) {
  static const int asked[] = {1, 2, 3, 4, 8, 11, 16, 20};
  load(program, low_half(0));
  for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++)
    answer_if_equal(program, asked[i], ask);
  answer(program, allow);
}

/* These put characters into the input of a terminal, where a shell outside reads them as typed
   (ioctl_tty(2), ioctl_console(2)). */
static void add_ioctl(struct program *program) {
  load(program, low_half(1));
  answer_if_equal(program, TIOCSTI, ask);
  answer_if_equal(program, TIOCLINUX, ask);
  answer(program, allow);
}

/* With callout information the kernel runs a program outside that finds the key; a "dns_resolver"
   key, for one, by looking up a name (request_key(2)). */
static void add_request_key(struct program *program) {
  load(program, low_half(2));
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
  answer(program, ask);
  load(program, high_half(2));
  answer_if_equal(program, 0, allow);
  answer(program, ask);
}

typedef void part(struct program *program);

/* "If the number is this, then that part", with a jump over the part whose length is known after
   it is written. */
static void add_part(struct program *program, int number, part *part) {
  if (number < 0) return;
  unsigned short jump = program->count;
  add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 0);
  part(program);
  program->instructions[jump].jf = (uint8_t)(program->count - jump - 1);
}

static void add_table(
  struct program *program, const struct table *table, int are_listings_notified) {
  load(program, offsetof(struct seccomp_data, arch));
  unsigned short jump = program->count;
  add(program, BPF_JMP | BPF_JEQ | BPF_K, table->architecture, 0, 0);
  load(program, offsetof(struct seccomp_data, nr));
  answer_if_equal(program, io_uring_setup_number, as_if_missing);
  answer_if_equal(program, table->connect, ask);
  answer_if_equal(program, table->bind, ask);
  answer_if_equal(program, table->listen, ask);
  answer_if_equal(program, table->sendmsg, ask);
  answer_if_equal(program, table->sendmmsg, ask);
  if (are_listings_notified) answer_if_equal(program, table->getdents64, ask);
  add_part(program, table->sendto, add_sendto);
  add_part(program, table->socket, add_socket);
  add_part(program, table->socketpair, add_socketpair);
  add_part(program, table->socketcall, add_socketcall);
  add_part(program, table->ioctl, add_ioctl);
  add_part(program, table->request_key, add_request_key);
#if defined(__x86_64__)
  add(program, BPF_JMP | BPF_JGE | BPF_K, x32_bit, 0, 1);
  answer(program, as_if_missing);
#endif
  answer(program, allow);
  program->instructions[jump].jf = (uint8_t)(program->count - jump - 1);
}

int csandbox_install_filter(int are_listings_notified) {
  if (table_count == 0) return -ENOSYS;
  struct program program = {.count = 0};
  for (int i = 0; i < table_count; i++) add_table(&program, &tables[i], are_listings_notified);
  answer(&program, as_if_missing);
  if (program.count == program_limit) return -E2BIG;
  struct sock_fprog text = {.len = program.count, .filter = program.instructions};

  /* Killable: a signal that the program handles (Go sends itself many) must not interrupt a call
     that is being inspected, or the restarted call would be reported twice. Linux 5.19. */
  unsigned long flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
  long listener = syscall(
    SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, &text);
  if (listener < 0 && errno == EINVAL)
    listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &text);
  return listener < 0 ? -errno : (int)listener;
}
#endif
