import TestSupport
import Testing

/// A git repository, and a folder whose repositories and files servers offer while a command runs.
struct ImportProject {
  let folder: TemporaryFolder
  let upstream: TemporaryFolder
  let home: TemporaryFolder
  var path: String { folder.path }

  init(_ files: [String: String] = [:]) async throws {
    folder = try TemporaryFolder(files)
    upstream = try TemporaryFolder()
    home = try TemporaryFolder()
    try await shell("git init -q -b main .")
  }

  private var environment: [String: String] {
    ["HOME": home.path, "XDG_CACHE_HOME": "\(home.path)/cache", "GIT_CONFIG_GLOBAL": "/dev/null"]
  }

  /// Runs a script of the shell in the project, after `commit MESSAGE` was defined.
  @discardableResult func shell(_ script: String) async throws -> String {
    try await Command.shell(Self.prelude + script, in: path, environment: environment)
  }

  /// Runs a script of the shell in the folder that servers offer.
  @discardableResult func serve(_ script: String) async throws -> String {
    try await Command.shell(Self.prelude + script, in: upstream.path, environment: environment)
  }

  private static let prelude = """
    commit() { git -c core.autocrlf=false add -A && \
    git -c user.name=t -c user.email=t@example.org commit -q -m "$1"; }

    """

  /// Runs `assetkit vendor` while a git daemon and a web server offer ``upstream``.
  ///
  /// In the project's files, `@GIT@` and `@HTTP@` stand for their addresses.
  func vendor(_ arguments: String...) async throws -> Command.Outcome {
    try await Program.run(
      ["vendor"] + arguments, in: path, environment: environment,
      under: ["python3", "-c", Self.servers, upstream.path])
  }

  /// Runs a command that `assetkit` printed, as a person would who pastes it into a shell.
  func paste(_ command: String) async throws -> Command.Outcome {
    let script = "assetkit() { '\(Program.executable)' \"$@\"; }\n\(command)"
    return try await Command.run(
      "python3", ["-c", Self.servers, upstream.path, "sh", "-c", script], in: path,
      environment: environment)
  }

  /// Runs a git daemon and a web server, and the command that the arguments after the folder are.
  private static let servers = #"""
    import functools, http.server, os, signal, socket, subprocess, sys, threading
    folder, command = sys.argv[1], sys.argv[2:]
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_): pass
    # The second run's ports are those of the first, because files and locks name them.
    note = os.path.join(folder, '.ports')
    ports = [int(port) for port in open(note).read().split()] if os.path.exists(note) else [0, 0]
    web = http.server.ThreadingHTTPServer(
        ('127.0.0.1', ports[0]), functools.partial(Quiet, directory=folder))
    threading.Thread(target=web.serve_forever, daemon=True).start()
    for attempt in range(5):
        with socket.socket() as s:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            s.bind(('127.0.0.1', ports[1]))
            port = s.getsockname()[1]
        daemon = subprocess.Popen(
            ['git', '-c', 'safe.directory=*', '-c', 'uploadpack.allowAnySHA1InWant=true', 'daemon',
             '--verbose', '--reuseaddr', '--export-all', '--listen=127.0.0.1', f'--port={port}',
             f'--base-path={folder}', folder], stderr=subprocess.PIPE, start_new_session=True)
        if b'Ready' in daemon.stderr.readline(): break
    open(note, 'w').write(f'{web.server_port} {port}')
    threading.Thread(target=daemon.stderr.read, daemon=True).start()
    names = {'@GIT@': f'git://127.0.0.1:{port}', '@HTTP@': f'http://127.0.0.1:{web.server_port}'}
    for root, folders, files in os.walk('.'):
        folders[:] = [f for f in folders if f not in ('objects', 'Vendor')]
        for name in files:
            path = os.path.join(root, name)
            try: text = open(path).read()
            except UnicodeDecodeError: continue
            new = text
            for key, value in names.items(): new = new.replace(key, value)
            if new != text: open(path, 'w').write(new)
    try: sys.exit(subprocess.run(command).returncode)
    # git starts the daemon as a program of its own.
    finally: os.killpg(daemon.pid, signal.SIGKILL)
    """#
}
