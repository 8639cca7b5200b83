/* The control socket between the supervisor and the guard: orders in, events out. */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

struct order {
  int32_t order;
  int32_t value;
};

int csandbox_tell(int control, enum csandbox_order order, int value) {
  struct order text = {.order = (int32_t)order, .value = value};
  ssize_t count;
  do count = send(control, &text, sizeof text, MSG_NOSIGNAL);
  while (count < 0 && errno == EINTR);
  return count < 0 ? -errno : 0;
}

int csandbox_read_order(int control, enum csandbox_order *order, int *value) {
  struct order text;
  ssize_t count;
  do count = recv(control, &text, sizeof text, 0);
  while (count < 0 && errno == EINTR);
  if (count < 0) return -errno;
  if (count != (ssize_t)sizeof text) return -EPIPE;
  *order = (enum csandbox_order)text.order;
  *value = text.value;
  return 0;
}

enum { descriptor_count = sizeof(struct csandbox_descriptors) / sizeof(int) };
_Static_assert(
  sizeof(struct csandbox_descriptors) == descriptor_count * sizeof(int), "five ints, no padding");

int csandbox_send(int control, const struct csandbox_message *message) {
  /* The numbers in the message say which are open; the open ones are sent with it, in order. */
  int sent[descriptor_count], all[descriptor_count];
  size_t sent_count = 0;
  memcpy(all, &message->descriptors, sizeof all);
  if (message->event == CSANDBOX_READY)
    for (int i = 0; i < descriptor_count; i++)
      if (all[i] >= 0) sent[sent_count++] = all[i];

  struct iovec text = {.iov_base = (void *)message, .iov_len = sizeof *message};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof sent)];
  } space;
  memset(&space, 0, sizeof space);
  struct msghdr envelope = {.msg_iov = &text, .msg_iovlen = 1};
  if (sent_count > 0) {
    envelope.msg_control = space.bytes;
    envelope.msg_controllen = CMSG_SPACE(sent_count * sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&envelope);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sent_count * sizeof(int));
    memcpy(CMSG_DATA(header), sent, sent_count * sizeof(int));
  }
  ssize_t count;
  do count = sendmsg(control, &envelope, MSG_NOSIGNAL);
  while (count < 0 && errno == EINTR);
  return count < 0 ? -errno : 0;
}

int csandbox_receive(int control, struct csandbox_message *message) {
  memset(message, 0, sizeof *message);
  struct iovec text = {.iov_base = message, .iov_len = sizeof *message};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int[descriptor_count]))];
  } space;
  struct msghdr envelope = {
    .msg_iov = &text,
    .msg_iovlen = 1,
    .msg_control = space.bytes,
    .msg_controllen = sizeof space.bytes,
  };
  ssize_t count;
  do count = recvmsg(control, &envelope, MSG_CMSG_CLOEXEC);
  while (count < 0 && errno == EINTR);
  if (count < 0) return -errno;
  if (count != (ssize_t)sizeof *message) {
    message->event = CSANDBOX_GONE;
    return 0;
  }

  int received[descriptor_count], all[descriptor_count];
  size_t received_count = 0, next = 0;
  struct cmsghdr *header = CMSG_FIRSTHDR(&envelope);
  if (header != NULL && header->cmsg_type == SCM_RIGHTS) {
    received_count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    memcpy(received, CMSG_DATA(header), received_count * sizeof(int));
  }
  memcpy(all, &message->descriptors, sizeof all);
  for (int i = 0; i < descriptor_count; i++) {
    int is_open = message->event == CSANDBOX_READY && all[i] >= 0;
    all[i] = is_open && next < received_count ? received[next++] : -1;
  }
  memcpy(&message->descriptors, all, sizeof all);
  return 0;
}
#endif
