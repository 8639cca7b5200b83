/// A static program that connects and sends with bare system calls, in every way that there is.
enum BareCalls {
  /// What must be in the report. The 32-bit ways exist on x86-64 alone here.
  static var expected: Set<String> {
    var expected: Set<String> = [
      "192.0.2.7 1 tcp", "192.0.2.7 2 tcp", "2001:db8::7 3 udp", "2001:db8::7 4 udp",
      "2001:db8::7 5 udp", "192.0.2.7 6 udp", "a vsock socket",
      "the input of a terminal (TIOCSTI)", "the kernel's requests for keys (request_key)",
    ]
    #if arch(x86_64)
    expected.formUnion(["192.0.2.7 7 tcp", "192.0.2.7 8 tcp"])
    #endif
    return expected
  }

  static let source = """
    #define _GNU_SOURCE
    #include <arpa/inet.h>
    #include <errno.h>
    #include <netinet/in.h>
    #include <stdint.h>
    #include <stdio.h>
    #include <string.h>
    #include <sys/ioctl.h>
    #include <sys/mman.h>
    #include <sys/socket.h>
    #include <sys/syscall.h>
    #include <unistd.h>

    static int wrong = 0;
    static void must(const char *what, long result, int expected) {
      int error = result < 0 ? errno : 0;
      if (result != -1 || error != expected) {
        fprintf(stderr, "%s: %ld, errno %d, expected %d\\n", what, result, error, expected);
        wrong = 1;
      }
    }

    int main(void) {
      struct sockaddr_in four = {.sin_family = AF_INET};
      inet_pton(AF_INET, "192.0.2.7", &four.sin_addr);
      struct sockaddr_in6 six = {.sin6_family = AF_INET6};
      inet_pton(AF_INET6, "2001:db8::7", &six.sin6_addr);
      struct sockaddr_in6 mapped = {.sin6_family = AF_INET6};
      inet_pton(AF_INET6, "::ffff:192.0.2.7", &mapped.sin6_addr);

      int tcp = syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
      four.sin_port = htons(1);
      must("connect", syscall(SYS_connect, tcp, &four, sizeof four), ENETUNREACH);
      /* Data with the first packet: a connection without connect. */
      four.sin_port = htons(2);
      syscall(SYS_sendto, tcp, "x", 1, MSG_FASTOPEN, &four, sizeof four);

      int udp = syscall(SYS_socket, AF_INET6, SOCK_DGRAM, 0);
      six.sin6_port = htons(3);
      must("sendto", syscall(SYS_sendto, udp, "x", 1, 0, &six, sizeof six), ENETUNREACH);
      struct iovec text = {"x", 1};
      struct msghdr header = {
        .msg_name = &six, .msg_namelen = sizeof six, .msg_iov = &text, .msg_iovlen = 1};
      six.sin6_port = htons(4);
      must("sendmsg", syscall(SYS_sendmsg, udp, &header, 0), ENETUNREACH);
      struct sockaddr_in6 other = six;
      other.sin6_port = htons(5);
      mapped.sin6_port = htons(6);
      struct mmsghdr several[2] = {{header, 0}, {header, 0}};
      several[0].msg_hdr.msg_name = &other;
      several[1].msg_hdr.msg_name = &mapped;
      must("sendmmsg", syscall(SYS_sendmmsg, udp, several, 2, 0), ENETUNREACH);

      must("socket(AF_VSOCK)", syscall(SYS_socket, AF_VSOCK, SOCK_STREAM, 0), EAFNOSUPPORT);
      must("socket(AF_BLUETOOTH)", syscall(SYS_socket, AF_BLUETOOTH, SOCK_RAW, 0), EAFNOSUPPORT);
      must("io_uring_setup", syscall(425, 1, &four), ENOSYS);
      must("TIOCSTI", syscall(SYS_ioctl, 0, TIOCSTI, "x"), EPERM);
      must("request_key", syscall(SYS_request_key, "user", "assetkit", "x", 0), ENOKEY);
      /* Looks at the process's own keys, and asks nobody. */
      must("request_key without callout",
           syscall(SYS_request_key, "user", "assetkit", NULL, 0), ENOKEY);
      /* No memory there: the kernel's answer, and no attempt. */
      must("connect to nowhere", syscall(SYS_connect, tcp, (void *)8, 16), EFAULT);

    #if defined(__x86_64__)
      must("x32", syscall(0x40000000 | SYS_getpid), ENOSYS);
      /* The 32-bit door: socketcall and connect through int 0x80. */
      char *low = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
      uint32_t *words = (uint32_t *)(low + 64);
      four.sin_port = htons(7);
      memcpy(low, &four, sizeof four);
      words[0] = (uint32_t)tcp;
      words[1] = (uint32_t)(uintptr_t)low;
      words[2] = sizeof four;
      long result;
      __asm__ volatile("int $0x80"
                       : "=a"(result)
                       : "a"(102L), "b"(3L), "c"((long)words), "d"(0L)
                       : "memory", "r8", "r9", "r10", "r11");
      four.sin_port = htons(8);
      memcpy(low, &four, sizeof four);
      __asm__ volatile("int $0x80"
                       : "=a"(result)
                       : "a"(362L), "b"((long)tcp), "c"((long)low), "d"((long)sizeof four)
                       : "memory", "r8", "r9", "r10", "r11");
    #endif
      return wrong;
    }
    """
}
