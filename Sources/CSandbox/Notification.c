/* One notified system call: its destinations, and the answer to it. */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif

/* --- Another process's memory --- */

struct reader {
  pid_t process;
  int is_32_bit;
};

static int copy(const struct reader *reader, uint64_t address, void *bytes, size_t count) {
  struct iovec here = {.iov_base = bytes, .iov_len = count};
  struct iovec there = {.iov_base = (void *)(uintptr_t)address, .iov_len = count};
  ssize_t copied = process_vm_readv(reader->process, &here, 1, &there, 1, 0);
  /* Unmapped memory is not an attempt: the kernel will return EFAULT to the program too. */
  return copied == (ssize_t)count ? 0 : copied < 0 ? -errno : -EFAULT;
}

/* --- Addresses --- */

/* Linux treats AF_UNSPEC as AF_INET in a send (udp_sendmsg), and as "disconnect" in a connect. */
static int keep_destination(
  struct csandbox_request *request, const struct reader *reader, uint64_t address,
  uint64_t length) {
  if (address == 0 || length < sizeof(sa_family_t)) return 0;
  if (request->destination_count == CSANDBOX_MAX_DESTINATIONS) return 0;
  union {
    struct sockaddr_storage any;
    struct sockaddr_un local;
    uint8_t bytes[sizeof(struct sockaddr_storage)];
  } name;
  memset(&name, 0, sizeof name);
  /* The kernel refuses longer ones. */
  if (length > sizeof name) return 0;
  int status = copy(reader, address, &name, (size_t)length);
  if (status != 0) return status;

  struct csandbox_destination *kept = &request->destinations[request->destination_count];
  memset(kept, 0, sizeof *kept);
  kept->family = name.any.ss_family;
  if (kept->family == AF_UNSPEC && request->call == CSANDBOX_SEND) kept->family = AF_INET;
  /* struct sockaddr_in is family 2, port 2, address 4; sockaddr_in6 is family 2, port 2, flow 4,
     address 16; both in network order already. */
  if (kept->family == AF_INET && length >= 8) {
    memcpy(&kept->port, name.bytes + 2, 2);
    memcpy(kept->address, name.bytes + 4, 4);
  } else if (kept->family == AF_INET6 && length >= 24) {
    memcpy(&kept->port, name.bytes + 2, 2);
    memcpy(kept->address, name.bytes + 8, 16);
  } else if (kept->family == AF_UNIX) {
    size_t start = offsetof(struct sockaddr_un, sun_path);
    memcpy(kept->path, name.local.sun_path, sizeof name.local.sun_path);
    if (length < start + sizeof name.local.sun_path) kept->path[length - start] = '\0';
  } else {
    return 0;
  }
  request->destination_count++;
  return 0;
}

/* struct msghdr begins with a pointer to the name and its length. */
static int keep_header(
  struct csandbox_request *request, const struct reader *reader, uint64_t header) {
  uint64_t address = 0;
  uint32_t length = 0;
  int status;
  if (reader->is_32_bit) {
    uint32_t words[2];
    if ((status = copy(reader, header, words, sizeof words)) != 0) return status;
    address = words[0];
    length = words[1];
  } else {
    uint64_t words[2];
    if ((status = copy(reader, header, words, sizeof words)) != 0) return status;
    address = words[0];
    memcpy(&length, &words[1], sizeof length);
  }
  return keep_destination(request, reader, address, length);
}

static int keep_headers(
  struct csandbox_request *request, const struct reader *reader, uint64_t headers,
  uint64_t count) {
  /* struct mmsghdr: a msghdr and the number of bytes sent, padded. */
  uint64_t stride = reader->is_32_bit ? 32 : 64;
  if (count > CSANDBOX_MAX_DESTINATIONS) count = CSANDBOX_MAX_DESTINATIONS;
  for (uint64_t i = 0; i < count; i++) {
    int status = keep_header(request, reader, headers + i * stride);
    if (status != 0) return status;
  }
  return 0;
}

/* --- Calls --- */

static int decode(
  struct csandbox_request *request, const struct reader *reader, enum csandbox_entry entry,
  const uint64_t arguments[6]) {
  request->socket = (int32_t)arguments[0];
  switch (entry) {
  case CSANDBOX_ENTRY_CONNECT:
    request->call = CSANDBOX_CONNECT;
    return keep_destination(request, reader, arguments[1], (uint32_t)arguments[2]);
  case CSANDBOX_ENTRY_SENDTO:
    request->call = CSANDBOX_SEND;
    return keep_destination(request, reader, arguments[4], (uint32_t)arguments[5]);
  case CSANDBOX_ENTRY_SENDMSG:
    request->call = CSANDBOX_SEND;
    return keep_header(request, reader, arguments[1]);
  case CSANDBOX_ENTRY_SENDMMSG:
    request->call = CSANDBOX_SEND;
    return keep_headers(request, reader, arguments[1], (uint32_t)arguments[2]);
  case CSANDBOX_ENTRY_SOCKET:
    request->call = CSANDBOX_SOCKET;
    request->family = (int32_t)arguments[0];
    request->socket = -1;
    return 0;
  case CSANDBOX_ENTRY_SOCKETCALL: {
    uint32_t words[6] = {0};
    /* socket takes three, connect three, sendmsg three, sendmmsg four, sendto six. */
    size_t count = arguments[0] == 11 ? 6 : arguments[0] == 20 ? 4 : 3;
    int status = copy(reader, arguments[1], words, count * sizeof words[0]);
    if (status != 0) return status;
    uint64_t inner[6];
    for (int i = 0; i < 6; i++) inner[i] = words[i];
    static const struct {
      uint64_t number;
      enum csandbox_entry entry;
    } entries[] = {
      {1, CSANDBOX_ENTRY_SOCKET},   {3, CSANDBOX_ENTRY_CONNECT},
      {11, CSANDBOX_ENTRY_SENDTO},  {16, CSANDBOX_ENTRY_SENDMSG},
      {20, CSANDBOX_ENTRY_SENDMMSG},
    };
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++)
      if (entries[i].number == arguments[0])
        return decode(request, reader, entries[i].entry, inner);
    return 0;
  }
  }
  return 0;
}

int csandbox_next_request(int listener, struct csandbox_request *request) {
  memset(request, 0, sizeof *request);
  /* A later kernel may write more than today's structure. */
  union {
    struct seccomp_notif notification;
    uint8_t space[512];
  } received;
  memset(&received, 0, sizeof received);
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &received) != 0) return -errno;
  const struct seccomp_notif *notification = &received.notification;
  request->id = notification->id;
  request->thread = (int32_t)notification->pid;
  request->socket = -1;

  struct reader reader = {.process = (pid_t)notification->pid};
  enum csandbox_entry entry =
    csandbox_entry(notification->data.arch, notification->data.nr, &reader.is_32_bit);
  uint64_t arguments[6];
  for (int i = 0; i < 6; i++) arguments[i] = notification->data.args[i];
  int status = decode(request, &reader, entry, arguments);
  request->is_unreadable = status != 0 && status != -EFAULT;

  /* If the program has died, its ID may belong to another process, from which we then read. */
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &request->id) != 0) return -ENOENT;
  return 0;
}

static int reply(int listener, uint64_t id, int error, uint32_t flags) {
  union {
    struct seccomp_notif_resp response;
    uint8_t space[512];
  } sent;
  memset(&sent, 0, sizeof sent);
  sent.response.id = id;
  sent.response.error = -error;
  sent.response.flags = flags;
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &sent) == 0 ? 0 : -errno;
}

int csandbox_allow(int listener, const struct csandbox_request *request) {
  return reply(listener, request->id, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE);
}

int csandbox_deny(int listener, const struct csandbox_request *request, int error) {
  return reply(listener, request->id, error, 0);
}

int csandbox_answer(int listener, const struct csandbox_request *request, int result) {
  return reply(listener, request->id, -result, 0);
}

int csandbox_socket_protocol(int pid, int socket) {
  int handle = (int)syscall(SYS_pidfd_open, pid, 0);
  if (handle < 0) return -errno;
  int copy = (int)syscall(SYS_pidfd_getfd, handle, socket, 0);
  int status = copy < 0 ? -errno : 0;
  close(handle);
  if (copy < 0) return status;
  int protocol = 0;
  socklen_t length = sizeof protocol;
  if (getsockopt(copy, SOL_SOCKET, SO_PROTOCOL, &protocol, &length) != 0) status = -errno;
  close(copy);
  return status < 0 ? status : protocol;
}
#endif
