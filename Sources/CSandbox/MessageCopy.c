/* A message of sendto, sendmsg or sendmmsg on a Unix datagram socket, copied from the program once and
   then sent: payload, and descriptors that it passes on (unix(7), SCM_RIGHTS). */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

/* A datagram is at most as large as the socket's buffer (net.core.wmem_max, 212,992 by default). */
enum { payload_limit = 4 << 20, vector_limit = 1024, control_limit = 4096 };

static char payload[payload_limit];
static size_t payload_length;
/* SCM_MAX_FD of the kernel. */
static int passed[253];
static size_t passed_count;

/* Numbers of the program's structures: each is a word of its own architecture. */
static int copy_words(
  const struct csandbox_request *request, uint64_t address, uint64_t *words, size_t count) {
  if (!request->is_32_bit)
    return csandbox_copy_in(request->thread, address, words, count * sizeof *words);
  uint32_t small[8];
  int status = csandbox_copy_in(request->thread, address, small, count * sizeof small[0]);
  for (size_t i = 0; status == 0 && i < count; i++) words[i] = small[i];
  return status;
}

static int take_payload(
  const struct csandbox_request *request, uint64_t address, uint64_t length) {
  if (length > payload_limit - payload_length) return -EMSGSIZE;
  if (length == 0) return 0;
  int status =
    csandbox_copy_in(request->thread, address, payload + payload_length, (size_t)length);
  if (status == 0) payload_length += (size_t)length;
  return status;
}

static int take_descriptors(
  const struct csandbox_request *request, const char *data, size_t length) {
  for (size_t place = 0; place + sizeof(int) <= length; place += sizeof(int)) {
    int number;
    memcpy(&number, data + place, sizeof number);
    if (passed_count == sizeof passed / sizeof passed[0]) return -EINVAL;
    int copy = csandbox_copy_descriptor(request->thread, number);
    if (copy < 0) return -EBADF;
    passed[passed_count++] = copy;
  }
  return 0;
}

/* Credentials (SCM_CREDENTIALS) are left out: the kernel adds the sender's to who wants them. */
static int take_control(const struct csandbox_request *request, uint64_t address, uint64_t length) {
  static char control[control_limit];
  if (length > control_limit) return -ENOBUFS;
  if (length == 0) return 0;
  int status = csandbox_copy_in(request->thread, address, control, (size_t)length);
  size_t word = request->is_32_bit ? 4 : 8, head = word + 8;
  for (size_t place = 0; status == 0 && place + head <= length;) {
    uint64_t size = 0;
    uint32_t small;
    int32_t level, type;
    memcpy(&size, control + place, sizeof size);
    memcpy(&small, control + place, sizeof small);
    if (request->is_32_bit) size = small;
    memcpy(&level, control + place + word, sizeof level);
    memcpy(&type, control + place + word + 4, sizeof type);
    if (size < head || size > length - place) return -EINVAL;
    if (level == SOL_SOCKET && type == SCM_RIGHTS)
      status = take_descriptors(request, control + place + head, (size_t)size - head);
    place += ((size_t)size + word - 1) / word * word;
  }
  return status;
}

int csandbox_take_message(const struct csandbox_request *request) {
  if (request->header == 0) return take_payload(request, request->buffer, request->buffer_length);
  /* struct msghdr: name, its length, vectors, their number, control, its length, flags. */
  uint64_t words[6];
  int status = copy_words(request, request->header, words, 6);
  if (status < 0) return status;
  if (words[3] > vector_limit) return -EMSGSIZE;
  uint64_t stride = request->is_32_bit ? 8 : 16;
  for (uint64_t i = 0; i < words[3]; i++) {
    uint64_t vector[2];
    if ((status = copy_words(request, words[2] + i * stride, vector, 2)) < 0) return status;
    if ((status = take_payload(request, vector[0], vector[1])) < 0) return status;
  }
  return take_control(request, words[4], words[5]);
}

int64_t csandbox_send_message(
  const struct csandbox_request *request, int socket, const void *address, socklen_t length) {
  struct iovec vector = {.iov_base = payload, .iov_len = payload_length};
  static union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof passed)];
  } control;
  struct msghdr message = {
    .msg_name = length > 0 ? (void *)address : NULL,
    .msg_namelen = length,
    .msg_iov = &vector,
    .msg_iovlen = 1,
  };
  if (passed_count > 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(passed_count * sizeof(int));
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(passed_count * sizeof(int));
    memcpy(CMSG_DATA(&control.header), passed, passed_count * sizeof(int));
  }
  ssize_t count = sendmsg(socket, &message, request->argument | MSG_NOSIGNAL);
  if (count < 0) return -errno;
  if (request->entry != CSANDBOX_ENTRY_SENDMMSG) return count;
  /* One message of several is a valid answer. Its size stands behind its header. */
  uint32_t size = (uint32_t)count;
  csandbox_copy_out(
    request->thread, request->header + (request->is_32_bit ? 28 : 56), &size, sizeof size);
  return 1;
}
#endif
