/* Ways to the network that Python has no call for; `escapes` compiles it, statically where that is possible.

   escapes bare PORT          connect(192.0.2.1:PORT) by a bare system call
   escapes compat PORT        the same through int 0x80, the 32-bit entry (x86-64)
   escapes multiplexed PORT   the same through the 32-bit socketcall
   escapes x32 PORT           the same with an x32 system call number
   escapes ring PATH          connect to the Unix socket PATH through a new io_uring
   escapes old-ring FD PATH   the same through the ring FD that was made before the build
   escapes with-ring COMMAND… runs COMMAND with such a ring as descriptor 9
   escapes swap A B PATH      connects A 2,000 times while another thread changes the path in memory to B
   escapes swap-send A B TEXT the same with datagrams */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_in target(const char *port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
  inet_pton(AF_INET, "192.0.2.1", &address.sin_addr);
  return address;
}

static struct sockaddr_un unix_target(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  return address;
}

static int report(long result) {
  printf("%s\n", result >= 0 ? "reached" : strerror(errno));
  return result < 0;
}

static int bare(const char *port) {
  struct sockaddr_in address = target(port);
  long socket = syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
  return report(syscall(SYS_connect, socket, &address, sizeof address));
}

#if defined(__x86_64__)
static long call32(uint32_t number, uint32_t a, uint32_t b, uint32_t c) {
  long result;
  __asm__ volatile("int $0x80"
                   : "=a"(result)
                   : "a"(number), "b"(a), "c"(b), "d"(c)
                   : "memory", "r8", "r9", "r10", "r11");
  if ((int32_t)result < 0) {
    errno = -(int32_t)result;
    return -1;
  }
  return result;
}

static int compat(const char *port, int is_multiplexed) {
  char *low = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  struct sockaddr_in address = target(port);
  memcpy(low, &address, sizeof address);
  uint32_t place = (uint32_t)(uintptr_t)low, *words = (uint32_t *)(low + 64);
  if (!is_multiplexed) {
    long socket = call32(359, AF_INET, SOCK_STREAM, 0);
    return report(socket < 0 ? socket : call32(362, (uint32_t)socket, place, sizeof address));
  }
  words[0] = AF_INET, words[1] = SOCK_STREAM, words[2] = 0;
  long socket = call32(102, 1, place + 64, 0);
  words[0] = (uint32_t)socket, words[1] = place, words[2] = sizeof address;
  return report(socket < 0 ? socket : call32(102, 3, place + 64, 0));
}

static int x32(const char *port) {
  struct sockaddr_in address = target(port);
  long socket = syscall(0x40000000 | SYS_socket, AF_INET, SOCK_STREAM, 0);
  if (socket < 0) socket = syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
  return report(syscall(0x40000000 | SYS_connect, socket, &address, sizeof address));
}
#endif

/* --- io_uring --- */

static int make_ring(struct io_uring_params *parameters) {
  memset(parameters, 0, sizeof *parameters);
  return (int)syscall(SYS_io_uring_setup, 4, parameters);
}

static int connect_by_ring(int ring, const struct io_uring_params *p, const char *path) {
  size_t size = p->sq_off.array + p->sq_entries * sizeof(uint32_t);
  char *queue = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring, IORING_OFF_SQ_RING);
  size_t results_size = p->cq_off.cqes + p->cq_entries * sizeof(struct io_uring_cqe);
  char *results = mmap(NULL, results_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring, IORING_OFF_CQ_RING);
  struct io_uring_sqe *entries = mmap(
    NULL, p->sq_entries * sizeof *entries, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring, IORING_OFF_SQES);
  if (queue == MAP_FAILED || results == MAP_FAILED || entries == MAP_FAILED) return report(-1);
  struct sockaddr_un address = unix_target(path);
  memset(&entries[0], 0, sizeof entries[0]);
  entries[0].opcode = IORING_OP_CONNECT;
  entries[0].fd = socket(AF_UNIX, SOCK_STREAM, 0);
  entries[0].addr = (uint64_t)(uintptr_t)&address;
  entries[0].off = sizeof address;
  uint32_t *tail = (uint32_t *)(queue + p->sq_off.tail), mask = *(uint32_t *)(queue + p->sq_off.ring_mask);
  ((uint32_t *)(queue + p->sq_off.array))[*tail & mask] = 0;
  __atomic_store_n(tail, *tail + 1, __ATOMIC_RELEASE);
  if (syscall(SYS_io_uring_enter, ring, 1, 1, IORING_ENTER_GETEVENTS, NULL, 0) < 0) return report(-1);
  struct io_uring_cqe *cqe = (struct io_uring_cqe *)(results + p->cq_off.cqes);
  errno = cqe->res < 0 ? -cqe->res : 0;
  return report(cqe->res < 0 ? -1 : 0);
}

/* The parameters travel in the environment: they are needed to map the ring. */
static int with_ring(char **command) {
  struct io_uring_params parameters;
  int ring = make_ring(&parameters);
  if (ring >= 0 && ring != 9) {
    dup2(ring, 9);
    close(ring);
  }
  char text[2 * sizeof parameters + 1];
  for (size_t i = 0; i < sizeof parameters; i++) sprintf(text + 2 * i, "%02x", ((uint8_t *)&parameters)[i]);
  setenv("ESCAPES_RING", text, 1);
  execvp(command[0], command);
  return 127;
}

static int old_ring(int ring, const char *path) {
  struct io_uring_params parameters;
  const char *text = getenv("ESCAPES_RING");
  if (text == NULL) return 127;
  for (size_t i = 0; i < sizeof parameters; i++) {
    unsigned byte = 0;
    sscanf(text + 2 * i, "%2x", &byte);
    ((uint8_t *)&parameters)[i] = (uint8_t)byte;
  }
  return connect_by_ring(ring, &parameters, path);
}

/* --- A path that changes while it is being looked at --- */

static struct sockaddr_un shared;
static const char *harmless, *forbidden;
static volatile int is_over;

static void *change(void *unused) {
  (void)unused;
  while (!is_over) {
    strcpy(shared.sun_path, forbidden);
    strcpy(shared.sun_path, harmless);
  }
  return NULL;
}

static int swap(const char *inside, const char *outside, const char *text) {
  harmless = inside, forbidden = outside;
  int server = socket(AF_UNIX, text ? SOCK_DGRAM : SOCK_STREAM, 0);
  struct sockaddr_un own = unix_target(inside);
  if (bind(server, (struct sockaddr *)&own, sizeof own) != 0) return report(-1);
  if (text == NULL) listen(server, 128);
  fcntl(server, F_SETFL, O_NONBLOCK);
  shared = own;
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
  for (int i = 0; i < 2000; i++) {
    int client = socket(AF_UNIX, (text ? SOCK_DGRAM : SOCK_STREAM) | SOCK_NONBLOCK, 0);
    if (text)
      sendto(client, text, strlen(text), MSG_DONTWAIT, (struct sockaddr *)&shared, sizeof shared);
    else if (connect(client, (struct sockaddr *)&shared, sizeof shared) == 0)
      (void)!write(client, "raced", 5);
    close(client);
    char space[64];
    if (text)
      while (recv(server, space, sizeof space, 0) > 0) {}
    else
      for (int other; (other = accept(server, NULL, NULL)) >= 0;) close(other);
  }
  is_over = 1;
  pthread_join(thread, NULL);
  return 0;
}

int main(int count, char **arguments) {
  if (count < 3) return 64;
  const char *way = arguments[1], *first = arguments[2];
  if (strcmp(way, "bare") == 0) return bare(first);
#if defined(__x86_64__)
  if (strcmp(way, "compat") == 0) return compat(first, 0);
  if (strcmp(way, "multiplexed") == 0) return compat(first, 1);
  if (strcmp(way, "x32") == 0) return x32(first);
#endif
  if (strcmp(way, "ring") == 0) {
    struct io_uring_params parameters;
    int ring = make_ring(&parameters);
    return ring < 0 ? report(-1) : connect_by_ring(ring, &parameters, first);
  }
  if (strcmp(way, "with-ring") == 0) return with_ring(arguments + 2);
  if (strcmp(way, "old-ring") == 0 && count == 4) return old_ring(atoi(first), arguments[3]);
  if (strcmp(way, "swap") == 0 && count == 4) return swap(first, arguments[3], NULL);
  if (strcmp(way, "swap-send") == 0 && count == 5) return swap(first, arguments[3], arguments[4]);
  return 64;
}
