/// A program that runs another under a filter of system calls like the one that Docker has by default:
/// no namespaces, and no pidfd_getfd.
enum Confinement {
  static let source = """
    #include <errno.h>
    #include <linux/filter.h>
    #include <linux/seccomp.h>
    #include <stddef.h>
    #include <stdio.h>
    #include <sys/prctl.h>
    #include <sys/syscall.h>
    #include <unistd.h>

    #define LOAD(what) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, what)
    #define IF(number, error) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), \\
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error)

    int main(int count, char **arguments) {
      struct sock_filter filter[] = {
        LOAD(offsetof(struct seccomp_data, nr)),
        IF(SYS_unshare, EPERM), IF(SYS_setns, EPERM), IF(SYS_mount, EPERM), IF(435, ENOSYS),
        IF(438, EPERM),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
        LOAD(offsetof(struct seccomp_data, args)),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x7e020000, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      };
      struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
      if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0) return 125;
      execvp(arguments[1], arguments + 1);
      return 126;
    }
    """
}
