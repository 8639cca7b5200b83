/* One notified system call: what it asks for, and the answer to it. */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>

/* Linux 6.6: the program that waits and the supervisor hand the processor to each other. */
#ifndef SECCOMP_IOCTL_NOTIF_SET_FLAGS
#define SECCOMP_IOCTL_NOTIF_SET_FLAGS SECCOMP_IOW(4, __u64)
#endif
#ifndef SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP
#define SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP (1UL << 0)
#endif

void csandbox_tune_listener(int listener) {
  /* An older kernel refuses; then each answer only takes longer. */
  ioctl(listener, SECCOMP_IOCTL_NOTIF_SET_FLAGS, SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP);
}

int csandbox_has_request(int listener) {
  struct pollfd polled = {.fd = listener, .events = POLLIN};
  return poll(&polled, 1, 0) == 1 && (polled.revents & POLLIN) != 0;
}

/* --- Addresses --- */

/* Linux treats AF_UNSPEC as AF_INET in a send (udp_sendmsg), and as "disconnect" in a connect. */
static void interpret(struct csandbox_destination *kept, int call) {
  const uint8_t *bytes = kept->bytes;
  uint16_t family = 0;
  kept->family = AF_UNSPEC;
  if (kept->length < sizeof family) return;
  memcpy(&family, bytes, sizeof family);
  if (family == AF_UNSPEC && call == CSANDBOX_SEND) family = AF_INET;
  /* struct sockaddr_in is family 2, port 2, address 4; sockaddr_in6 is family 2, port 2, flow 4,
     address 16; both in network order already. */
  if (family == AF_INET && kept->length >= 8) {
    memcpy(&kept->port, bytes + 2, 2);
    memcpy(kept->address, bytes + 4, 4);
  } else if (family == AF_INET6 && kept->length >= 24) {
    memcpy(&kept->port, bytes + 2, 2);
    memcpy(kept->address, bytes + 8, 16);
  } else if (family == AF_UNIX) {
    size_t start = offsetof(struct sockaddr_un, sun_path);
    size_t length = kept->length - start;
    if (length >= sizeof kept->path) length = sizeof kept->path - 1;
    memcpy(kept->path, bytes + start, length);
    kept->path[length] = '\0';
  } else {
    return;
  }
  kept->family = family;
}

static int read_address(
  const struct csandbox_request *request, uint64_t address, uint32_t length,
  struct csandbox_destination *kept) {
  memset(kept, 0, sizeof *kept);
  if (address == 0 || length == 0) return 0;
  /* The kernel refuses longer ones (move_addr_to_kernel). */
  if (length > sizeof kept->bytes) return -EINVAL;
  kept->length = length;
  int status = csandbox_copy_in(request->thread, address, kept->bytes, length);
  if (status == 0) interpret(kept, request->call);
  return status;
}

/* struct msghdr begins with a pointer to the name and its length. */
static int read_header(
  const struct csandbox_request *request, uint64_t header, struct csandbox_destination *kept) {
  uint64_t address = 0;
  uint32_t length = 0;
  int status;
  if (request->is_32_bit) {
    uint32_t words[2];
    if ((status = csandbox_copy_in(request->thread, header, words, sizeof words)) != 0)
      return status;
    address = words[0];
    length = words[1];
  } else {
    uint64_t words[2];
    if ((status = csandbox_copy_in(request->thread, header, words, sizeof words)) != 0)
      return status;
    address = words[0];
    memcpy(&length, &words[1], sizeof length);
  }
  /* The kernel cuts a longer name (copy_msghdr_from_user). */
  if (length > sizeof kept->bytes) length = sizeof kept->bytes;
  return read_address(request, address, length, kept);
}

int csandbox_read_message(
  const struct csandbox_request *request, uint32_t index, struct csandbox_destination *kept) {
  /* struct mmsghdr: a msghdr and the number of bytes sent, padded. */
  uint64_t stride = request->is_32_bit ? 32 : 64;
  return read_header(request, request->header + index * stride, kept);
}

/* --- Calls --- */

static int decode(
  struct csandbox_request *request, enum csandbox_entry entry, const uint64_t arguments[6]) {
  /* UIO_MAXIOV: the kernel sends no more messages in one call. */
  enum { message_limit = 1024 };
  request->socket = (int32_t)arguments[0];
  request->entry = (int32_t)entry;
  switch (entry) {
  case CSANDBOX_ENTRY_CONNECT:
  case CSANDBOX_ENTRY_BIND:
    request->call = entry == CSANDBOX_ENTRY_BIND ? CSANDBOX_BIND : CSANDBOX_CONNECT;
    if ((int32_t)arguments[2] < 0) return -EINVAL;
    return read_address(
      request, arguments[1], (uint32_t)arguments[2], &request->destination);
  case CSANDBOX_ENTRY_LISTEN:
    request->call = CSANDBOX_LISTEN;
    request->argument = (int32_t)arguments[1];
    return 0;
  case CSANDBOX_ENTRY_SENDTO:
    request->call = CSANDBOX_SEND;
    request->message_count = 1;
    request->buffer = arguments[1];
    request->buffer_length = request->is_32_bit ? (uint32_t)arguments[2] : arguments[2];
    request->argument = (int32_t)arguments[3];
    if ((int32_t)arguments[5] < 0) return -EINVAL;
    return read_address(
      request, arguments[4], (uint32_t)arguments[5], &request->destination);
  case CSANDBOX_ENTRY_SENDMSG:
    request->call = CSANDBOX_SEND;
    request->message_count = 1;
    request->header = arguments[1];
    request->argument = (int32_t)arguments[2];
    return read_header(request, arguments[1], &request->destination);
  case CSANDBOX_ENTRY_SENDMMSG:
    request->call = CSANDBOX_SEND;
    request->header = arguments[1];
    request->message_count = (uint32_t)arguments[2];
    request->argument = (int32_t)arguments[3];
    if (request->message_count == 0) return 0;
    if (request->message_count > message_limit) request->message_count = message_limit;
    return read_header(request, arguments[1], &request->destination);
  case CSANDBOX_ENTRY_SOCKET:
    request->call = CSANDBOX_SOCKET;
    request->argument = (int32_t)arguments[0];
    request->socket = -1;
    return 0;
  case CSANDBOX_ENTRY_IOCTL:
    request->call = CSANDBOX_TYPE;
    return 0;
  case CSANDBOX_ENTRY_REQUEST_KEY:
    request->call = CSANDBOX_UPCALL;
    return 0;
  case CSANDBOX_ENTRY_LIST:
    request->call = CSANDBOX_LIST;
    request->buffer = arguments[1];
    request->buffer_length = (uint32_t)arguments[2];
    return 0;
  case CSANDBOX_ENTRY_SOCKETCALL: {
    static const struct {
      uint64_t number;
      enum csandbox_entry entry;
      size_t argument_count;
    } entries[] = {
      {1, CSANDBOX_ENTRY_SOCKET, 3},  {2, CSANDBOX_ENTRY_BIND, 3},
      {3, CSANDBOX_ENTRY_CONNECT, 3}, {4, CSANDBOX_ENTRY_LISTEN, 2},
      {8, CSANDBOX_ENTRY_SOCKET, 4},  {11, CSANDBOX_ENTRY_SENDTO, 6},
      {16, CSANDBOX_ENTRY_SENDMSG, 3}, {20, CSANDBOX_ENTRY_SENDMMSG, 4},
    };
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
      if (entries[i].number != arguments[0]) continue;
      uint32_t words[6] = {0};
      int status = csandbox_copy_in(
        request->thread, arguments[1], words, entries[i].argument_count * sizeof words[0]);
      if (status != 0) return status;
      uint64_t inner[6];
      for (int place = 0; place < 6; place++) inner[place] = words[place];
      return decode(request, entries[i].entry, inner);
    }
    return 0;
  }
  }
  return 0;
}

int csandbox_is_waiting(int listener, const struct csandbox_request *request) {
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &request->id) == 0;
}

int csandbox_next_request(int listener, struct csandbox_request *request) {
  memset(request, 0, sizeof *request);
  /* A later kernel may write more than today's structure. */
  union {
    struct seccomp_notif notification;
    uint8_t space[256];
  } received;
  memset(&received, 0, sizeof received);
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &received) != 0) return -errno;
  const struct seccomp_notif *notification = &received.notification;
  request->id = notification->id;
  request->thread = (int32_t)notification->pid;
  request->socket = -1;

  enum csandbox_entry entry = csandbox_entry(
    notification->data.arch, notification->data.nr, &request->is_32_bit);
  uint64_t arguments[6];
  for (int i = 0; i < 6; i++) arguments[i] = notification->data.args[i];
  request->error = -decode(request, entry, arguments);

  /* If the program has died, its ID may belong to another process, from which we then read. */
  return csandbox_is_waiting(listener, request) ? 0 : -ENOENT;
}

static int reply(int listener, uint64_t id, int64_t value, int error, uint32_t flags) {
  union {
    struct seccomp_notif_resp response;
    uint8_t space[256];
  } sent;
  memset(&sent, 0, sizeof sent);
  sent.response.id = id;
  sent.response.val = value;
  sent.response.error = -error;
  sent.response.flags = flags;
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &sent) == 0 ? 0 : -errno;
}

int csandbox_allow(int listener, uint64_t id) {
  return reply(listener, id, 0, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE);
}

int csandbox_answer(int listener, uint64_t id, int64_t value, int error) {
  return reply(listener, id, error == 0 ? value : 0, error, 0);
}
#endif
