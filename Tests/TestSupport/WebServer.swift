import SafeFiles
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A real nginx on the loopback that serves a folder; it is gone when `stop` was called.
package final class WebServer: Sendable {
  package let folder: TemporaryFolder
  package let port: Int
  private let configuration: String

  /// Starts nginx; when its first process ends the sockets are open.
  package init() async throws {
    folder = try TemporaryFolder()
    for name in ["files", "temp", "logs", "dav"] {
      try folder.handle.createDirectory(RelativePath(name))
    }
    var started: (port: Int, path: String)?
    // Between looking for a port and using it another program may take it.
    for attempt in 0..<5 where started == nil {
      let port = try Self.freePort()
      try folder.write("conf\(attempt)", Self.text(folder.path, port))
      let path = "\(folder.path)/conf\(attempt)"
      if try await Self.nginx(path, []) { started = (port, path) }
    }
    guard let started else { throw TestFailure("nginx does not start") }
    (port, configuration) = started
  }

  package func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

  /// Puts a file where it is served.
  package func serve(_ name: String, _ bytes: [UInt8]) throws {
    try folder.write("files/\(name)", bytes)
  }

  /// One line for each request: status, address, range.
  package func requests() throws -> [String] {
    try folder.text("logs/access").split(separator: "\n").map(String.init)
  }

  /// One line for each request: status, method, address, user.
  package func exchanges() throws -> [String] {
    try folder.text("logs/exchanges").split(separator: "\n").map(String.init)
  }

  /// Ends nginx at once, cutting what it is sending.
  package func cut() {
    let text = (try? folder.text("pid")) ?? ""
    if let process = Int32(text.filter(\.isNumber)) { kill(process, SIGTERM) }
  }

  /// Starts it again at the same port, as soon as the old one has let go of it.
  package func restart() async throws {
    for _ in 0..<100 {
      if try await Self.nginx(configuration, []) { return }
    }
    throw TestFailure("nginx does not start again")
  }

  package func stop() async {
    _ = try? await Self.nginx(configuration, ["-s", "stop"])
  }

  private static func nginx(_ configuration: String, _ more: [String]) async throws -> Bool {
    let result = try await run(
      .name("nginx"), arguments: Arguments(["-q", "-c", configuration] + more),
      environment: .inherit.updating([
        "PATH": "/usr/sbin:/usr/local/sbin:/opt/homebrew/bin:/usr/bin:/bin"
      ]),
      output: .discarded, error: .discarded)
    return result.terminationStatus.isSuccess
  }

  package static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
      }
    }
    guard result == 0 else { throw TestFailure("no free port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func text(_ path: String, _ port: Int) -> String {
    """
    \(getuid() == 0 ? "user root;" : "")
    worker_processes 1;
    pid \(path)/pid;
    error_log \(path)/logs/error;
    events {}
    http {
      log_format plain '$status $request_uri $http_range';
      access_log \(path)/logs/access plain;
      log_format exchange '$status $request_method $request_uri $remote_user';
      access_log \(path)/logs/exchanges exchange;
      client_max_body_size 0;
      client_body_temp_path \(path)/temp/a; proxy_temp_path \(path)/temp/b;
      fastcgi_temp_path \(path)/temp/c; uwsgi_temp_path \(path)/temp/d;
      scgi_temp_path \(path)/temp/e;
      server {
        listen 127.0.0.1:\(port);
        root \(path)/files;
        autoindex on;
        location /again/ { return 302 /; }
        location = /moved { return 302 /a; }
        location = /loop { return 302 /loop; }
        location = /outside { return 302 file:///etc/passwd; }
        location = /busy { return 503; }
        location = /tomorrow { add_header Retry-After 86400 always; return 503; }
        location = /forbidden { return 403; }
        location /slow/ { alias \(path)/files/; limit_rate 60k; }
        location /stuck/ { alias \(path)/files/; limit_rate_after 100k; limit_rate 1; }
        location /whole/ { alias \(path)/files/; max_ranges 0; }
        location /chunked/ { alias \(path)/files/; ssi on; ssi_types *; }
        location /unframed/ {
          alias \(path)/files/; ssi on; ssi_types *; chunked_transfer_encoding off;
        }
        location /encoded/ {
          alias \(path)/files/; ssi on; ssi_types *; add_header Content-Encoding gzip;
        }
        location = /moved-chunked { return 302 /chunked/a; }
        location /cache/ { alias \(path)/dav/; dav_methods PUT; create_full_put_path on; }
        location /private/ {
          alias \(path)/dav/; dav_methods PUT; create_full_put_path on;
          auth_basic cache; auth_basic_user_file \(path)/passwords;
        }
        location /full/ {
          alias \(path)/dav/;
          if ($request_method = PUT) { return 507; }
        }
        location /readonly/ { alias \(path)/dav/; }
        location /lying/ { return 200 "something else"; }
        location /broken/ { return 500; }
        location /endless/ { alias \(path)/files/; limit_rate 400k; ssi on; ssi_types *; }
      }
    }
    """
  }
}
