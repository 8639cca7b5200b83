public import TextFormats

/// The page for a reviewer: one file that needs no other, no script and no network.
public struct ProofPage {
  private let proof: Proof

  /// The page of a proof.
  public init(_ proof: Proof) {
    self.proof = proof
  }

  /// The document.
  public var markup: Markup {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none';style-src 'unsafe-inline'">
    <title>\(proof.name): \(proof.verdict.words)</title>
    <style>\(ProofStyle.sheet)</style>
    </head>
    <body>
    \(header)
    <main>
    \(ProofPage.remarks(proof.remarks))
    \(census)
    \(proof.claims.map(section))
    \(environment)
    </main>
    <footer><p>Written by \(proof.tool). This page loads nothing and runs no script.</p></footer>
    </body>
    </html>

    """
  }

  private var header: Markup {
    let signed =
      proof.commit.isSigned
      ? "The commit has a signature, which was not checked." : "The commit is not signed."
    let folder: Markup =
      proof.folder.isEmpty ? "" : "<div><dt>Folder</dt><dd><code>\(proof.folder)</code></dd></div>"
    return """
      <header class="\(proof.verdict.rawValue)">
      <p class="kind">Proof of <b>\(proof.name)</b></p>
      <h1>\(Self.mark(proof.verdict))\(headline)</h1>
      <p class="lead">\(proof.sentence)</p>
      <dl>
      <div><dt>Commit</dt><dd><code>\(proof.commit.id)</code></dd></div>
      <div><dt>Date of the commit</dt><dd>\(proof.commit.date), as the commit says. \(signed)</dd></div>
      \(folder)
      </dl>
      <ul class="cards">\(proof.claims.map(card))</ul>
      </header>
      """
  }

  private func card(_ claim: Proof.Claim) -> Markup {
    """
    <li class="\(claim.state.rawValue)"><a href="#\(claim.kind.rawValue)">\
    <span class="state">\(Self.mark(claim.state))\(claim.state.words)</span>\
    <b>\(claim.kind.title)</b><span>\(Self.sentence(claim.result))</span></a></li>
    """
  }

  private func section(_ claim: Proof.Claim) -> Markup {
    let commands = claim.kind.commands
    let again: Markup =
      claim.state == .notCovered
      ? ""
      : """
      <p class="again">To repeat it, in a clean clone:</p>
      <pre>\(commands.joined(separator: "\n"))</pre>
      """
    let words: Markup =
      claim.state == .notCovered
      ? ""
      : """
      <div class="words"><p><b>How.</b> \(claim.kind.method)</p>\
      <p><b>What it does not say.</b> \(claim.kind.limits)</p></div>
      """
    return """
      <section id="\(claim.kind.rawValue)">
      <h2>\(claim.kind.title) <span class="badge \(claim.state.rawValue)">\
      \(Self.mark(claim.state))\(claim.state.words)</span></h2>
      <p>\(Self.sentence(claim.result))</p>
      \(Self.list(claim.findings, class: "findings \(claim.state.rawValue)"))
      \(details(of: claim.kind))
      \(words)
      \(again)
      </section>

      """
  }

  private func details(of kind: Proof.Claim.Kind) -> Markup {
    switch kind {
    case .vendored: PackageTable(proof.packages).markup
    case .icons: IconTable(proof.iconSets).markup
    case .audit: ""
    case .build: proof.build.map { BuildDetails($0).markup } ?? ""
    }
  }

  private var census: Markup { CensusSection(proof.files).markup }

  private var environment: Markup {
    let facts = proof.environment.map { fact -> Markup in
      "<div><dt>\(fact.name)</dt><dd>\(fact.value)</dd></div>"
    }
    return """
      <section id="environment">
      <h2>The machine</h2>
      <p>No proof covers the machine itself: its kernel, its libraries, its compilers, and this program. \
      This is what is known of it. The programs are those that PATH names; whether the build ran them is \
      not known.</p>
      <dl class="facts">\(facts)</dl>
      </section>

      """
  }

  // MARK: - Pieces

  private static func remarks(_ remarks: [String]) -> Markup {
    guard !remarks.isEmpty else { return "" }
    return """
      <section id="remarks" class="remarks"><h2>Before you rely on this</h2>\
      \(list(remarks, class: "plain"))</section>

      """
  }

  /// A list; nothing where it is empty.
  static func list(_ items: [String], class name: String) -> Markup {
    guard !items.isEmpty else { return "" }
    let shown = items.prefix(200).map { item -> Markup in "<li>\(item)</li>" }
    let more: Markup =
      items.count > 200 ? "<li>and \(Amounts.number(items.count - 200)) more</li>" : ""
    return "<ul class=\"\(name)\">\(shown)\(more)</ul>"
  }

  /// The text as a sentence of its own; a file's name at its beginning stays as it is.
  private static func sentence(_ text: String) -> String {
    let isFile = text.prefix { $0 != " " }.contains(".")
    return (isFile ? text.prefix(1) : text.prefix(1).uppercased()[...]) + text.dropFirst() + "."
  }

  /// A sign of the state beside its word, for those who see no colours.
  static func mark(_ state: Proof.State) -> Markup {
    let sign =
      switch state {
      case .proven: "✓"
      case .found: "✗"
      case .notProven: "?"
      case .notCovered: "–"
      }
    return "<i aria-hidden=\"true\">\(sign)</i>"
  }

  private var headline: String {
    switch proof.verdict {
    case .proven:
      proof.claim(.build)?.state == .proven ? "Proven" : "Proven, but not the build"
    case .found: "Found something"
    case .notProven, .notCovered: "Not proven"
    }
  }
}
