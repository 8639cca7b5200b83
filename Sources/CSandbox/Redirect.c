/* Performs a program's connect itself, to a server of the supervisor instead. */
#include "Private.h"

#if defined(__linux__)
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif

/* A blocking connect to a full backlog would wait for as long as the program lets it; the send
   timeout of the socket limits that (socket(7)). It is restored afterwards. */
static int connect_soon(int socket, const struct sockaddr *address, socklen_t length) {
  struct timeval before, limit = {.tv_sec = 1};
  socklen_t size = sizeof before;
  if (getsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &before, &size) != 0) return -errno;
  setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  int status = connect(socket, address, length) == 0 ? 0 : -errno;
  setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &before, sizeof before);
  return status;
}

static int local_port(int socket) {
  struct sockaddr_in6 address;
  memset(&address, 0, sizeof address);
  socklen_t length = sizeof address;
  if (getsockname(socket, (struct sockaddr *)&address, &length) != 0) return -errno;
  /* At the same place in both families. */
  return ntohs(address.sin6_port);
}

/* The result of connecting `socket`, a TCP socket, to `port` of its own loopback. */
static int connect_to_loopback(int socket, uint16_t port) {
  int family = 0;
  socklen_t size = sizeof family;
  if (getsockopt(socket, SOL_SOCKET, SO_DOMAIN, &family, &size) != 0) return -errno;
  struct sockaddr_in address4 = {
    .sin_family = AF_INET,
    .sin_port = htons(port),
    .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct sockaddr_in6 address6 = {
    .sin6_family = AF_INET6, .sin6_port = htons(port), .sin6_addr = IN6ADDR_LOOPBACK_INIT};
  if (family == AF_INET)
    return connect_soon(socket, (struct sockaddr *)&address4, sizeof address4);
  if (family == AF_INET6)
    return connect_soon(socket, (struct sockaddr *)&address6, sizeof address6);
  return -EAFNOSUPPORT;
}

int csandbox_redirect(
  int listener, const struct csandbox_request *request, int process, uint16_t port) {
  int handle = (int)syscall(SYS_pidfd_open, process, 0);
  if (handle < 0) return -errno;
  int socket = (int)syscall(SYS_pidfd_getfd, handle, request->socket, 0);
  int status = socket < 0 ? -errno : 0;
  close(handle);
  if (status < 0) return status;
  status = connect_to_loopback(socket, port);
  int source = local_port(socket);
  close(socket);
  /* A non-blocking socket is connected although its program has to wait for that. */
  if (status == 0 || status == -EINPROGRESS) {
    int answered = csandbox_answer(listener, request, status);
    return answered < 0 ? answered : source;
  }
  return status;
}
#endif
