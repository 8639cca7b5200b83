/// Attempts to undo the sandbox from inside, by name. Each exits with 0 when it was held.
enum GuardAttacks {
  /// On the guard, the first process of the sandbox.
  static let onGuard = [
    "take a descriptor", "attach", "seize", "open memory", "open descriptors", "open folders",
    "open namespaces", "read memory", "enter namespaces", "see the environment",
  ]
  /// On what it has mounted.
  static let onMounts = [
    "unmount", "unmount in a new namespace", "unmount as root of a new user", "uncover by bind",
    "uncover by open_tree", "uncover by overlay", "uncover by pivot_root", "move",
  ]
  /// On its network and host name.
  static let onNetwork = ["change loopback", "change addresses", "change the host name"]
  /// On the machine, by what belongs to its root.
  static let onMachine = [
    "open settings", "remount settings", "mount proc", "mount proc of new processes", "mount sysfs",
    "mount cgroups", "open disks", "open other devices", "make a device", "mount devices",
  ]

  static let source = """
    import ctypes, fcntl, glob, os, stat, struct, socket, sys

    libc = ctypes.CDLL(None, use_errno=True)
    NEWNS, NEWUSER, NEWPID, NEWNET = 0x20000, 0x10000000, 0x20000000, 0x40000000
    REMOUNT, BIND, MOVE = 32, 4096, 8192

    def check(result):
        if result < 0: raise OSError(ctypes.get_errno(), "")
        return result
    def call(number, *arguments): return check(libc.syscall(ctypes.c_long(number), *arguments))
    def mount(source, target, kind=None, flags=0, data=None):
        texts = [None if text is None else text.encode() for text in (source, target, kind)]
        check(libc.mount(*texts, ctypes.c_ulong(flags), data))
    def umount(target): check(libc.umount2(target.encode(), 2))
    def unshare(flags): check(libc.unshare(flags))

    # Each way is a list of things to try; one that succeeds is a way out.
    def any_of(*ways):
        for way in ways:
            try: result = way()
            except OSError: continue
            print("worked:", result, flush=True)
            os._exit(3)

    def inside(flags, then):
        # In a child, with new namespaces; as their root where a user is among them.
        child = os.fork()
        if child == 0:
            user, group = os.geteuid(), os.getegid()
            try:
                unshare(flags)
                if flags & NEWUSER:
                    open("/proc/self/setgroups", "w").write("deny")
                    open("/proc/self/uid_map", "w").write("0 %d 1" % user)
                    open("/proc/self/gid_map", "w").write("0 %d 1" % group)
            except OSError: os._exit(0)
            if flags & NEWPID and os.fork():
                os._exit(os.waitstatus_to_exitcode(os.wait()[1]))
            then()
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status: os._exit(status)

    def opens(*paths, flags=os.O_WRONLY): return [lambda p=p: (p, os.open(p, flags)) for p in paths]
    def uncovered(folder):
        # What is mounted over /etc/resolv.conf is not there.
        text = open(folder + "/etc/resolv.conf").read()
        if "nameserver 127.0.0.1\\nsearch ." in text: raise OSError("still covered")
        return text
    def pidfd(): return call(434, 1, 0)

    def pivot():
        os.makedirs("new/old", exist_ok=True)
        mount("new", "new", None, BIND)
        os.chdir("new")
        call(155, b".", b"old")
        umount("/old/etc/resolv.conf")
        return uncovered("/old")
    def bind():
        os.makedirs("m", exist_ok=True)
        mount("/", "m", None, BIND)
        return uncovered("m")
    def overlay():
        for name in ("m", "u", "w"): os.makedirs(name, exist_ok=True)
        mount("o", "m", "overlay", 0, b"lowerdir=/,upperdir=u,workdir=w")
        return uncovered("m")
    def open_tree():
        tree = call(428, -100, b"/", 1)
        return os.open("etc/resolv.conf", os.O_RDONLY, dir_fd=tree) and uncovered("/proc/self/fd/%d" % tree)
    def unmounts():
        return [lambda p=p: (p, umount(p)) for p in
                ("/etc/resolv.conf", "/proc", "/proc/sys", "/dev", "/dev/null", "/sys")]
    def move():
        os.makedirs("m", exist_ok=True)
        mount("/proc/sys", "m", None, MOVE)
    def mounting(kind):
        os.makedirs("m", exist_ok=True)
        mount(kind, "m", kind)
        return kind
    def settings(folder="/proc", writable=True):
        return opens(folder + "/sys/kernel/core_pattern", folder + "/sys/kernel/modprobe",
                     folder + "/sys/kernel/hotplug", folder + "/sysrq-trigger")
    def remounted_settings():
        for path in ("/proc/sys", "/sys"):
            try: mount(None, path, None, REMOUNT | BIND)
            except OSError: pass
        any_of(*settings(), *opens("/sys/kernel/uevent_helper"))
    def is_disk(path):
        try: return stat.S_ISBLK(os.lstat(path).st_mode)
        except OSError: return False
    def fresh_settings():
        mounting("proc")
        any_of(*settings("m"))
    def fresh_sysfs():
        mounting("sysfs")
        any_of(*opens("m/kernel/uevent_helper", "m/kernel/profiling", "m/power/state"))
    def fresh(then):
        def run():
            try: then()
            except OSError: pass
        return run
    def loopback(request):
        with socket.socket() as s: return fcntl.ioctl(s, request, struct.pack("16sH14x", b"lo", 0))

    everywhere = (0, NEWNS, NEWUSER | NEWNS)
    attacks = {
        "take a descriptor": lambda: any_of(*[lambda n=n: call(438, pidfd(), n, 0) for n in range(32)]),
        "attach": lambda: any_of(lambda: check(libc.ptrace(16, 1, 0, 0))),
        "seize": lambda: any_of(lambda: check(libc.ptrace(0x4206, 1, 0, 0))),
        "open memory": lambda: any_of(*opens("/proc/1/mem", flags=os.O_RDWR)),
        "open descriptors": lambda: any_of(*[lambda n=n: os.readlink("/proc/1/fd/%d" % n) for n in range(32)]),
        "open folders": lambda: any_of(*opens("/proc/1/root/etc", "/proc/1/cwd/.", flags=os.O_RDONLY)),
        "open namespaces": lambda: any_of(*opens(*["/proc/1/ns/" + n for n in
            ("net", "mnt", "user", "pid", "ipc", "uts")], flags=os.O_RDONLY)),
        "read memory": lambda: any_of(*opens("/proc/1/maps", "/proc/1/auxv", flags=os.O_RDONLY)),
        "enter namespaces": lambda: any_of(*[lambda f=f: check(libc.setns(pidfd(), f)) for f in
            (NEWUSER, NEWNS, NEWNET, NEWPID)]),
        "see the environment": lambda: any_of(lambda: open("/proc/1/environ").read()),
        "unmount": lambda: any_of(*unmounts()),
        "unmount in a new namespace": lambda: inside(NEWNS, lambda: any_of(*unmounts())),
        "unmount as root of a new user": lambda: inside(NEWUSER | NEWNS, lambda: any_of(*unmounts())),
        "uncover by bind": lambda: [inside(f, lambda: any_of(bind)) for f in everywhere],
        "uncover by open_tree": lambda: [inside(f, lambda: any_of(open_tree)) for f in everywhere],
        "uncover by overlay": lambda: [inside(f, lambda: any_of(overlay)) for f in everywhere],
        "uncover by pivot_root": lambda: [inside(f, lambda: any_of(pivot)) for f in everywhere[1:]],
        "move": lambda: [inside(f, lambda: any_of(move)) for f in everywhere],
        "change loopback": lambda: [inside(f, lambda: any_of(lambda: loopback(0x8914))) for f in (0, NEWUSER)],
        "change addresses": lambda: [inside(f, lambda: any_of(lambda: loopback(0x8916))) for f in (0, NEWUSER)],
        "change the host name": lambda: [inside(f, lambda: any_of(lambda: socket.sethostname("x"))) for f in (0, NEWUSER)],
        "open settings": lambda: any_of(*settings(), *opens("/sys/kernel/uevent_helper",
            "/sys/kernel/profiling", "/sys/power/state", "/dev/kmsg", *glob.glob("/sys/fs/cgroup/*/release_agent"),
            *glob.glob("/sys/fs/cgroup/*/cgroup.procs"))),
        "remount settings": lambda: [inside(f, remounted_settings) for f in everywhere],
        "mount proc": lambda: [inside(f, fresh(fresh_settings)) for f in everywhere],
        "mount proc of new processes": lambda: [inside(f | NEWPID, fresh(fresh_settings)) for f in everywhere],
        "mount sysfs": lambda: [inside(f | NEWNET, fresh(fresh_sysfs)) for f in everywhere],
        "mount cgroups": lambda: [inside(f | 0x02000000, lambda: any_of(lambda: mounting("cgroup"))) for f in everywhere],
        "open disks": lambda: any_of(*opens(*[p for p in glob.glob("/dev/**", recursive=True)
            if is_disk(p)], flags=os.O_RDONLY)),
        "open other devices": lambda: any_of(*opens("/dev/mem", "/dev/port", "/dev/vsock", "/dev/vhost-vsock",
            "/dev/loop-control", "/dev/vcs", "/dev/vcsa1", "/dev/tty1", flags=os.O_RDWR)),
        "make a device": lambda: any_of(*[lambda d=d: os.mknod("device%d" % d, 0o600 | stat.S_IFBLK, d)
            for d in (os.makedev(8, 0), os.makedev(254, 0))]),
        "mount devices": lambda: [inside(f, lambda: any_of(lambda: mounting("devtmpfs"))) for f in everywhere],
    }
    attacks[sys.argv[1]]()
    """
}
