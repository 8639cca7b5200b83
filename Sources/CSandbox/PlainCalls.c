/* The notified calls of a command without namespaces (PlainFilter.c), and the answers to them. */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

#ifndef SECCOMP_ADDFD_FLAG_SEND
#define SECCOMP_ADDFD_FLAG_SEND (1UL << 1)
#endif

int csandbox_read_memory(int thread, uint64_t address, void *bytes, uint32_t count) {
  struct iovec here = {.iov_base = bytes, .iov_len = count};
  struct iovec there = {.iov_base = (void *)(uintptr_t)address, .iov_len = count};
  ssize_t copied = process_vm_readv(thread, &here, 1, &there, 1, 0);
  return copied == (ssize_t)count ? 0 : copied < 0 ? -errno : -EFAULT;
}

static int write_memory(int thread, uint64_t address, const void *bytes, size_t count) {
  struct iovec here = {.iov_base = (void *)bytes, .iov_len = count};
  struct iovec there = {.iov_base = (void *)(uintptr_t)address, .iov_len = count};
  ssize_t copied = process_vm_writev(thread, &here, 1, &there, 1, 0);
  return copied == (ssize_t)count ? 0 : copied < 0 ? -errno : -EFAULT;
}

int csandbox_give_address(
  int thread, uint64_t pointer, uint64_t length_pointer, const void *address, uint32_t length) {
  int32_t space;
  int status = csandbox_read_memory(thread, length_pointer, &space, sizeof space);
  if (status == 0 && space < 0) status = -EINVAL;
  if (status == 0)
    status = write_memory(
      thread, pointer, address, (uint32_t)space < length ? (uint32_t)space : length);
  return status == 0 ? write_memory(thread, length_pointer, &length, sizeof length) : status;
}

static int read_address(struct csandbox_plain_call *call, uint64_t address, uint64_t length) {
  if (address == 0 || length == 0) return 0;
  if (length > sizeof call->address) return -EINVAL;
  int status = csandbox_read_memory(call->thread, address, call->address, (uint32_t)length);
  if (status == 0) call->address_length = (uint32_t)length;
  return status;
}

/* struct msghdr begins with a pointer to the name and its length. struct mmsghdr is 64 bytes. */
static int read_headers(struct csandbox_plain_call *call, uint64_t headers, uint64_t count) {
  for (uint64_t i = 0; i < count && call->address_length == 0; i++) {
    uint64_t words[2];
    int status = csandbox_read_memory(call->thread, headers + i * 64, words, sizeof words);
    if (status == 0) status = read_address(call, words[0], (uint32_t)words[1]);
    if (status != 0) return status;
  }
  return 0;
}

/* The kernel sends at most this many messages in one call (UIO_MAXIOV). */
enum { message_limit = 1024 };

static int read_call(struct csandbox_plain_call *call, int number) {
  const uint64_t *arguments = call->arguments;
  uint64_t count = (uint32_t)arguments[2];
  switch (number) {
  case SYS_socket: call->call = CSANDBOX_PLAIN_SOCKET; return 0;
  case SYS_connect:
    call->call = CSANDBOX_PLAIN_CONNECT;
    return read_address(call, arguments[1], (uint32_t)arguments[2]);
  case SYS_bind: call->call = CSANDBOX_PLAIN_BIND; return 0;
  case SYS_setsockopt: call->call = CSANDBOX_PLAIN_SETSOCKOPT; return 0;
  case SYS_getsockname: call->call = CSANDBOX_PLAIN_GETSOCKNAME; return 0;
  case SYS_getpeername: call->call = CSANDBOX_PLAIN_GETPEERNAME; return 0;
  case SYS_listen: call->call = CSANDBOX_PLAIN_LISTEN; return 0;
  case SYS_sendto:
    call->call = CSANDBOX_PLAIN_SENDTO;
    call->flags = (int32_t)arguments[3];
    return read_address(call, arguments[4], (uint32_t)arguments[5]);
  case SYS_sendmsg:
    call->call = CSANDBOX_PLAIN_SENDMSG;
    call->flags = (int32_t)arguments[2];
    return read_headers(call, arguments[1], 1);
  default:
    call->call = CSANDBOX_PLAIN_SENDMSG;
    call->flags = (int32_t)arguments[3];
    return read_headers(call, arguments[1], count < message_limit ? count : message_limit);
  }
}

int csandbox_next_plain_call(int listener, struct csandbox_plain_call *call) {
  memset(call, 0, sizeof *call);
  /* A later kernel may write more than today's structure. */
  union {
    struct seccomp_notif notification;
    uint8_t space[512];
  } received;
  memset(&received, 0, sizeof received);
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &received) != 0) return -errno;
  const struct seccomp_notif *notification = &received.notification;
  call->id = notification->id;
  call->thread = (int32_t)notification->pid;
  for (int i = 0; i < 6; i++) call->arguments[i] = notification->data.args[i];
  call->error = -read_call(call, notification->data.nr);
  /* If the program has died, its ID may belong to another process, from which we then read. */
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &call->id) != 0) return -ENOENT;
  return 0;
}

static int reply(int listener, uint64_t id, int64_t value, int error, uint32_t flags) {
  union {
    struct seccomp_notif_resp response;
    uint8_t space[512];
  } sent;
  memset(&sent, 0, sizeof sent);
  sent.response.id = id;
  sent.response.val = value;
  sent.response.error = -error;
  sent.response.flags = flags;
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &sent) == 0 ? 0 : -errno;
}

int csandbox_answer_plain(int listener, uint64_t id, int64_t value, int error) {
  return reply(listener, id, error == 0 ? value : 0, error, 0);
}

int csandbox_continue_plain(int listener, uint64_t id) {
  return reply(listener, id, 0, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE);
}

int csandbox_give_socket(int listener, uint64_t id, int socket, int flags) {
  struct seccomp_notif_addfd added = {
    .id = id, .flags = SECCOMP_ADDFD_FLAG_SEND, .srcfd = (uint32_t)socket,
    .newfd_flags = (uint32_t)flags};
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_ADDFD, &added) >= 0) return 0;
  if (errno != EINVAL) return -errno;
  /* Before Linux 5.14 in two steps. */
  added.flags = 0;
  int number = ioctl(listener, SECCOMP_IOCTL_NOTIF_ADDFD, &added);
  return number < 0 ? -errno : reply(listener, id, number, 0, 0);
}

int csandbox_open_place(const char *path) {
  int descriptor = open(path, O_PATH | O_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

int csandbox_connect_plain(int socket, const void *address, uint32_t length) {
  /* A blocking connect to a full backlog would hold up the supervisor; the send timeout of the
     socket limits that (socket(7)). */
  struct timeval before, limit = {.tv_sec = 1};
  socklen_t size = sizeof before;
  if (getsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &before, &size) != 0) return -errno;
  setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  int status = connect(socket, address, (socklen_t)length) == 0 ? 0 : -errno;
  setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &before, sizeof before);
  return status;
}
#endif
