/* Calls that the supervisor performs for a program, on a copy of the program's socket.

   To let the program's own call continue would not do: the kernel then reads the descriptor and the
   address again, and another thread may have put a Unix socket and a path there meanwhile. */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int csandbox_copy_socket(int listener, const struct csandbox_request *request) {
  int copy = csandbox_copy_descriptor(request->thread, request->socket);
  if (copy < 0) return copy;
  /* The copy is the program's only if it still waits; otherwise its ID may be another's. */
  if (csandbox_is_waiting(listener, request)) return copy;
  close(copy);
  return -ENOENT;
}

int csandbox_socket_option(int socket, int name) {
  int value = 0;
  socklen_t length = sizeof value;
  return getsockopt(socket, SOL_SOCKET, name, &value, &length) == 0 ? value : -errno;
}

/* A connection over the loopback is complete when connect returns for the second time, because the
   packets wait while the socket is locked. Only where the server's queue is full does it take longer. */
static int connect_at_once(int socket, const void *address, socklen_t length) {
  if (connect(socket, address, length) == 0) return 0;
  if (errno == EINPROGRESS && connect(socket, address, length) == 0) return 0;
  return errno == EALREADY ? -EINPROGRESS : -errno;
}

int csandbox_connect(int socket, const struct csandbox_destination *destination) {
  int type = csandbox_socket_option(socket, SO_TYPE);
  if (type < 0) return type;
  int flags = type == SOCK_DGRAM || type == SOCK_RAW ? O_NONBLOCK : fcntl(socket, F_GETFL);
  const void *address = destination->bytes;
  if (flags < 0 || (flags & O_NONBLOCK) != 0)
    return connect(socket, address, destination->length) == 0 ? 0 : -errno;
  /* The flag belongs to the program's socket too, which carries no data yet. */
  if (fcntl(socket, F_SETFL, flags | O_NONBLOCK) != 0) return -errno;
  int status = connect_at_once(socket, address, destination->length);
  fcntl(socket, F_SETFL, flags);
  return status == -EINPROGRESS ? -EAGAIN : status;
}

/* The port in host order; 0 if it has none. It is at the same place in IPv4 and IPv6 addresses. */
static int bound_port(int socket) {
  struct sockaddr_storage name;
  socklen_t length = sizeof name;
  if (getsockname(socket, (struct sockaddr *)&name, &length) != 0) return 0;
  return ntohs(((struct sockaddr_in *)&name)->sin_port);
}

static int is_internet(int socket) {
  int family = csandbox_socket_option(socket, SO_DOMAIN);
  return family == AF_INET || family == AF_INET6;
}

int csandbox_listen(int socket, int backlog, int *port) {
  *port = 0;
  if (!is_internet(socket)) return -EAFNOSUPPORT;
  if (listen(socket, backlog) != 0) return -errno;
  *port = bound_port(socket);
  return 0;
}

int csandbox_bind(int socket, const struct csandbox_destination *destination, int *port) {
  *port = 0;
  if (!is_internet(socket) || csandbox_socket_option(socket, SO_TYPE) != SOCK_DGRAM)
    return -EAFNOSUPPORT;
  *port = ntohs(destination->port);
  /* The kernel checks who may bind a low port, so a port that was named is left to the program. */
  if (*port != 0) return -EAFNOSUPPORT;
  if (bind(socket, (const void *)destination->bytes, destination->length) != 0) return -errno;
  *port = bound_port(socket);
  return 0;
}

int csandbox_local_port(int socket) { return bound_port(socket); }
#endif
