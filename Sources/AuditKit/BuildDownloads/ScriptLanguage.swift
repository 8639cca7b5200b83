/// A language in which build scripts are written, with its functions that download or run commands.
///
/// A name matches the end of a call's path: `urlopen` matches `urllib.request.urlopen`. One that
/// begins with `=` is the whole path, because methods of other objects have it too.
struct ScriptLanguage: Hashable, Sendable {
  /// The languages.
  enum Name: String, CaseIterable, Sendable {
    case python, perl, ruby, javaScript, rust, lua, jenkins
  }

  let name: Name
  let syntax: BuildSyntax
  /// Names of functions.
  struct Names: Sendable {
    /// Those that are the end of a call's path.
    let ends: Set<Substring>
    /// Those that are the whole path.
    let whole: Set<String>

    init(_ words: String) {
      let words = words.split(separator: " ")
      ends = Set(words.filter { $0.first != "=" })
      whole = Set(words.filter { $0.first == "=" }.map { String($0.dropFirst()) })
    }
  }

  /// Functions that download the address that is their argument.
  let downloads: Names
  /// Functions that download whatever their arguments are, or from a host's name.
  let sessions: Names
  /// Words in a file that show that an object of it is a client.
  let clients: NeedleSet?
  /// Methods with which a client downloads.
  let methods: Set<String>
  /// Functions that run their arguments as a command.
  let runners: Names
  /// Whether a call needs no parentheses.
  var omitsParentheses = false

  static func == (left: ScriptLanguage, right: ScriptLanguage) -> Bool { left.name == right.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }

  private init(
    _ name: Name, _ syntax: BuildSyntax, downloads: String, sessions: String = "",
    clients: [String] = [], methods: String = "get request mirror retrieve stream", runners: String,
    omitsParentheses: Bool = false
  ) {
    self.name = name
    self.syntax = syntax
    self.downloads = Names(downloads)
    self.sessions = Names(sessions)
    self.clients = clients.isEmpty ? nil : NeedleSet(clients)
    self.methods = Set(methods.split(separator: " ").map(String.init))
    self.runners = Names(runners)
    self.omitsParentheses = omitsParentheses
  }

  static let python = ScriptLanguage(
    .python, .python,
    downloads: """
      urlretrieve urlopen requests.get requests.post requests.request httpx.get httpx.stream \
      urllib3.request wget.download gdown.download Repo.clone_from tools.download tools.get \
      hub.load_state_dict_from_url download_url FancyURLopener().retrieve URLopener().retrieve \
      client.urlopen download_and_extract_archive
      """,
    sessions: """
      HTTPSConnection HTTPConnection =FTP ftplib.FTP hf_hub_download snapshot_download nltk.download \
      use_setuptools hub.load files.get files.download pip.main pip._internal.main \
      pip._internal.cli.main.main
      """,
    clients: [
      "requests.Session", "PoolManager", "build_opener", "URLopener", "ClientSession",
      "httpx.Client", "httpx.AsyncClient",
    ], methods: "get request open retrieve stream",
    runners: """
      os.system os.popen subprocess.run subprocess.call subprocess.check_call \
      subprocess.check_output subprocess.Popen subprocess.getoutput subprocess.getstatusoutput \
      Popen check_call check_output =run =call =system asyncio.create_subprocess_exec \
      asyncio.create_subprocess_shell create_subprocess_shell self.run c.run ctx.run session.run \
      self.spawn os.execvp os.execlp =execute =sh =shell run_command run_cmd
      """)
  static let perl = ScriptLanguage(
    .perl, .perl, downloads: "getstore getprint LWP.Simple.get =mirror LWP.Simple.mirror",
    sessions: "File.Fetch.new Net.FTP.new",
    clients: ["LWP::", "HTTP::Tiny", "WWW::Mechanize", "Mojo::UserAgent", "Furl"],
    methods: "get mirror request", runners: "=system =exec =open run capture =do_system",
    omitsParentheses: true)
  static let ruby = ScriptLanguage(
    .ruby, .ruby,
    downloads: """
      URI.open URI.parse().open URI.parse().read URI().open URI().read OpenURI.open_uri \
      Net.HTTP.get Net.HTTP.get_response Down.download HTTParty.get Faraday.get RestClient.get \
      Excon.get Down.open
      """, sessions: "Net.HTTP.start Net.HTTP.new", clients: [],
    runners: """
      =system =exec =sh =spawn IO.popen Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen3 \
      Open3.popen2e Kernel.system =popen
      """, omitsParentheses: true)
  static let javaScript = ScriptLanguage(
    .javaScript, .javaScript,
    downloads: """
      https.get http.get https.request http.request =fetch globalThis.fetch axios.get =axios =got \
      got.stream =request request.get =needle superagent.get =download https().get nodeFetch \
      follow-redirects.https.get
      """, clients: [],
    runners: """
      =exec =execSync =spawn =spawnSync =execFile =execFileSync =execa =execaSync shell.exec \
      child_process.exec child_process.execSync child_process.spawn child_process.spawnSync \
      child_process.execFileSync cp.exec cp.execSync cp.spawn cp.spawnSync require().execSync \
      require().exec require().spawnSync shelljs.exec execa.sync
      """)
  static let rust = ScriptLanguage(
    .rust, .rust,
    downloads: """
      reqwest.blocking.get reqwest.get ureq.get attohttpc.get minreq.get isahc.get Repository.clone \
      blocking.get
      """, clients: ["reqwest::", "ureq::", "curl::easy", "isahc::"], methods: "get url",
    runners: "Command.new")
  static let lua = ScriptLanguage(
    .lua, .lua, downloads: "http.download http.get", clients: [],
    runners: "os.execute os.executef os.exec os.run os.vrun io.popen", omitsParentheses: true)
  static let jenkins = ScriptLanguage(
    .jenkins, .jenkins, downloads: "", clients: [],
    runners: "=sh =bat =powershell =pwsh", omitsParentheses: true)

  private static let byInterpreter: [String: ScriptLanguage] = {
    let names: [(ScriptLanguage, [String])] = [
      (.python, ["python", "python2", "python3", "pypy", "pypy3", "py"]), (.perl, ["perl"]),
      (.ruby, ["ruby"]), (.javaScript, ["node", "nodejs", "deno", "bun"]),
    ]
    return Dictionary(
      uniqueKeysWithValues: names.flatMap { language, names in names.map { ($0, language) } })
  }()

  /// The programs that run scripts in these languages.
  static var interpreters: Set<String> { Set(byInterpreter.keys) }

  /// The language that an interpreter, or the `#!` line that names it, runs.
  init?(interpreter: String) {
    guard let language = Self.byInterpreter[interpreter] else { return nil }
    self = language
  }

  /// The language of files with this lower-case ending; nil for a language of ordinary sources, too:
  /// only `build.rs` is a script.
  init?(ending: String) {
    switch ending {
    case "py": self = .python
    case "pl", "pm": self = .perl
    case "rb", "rake": self = .ruby
    case "js", "cjs", "mjs": self = .javaScript
    default: return nil
    }
  }
}
