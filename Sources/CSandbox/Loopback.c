/* The whole network of the namespace: one loopback interface, and port 53 on it. */
#include "Private.h"

#if defined(__linux__)
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

/* <linux/ipv6.h> clashes with <netinet/in.h>; this is the kernel's struct in6_ifreq. */
struct address_request {
  struct in6_addr address;
  uint32_t prefix_length;
  int32_t interface;
};

/* Resolvers in AI_ADDRCONFIG mode do not ask for a name at all when the machine has no address
   but 127.0.0.1 and ::1 (glibc's __check_pf). They must ask, or the attempt would not be seen. So
   lo gets one more address of each family; neither makes anything reachable. */
static int add_addresses(int socket4) {
  struct ifreq request;
  memset(&request, 0, sizeof request);
  memcpy(request.ifr_name, "lo:1", 5);
  struct sockaddr_in address = {
    .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1)};
  memcpy(&request.ifr_addr, &address, sizeof address);
  if (ioctl(socket4, SIOCSIFADDR, &request) != 0) return -errno;

  int socket6 = socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (socket6 < 0) return 0;
  /* A made-up address in fd00::/8, which is for private use (RFC 4193). */
  struct address_request request6 = {
    .address = {.s6_addr = {0xfd, 0x61, 0x73, 0x6b, 0x69, 0x74, [15] = 1}},
    .prefix_length = 128,
    .interface = 1,
  };
  ioctl(socket6, SIOCSIFADDR, &request6);
  close(socket6);
  return 0;
}

int csandbox_raise_loopback_of(int socket) {
  struct ifreq request;
  memset(&request, 0, sizeof request);
  memcpy(request.ifr_name, "lo", 3);
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  return ioctl(socket, SIOCSIFFLAGS, &request) == 0 ? 0 : -errno;
}

int csandbox_raise_loopback(void) {
  int control = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (control < 0) return -errno;
  int status = csandbox_raise_loopback_of(control);
  if (status == 0) status = add_addresses(control);
  close(control);
  return status;
}

int csandbox_serve_names(int descriptor, const struct csandbox_destination *destination) {
  int is_stream = csandbox_socket_option(descriptor, SO_TYPE) == SOCK_STREAM;
  if (destination->family == AF_INET6) {
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_port = htons(53)};
    memcpy(&address.sin6_addr, destination->address, sizeof address.sin6_addr);
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0) return -errno;
  } else {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(53)};
    memcpy(&address.sin_addr, destination->address, sizeof address.sin_addr);
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0) return -errno;
  }
  return is_stream && listen(descriptor, 64) != 0 ? -errno : 0;
}

static int open_port(int family, int type) {
  int descriptor = socket(family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -errno;
  struct csandbox_destination own = {.family = (uint16_t)family};
  own.address[family == AF_INET6 ? 15 : 3] = 1;
  if (family == AF_INET) own.address[0] = 127;
  int status = csandbox_serve_names(descriptor, &own);
  if (status == 0) return descriptor;
  close(descriptor);
  return status;
}

int csandbox_open_resolver(struct csandbox_descriptors *descriptors) {
  int udp = open_port(AF_INET, SOCK_DGRAM);
  if (udp < 0) return udp;
  int tcp = open_port(AF_INET, SOCK_STREAM);
  if (tcp < 0) return tcp;
  descriptors->udp4 = udp;
  descriptors->tcp4 = tcp;
  /* On a kernel without IPv6 no program can ask over it. */
  udp = open_port(AF_INET6, SOCK_DGRAM);
  tcp = open_port(AF_INET6, SOCK_STREAM);
  descriptors->udp6 = udp < 0 ? -1 : udp;
  descriptors->tcp6 = tcp < 0 ? -1 : tcp;
  return 0;
}

/* The command has no capability over the guard's network namespace. What root may do on the loopback
   without being able to change it, it may do by these settings (ip(7), icmp(7)): listen on ports below
   1024, and ping. Where /proc/sys is read-only, as in most containers, it does without. */
void csandbox_open_low_ports(const char *ping_groups) {
  csandbox_write_file("/proc/sys/net/ipv4/ip_unprivileged_port_start", 0, "0");
  csandbox_write_file("/proc/sys/net/ipv4/ping_group_range", 0, ping_groups);
}
#endif
