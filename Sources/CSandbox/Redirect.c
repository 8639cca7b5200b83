/* Connects a program's socket to a server of the supervisor instead. */
#include "Private.h"

#if defined(__linux__)
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

int csandbox_redirect(int socket, uint16_t port) {
  struct sockaddr_in address4 = {
    .sin_family = AF_INET,
    .sin_port = htons(port),
    .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct sockaddr_in6 address6 = {
    .sin6_family = AF_INET6, .sin6_port = htons(port), .sin6_addr = IN6ADDR_LOOPBACK_INIT};
  struct csandbox_destination destination;
  memset(&destination, 0, sizeof destination);
  switch (csandbox_socket_option(socket, SO_DOMAIN)) {
  case AF_INET:
    destination.length = sizeof address4;
    memcpy(destination.bytes, &address4, sizeof address4);
    break;
  case AF_INET6:
    destination.length = sizeof address6;
    memcpy(destination.bytes, &address6, sizeof address6);
    break;
  default:
    return -EAFNOSUPPORT;
  }
  return csandbox_connect(socket, &destination);
}
#endif
