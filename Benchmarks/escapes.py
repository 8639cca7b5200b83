"""Called by `escapes` in this folder: runs each attempt of `escape_attempts.py` as a build under `assetkit offline`."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

import escape_attempts
from escape_attempts import ATTEMPTS, REMOTE, REMOTE6

here = pathlib.Path(__file__).resolve().parent
USER = 65534
ABSTRACT = "assetkit-escapes"


class Outside:
    """Everything that an attempt could reach. `events` is what did arrive since it was last cleared."""

    def __init__(self, folder):
        self.folder, self.events = folder, []
        self.tcp = self.internet(socket.SOCK_STREAM, 0)
        self.port = self.tcp.getsockname()[1]
        self.internet(socket.SOCK_DGRAM, self.port)
        self.unix("stream"), self.unix("docker.sock"), self.unix("packets", socket.SOCK_SEQPACKET)
        self.unix("datagrams", socket.SOCK_DGRAM), self.unix("\0" + ABSTRACT)
        self.unix("hand-over", hands_over=True)
        # Whatever else arrives: pings, broadcasts, other protocols.
        sniffer = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(3))
        self.serve(sniffer, lambda: self.saw(sniffer.recv(2048)))

    def saw(self, packet):
        if not self.is_busy:
            self.events.append(f"a packet of {len(packet)} bytes")

    is_busy = False  # while this program uses the loopback itself

    def serve(self, server, step):
        def loop():
            while True:
                try:
                    step()
                except OSError:
                    return
        threading.Thread(target=loop, daemon=True).start()

    def internet(self, kind, port):
        server = socket.socket(socket.AF_INET6, kind)
        server.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        server.bind(("::", port))
        self.listen(server, kind, "an internet server")
        return server

    def unix(self, name, kind=socket.SOCK_STREAM, hands_over=False):
        server = socket.socket(socket.AF_UNIX, kind)
        server.bind(name if name[0] == "\0" else str(self.folder / name))
        if name[0] != "\0":
            os.chmod(self.folder / name, 0o777)
        self.listen(server, kind, f"the Unix socket {name!r}", hands_over)

    def listen(self, server, kind, name, hands_over=False):
        if kind == socket.SOCK_DGRAM:
            self.serve(server, lambda: (server.recv(2048), self.events.append(f"a datagram at {name}")))
            return
        server.listen(64)

        def accept():
            client, _ = server.accept()
            if not self.is_busy:
                self.events.append(f"a connection to {name}")
            if hands_over:
                connected, _ = self.pair()
                socket.send_fds(client, [b"x"], [connected.fileno()])
            threading.Thread(target=self.drain, args=[client, name], daemon=True).start()
        self.serve(server, accept)

    def drain(self, client, name):
        try:
            while received := client.recv(2048):
                if b"escaped" in received:
                    self.events.append(f"data at {name}")
        except OSError:
            pass

    def pair(self):
        """A connected TCP socket and its other end."""
        self.is_busy = True
        server = socket.create_server(("127.0.0.1", 0))
        near = socket.create_connection(server.getsockname())
        far, _ = server.accept()
        server.close()
        time.sleep(0.05)
        self.is_busy = False
        return near, far


def as_user(user):
    return [] if user == os.getuid() else ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]


def settings(outside, wraps, user):
    """What a way of starting the program needs: options, what it runs under, descriptors, the environment."""
    given = {"options": [], "before": [], "descriptors": {}, "environment": {}, "stdin": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    if wraps == "proxy":
        given["environment"]["http_proxy"] = f"http://127.0.0.1:{outside.port}"
    elif wraps in ("stdin-tcp", "stderr-tcp", "fd-tcp"):
        near, far = outside.pair()
        outside.is_busy = True  # the socket itself is on the loopback; only what was sent through it counts
        given["far"] = far
        if wraps == "stdin-tcp":
            given["stdin"] = near
        elif wraps == "stderr-tcp":
            given["stderr"] = near
            far.sendall(b"given")
        else:
            given["descriptors"][7] = near
        if wraps != "stderr-tcp":
            threading.Thread(target=outside.drain, args=[far, wraps], daemon=True).start()
    elif wraps == "stdin-unix":
        near, far = socket.socketpair()
        connected, other = outside.pair()
        outside.is_busy = True
        threading.Thread(target=outside.drain, args=[other, wraps], daemon=True).start()
        socket.send_fds(far, [b"x"], [connected.fileno()])
        given["stdin"], given["far"] = near, far
    elif wraps in ("fd-pidfd", "fd-proc"):
        connected, other = outside.pair()
        outside.is_busy = True
        threading.Thread(target=outside.drain, args=[other, wraps], daemon=True).start()
        holder = subprocess.Popen([*as_user(user), "sleep", "60"], pass_fds=[connected.fileno()])
        time.sleep(0.2)
        given["holder"] = holder
        if wraps == "fd-pidfd":
            given["descriptors"][8] = os.pidfd_open(holder.pid)
        else:
            given["descriptors"][9] = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY)
    elif wraps == "fd-ring":
        given["before"] = [str(outside.folder / "calls"), "with-ring"]
    elif wraps == "terminal":
        given["before"] = [sys.executable if user == os.getuid() else PYTHON, str(outside.folder / "on_terminal.py")]
    elif wraps == "report":
        given["options"] = ["--report", "report.json", "--sarif", "report.sarif"]
    return given


# Starts its arguments on a terminal of their own and says what was typed there meanwhile.
ON_TERMINAL = """
import array, fcntl, os, pty, subprocess, sys, termios, threading, tty
child, terminal = pty.fork()
if child == 0:
    tty.setraw(0)
    output = os.open('terminal-output', os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    errors = os.open('terminal-errors', os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    status = subprocess.run(sys.argv[1:], stdout=output, stderr=errors).returncode
    count = array.array('i', [0])
    fcntl.ioctl(0, termios.FIONREAD, count)
    if count[0]:
        os.write(errors, b'ESCAPED: typed ' + os.read(0, count[0]))
    os._exit(status)
_, status = os.waitpid(child, 0)
sys.stdout.write(open('terminal-output').read())
sys.stderr.write(open('terminal-errors').read())
sys.exit(os.waitstatus_to_exitcode(status))
"""


def read_all(end):
    """What arrives until the other side ends, or is reset because it left something unread."""
    received = b""
    try:
        while part := end.recv(4096):
            received += part
    except ConnectionResetError:
        pass
    return received


def run(name, outside, user):
    """Whether the attempt was held, whether it was heard, and what happened."""
    function, hears, group, who, wraps = ATTEMPTS[name]
    work = outside.folder / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    os.chown(work, user, user)
    given = settings(outside, wraps, user)
    world = {"port": outside.port, "abstract": ABSTRACT, "namespace": str(outside.folder / "namespace"),
             "pid": given["holder"].pid if "holder" in given else 0}
    (outside.folder / "world.json").write_text(json.dumps(world))
    descriptors = given["descriptors"]

    def place():
        for number, source in descriptors.items():
            os.dup2(source if isinstance(source, int) else source.fileno(), number)

    outside.events.clear()
    process = subprocess.Popen(
        [*as_user(user), *given["before"], str(outside.folder / "assetkit"), "offline", "--json", *given["options"],
         *os.environ.get("OPTIONS", "").split(), "--",
         PYTHON, str(outside.folder / "escape_attempts.py"), str(outside.folder), name],
        cwd=work, stdin=given["stdin"], stdout=subprocess.PIPE, stderr=given["stderr"], preexec_fn=place, close_fds=False,
        env={**os.environ, "HOME": str(work), "PYTHONDONTWRITEBYTECODE": "1", **given["environment"]})
    try:
        output, errors = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        subprocess.run(["pkill", "-KILL", "-f", str(outside.folder / "assetkit")])
        subprocess.run(["pkill", "-KILL", "-f", "escape_attempts.py"])
        output, errors = process.communicate()
        errors = (errors or b"") + b"\nESCAPED: it hangs"
    if wraps == "stderr-tcp":
        given["stderr"].close()
        given["far"].settimeout(3)
        errors = read_all(given["far"])
    if "holder" in given:
        given["holder"].kill()
        given["holder"].wait()
    time.sleep(1.3 if "still there" in name else 0.1)
    text = errors.decode(errors="replace")
    happened = list(outside.events)
    outside.is_busy = False
    happened += [line for line in text.splitlines() if "ESCAPED" in line]
    happened += ["a process outlived the build"] if (work / "late").exists() else []
    try:
        report = json.loads(output)
    except ValueError:
        return not happened, False, happened + [f"status {process.returncode}, no report"], text
    asked = json.dumps(report["attempts"])
    is_heard = process.returncode == 1 and bool(report["attempts"]) and (hears or "") in asked
    if wraps == "report":
        kept = work / "report.json"
        if kept.is_symlink() and (work / "elsewhere").exists():
            kept = work / "elsewhere"  # a report follows links, as everywhere
        is_heard = is_heard and kept.exists() and hears in kept.read_text()
    return not happened, is_heard, happened, f"status {process.returncode}; {asked}; {text}"


def main(program, names):
    with tempfile.TemporaryDirectory(prefix="assetkit-escapes-") as place:
        folder = pathlib.Path(place)
        folder.chmod(0o755)
        shutil.copy(program, folder / "assetkit")
        shutil.copy(here / "escape_attempts.py", folder)
        (folder / "on_terminal.py").write_text(ON_TERMINAL)
        subprocess.run(["cc", "-O2", "-static", "-pthread", str(here / "C/escapes.c"), "-o", str(folder / "calls")], check=True)
        subprocess.run("ip link set lo up && ip addr add 192.0.2.1/32 dev lo && ip addr add 2001:db8::1/128 dev lo",
                       shell=True, check=True)
        (folder / "namespace").touch()
        subprocess.run(["mount", "--bind", "/proc/self/ns/net", str(folder / "namespace")], check=True)
        outside = Outside(folder)
        users = {"root": 0, "user": USER} if os.getuid() == 0 and IS_ROOT else {"user": os.getuid()}
        print(f"{'':62}" + "".join(f"{user:>16}" for user in users))
        failures, group = 0, ""
        for name in names or ATTEMPTS:
            if ATTEMPTS[name][2] != group:
                group = ATTEMPTS[name][2]
                print(group.capitalize())
            cells, reasons = [], []
            for title, user in users.items():
                if ATTEMPTS[name][3] == "root" and title != "root":
                    cells.append("")
                    continue
                is_held, is_heard, happened, text = run(name, outside, user)
                must_hear = ATTEMPTS[name][1] is not None
                cells.append(("held" if is_held else "OUT") + (", heard" if is_heard else ", UNHEARD" if must_hear else ""))
                if not is_held or must_hear and not is_heard:
                    failures += 1
                    reasons.append(f"      {title}: {'; '.join(happened)} | {' '.join(text.split())[:600]}")
                elif os.environ.get("VERBOSE"):
                    reasons.append(f"      {title}: {' '.join(text.split())[:600]}")
            print(f"  {name:60}" + "".join(f"{cell:>16}" for cell in cells), *reasons, sep="\n" if reasons else "", flush=True)
        subprocess.run(["umount", str(folder / "namespace")])
        print(f"{len(names or ATTEMPTS)} attempts, {failures} not held or not heard")
        return 1 if failures else 0


# A Python that another user may run too.
PYTHON = shutil.which("python3", path="/usr/bin:/usr/local/bin:/bin") or sys.executable
IS_ROOT = os.environ.get("ESCAPES_ROOT") == "1"

if __name__ == "__main__":
    if "ESCAPES_ROOT" not in os.environ:
        is_root = os.getuid() == 0
        os.environ["ESCAPES_ROOT"] = "1" if is_root else "0"
        os.execvp("unshare", ["unshare", "-nm" if is_root else "-rnm", sys.executable, *sys.argv])
    sys.exit(main(sys.argv[1], sys.argv[2:]))
