import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// A server that a script of Python is, for what nginx does not do.
package enum PythonServer {
  /// Runs `script` in `folder` while `body` runs.
  ///
  /// The script binds a port of the loopback and prints its number when it listens.
  package static func run<Value: Sendable>(
    _ script: String, in folder: TemporaryFolder, _ body: (_ port: Int) async throws -> Value
  ) async throws -> Value {
    try folder.write("server.py", script)
    return try await Subprocess.run(
      .name("python3"), arguments: ["-u", "server.py"], workingDirectory: FilePath(folder.path),
      input: .none, output: .sequence, error: .discarded
    ) { execution in
      var line: [UInt8] = []
      for try await buffer in execution.standardOutput {
        buffer.withUnsafeBytes { line += $0 }
        if line.contains(UInt8(ascii: "\n")) { break }
      }
      guard let port = Int(String(decoding: line, as: UTF8.self).filter(\.isNumber)) else {
        throw TestFailure("the server of Python does not start")
      }
      do {
        let result = try await body(port)
        try execution.send(signal: .kill)
        return result
      } catch {
        try execution.send(signal: .kill)
        throw error
      }
    }.closureResult
  }

  /// A repository's smart HTTP server behind a login: git http-backend(1) as a CGI program.
  ///
  /// It serves the repositories in its folder to the user `user` with the password `word`, and records
  /// the users of all requests in the file `asked`.
  package static let gitWithLogin = """
    import base64, http.server, os, subprocess
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = 'HTTP/1.0'
        def answer(self):
            login = self.headers.get('Authorization', '')
            open('asked', 'a').write(login + '\\n')
            if login != 'Basic ' + base64.b64encode(b'user:word').decode():
                self.send_response(401)
                self.send_header('WWW-Authenticate', 'Basic realm="private"')
                self.end_headers()
                return
            path, _, query = self.path.partition('?')
            body = self.rfile.read(int(self.headers.get('Content-Length') or 0))
            environment = dict(os.environ, GIT_PROJECT_ROOT=os.getcwd(), GIT_HTTP_EXPORT_ALL='1',
                PATH_INFO=path, QUERY_STRING=query, REQUEST_METHOD=self.command,
                CONTENT_TYPE=self.headers.get('Content-Type', ''), CONTENT_LENGTH=str(len(body)),
                HTTP_CONTENT_ENCODING=self.headers.get('Content-Encoding', ''),
                GIT_PROTOCOL=self.headers.get('Git-Protocol', ''), REMOTE_USER='user',
                GIT_CONFIG_COUNT='1', GIT_CONFIG_KEY_0='safe.directory', GIT_CONFIG_VALUE_0='*')
            result = subprocess.run(['git', 'http-backend'], input=body, env=environment,
                stdout=subprocess.PIPE).stdout
            self.wfile.write(b'HTTP/1.0 200 OK\\r\\n' + result)
        do_GET = do_POST = answer
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
    print(server.server_port)
    server.serve_forever()
    """
}
