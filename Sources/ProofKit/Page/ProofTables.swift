import TextFormats

/// The vendored packages, one block each.
struct PackageTable {
  private let packages: [Proof.Package]

  init(_ packages: [Proof.Package]) {
    self.packages = packages
  }

  var markup: Markup { "<div class=\"items\">\(packages.map(block))</div>" }

  private func block(_ package: Proof.Package) -> Markup {
    let version: Markup = package.version.map { " <span class=\"version\">\($0)</span>" } ?? ""
    let patches = package.patches.map { patch -> Markup in
      "<li>\(patch.path)<br><code>\(patch.sha256)</code></li>"
    }
    let patched: Markup = patches.isEmpty ? "none" : "<ul class=\"plain\">\(patches)</ul>"
    return """
      <article>
      <h3>\(package.name)\(version) <span class="badge \(package.state.rawValue)">\
      \(ProofPage.mark(package.state))\(package.state.words)</span></h3>
      \(ProofPage.list(package.problems, class: "findings \(package.state.rawValue)"))
      <dl class="facts">
      <div><dt>Source</dt><dd>\(package.source)</dd></div>
      <div><dt>Pinned to</dt><dd><code>\(package.pin ?? "nothing")</code></dd></div>
      <div><dt>Taken from</dt><dd>\(package.origin)</dd></div>
      <div><dt>Files</dt><dd>\(Amounts.number(package.fileCount)), \(Amounts.bytes(package.byteCount))</dd></div>
      <div><dt>Patches</dt><dd>\(patched)</dd></div>
      <div><dt>Licence</dt><dd>\(package.license ?? "not recorded")</dd></div>
      </dl>
      </article>

      """
  }
}

/// The icon sets, one block each.
struct IconTable {
  private let sets: [Proof.IconSet]

  init(_ sets: [Proof.IconSet]) {
    self.sets = sets
  }

  var markup: Markup { "<div class=\"items\">\(sets.map(block))</div>" }

  private func block(_ set: Proof.IconSet) -> Markup {
    let masters = set.masters.map { master -> Markup in
      "<li>\(master.path)<br><code>\(master.sha256)</code></li>"
    }
    let drawing: Markup =
      set.drawnFrom.map {
        "<div><dt>Drawn from</dt><dd>\($0): its digest is the recorded one; the drawing was not repeated</dd></div>"
      } ?? ""
    return """
      <article>
      <h3>\(set.name) <span class="badge \(set.state.rawValue)">\
      \(ProofPage.mark(set.state))\(set.state.words)</span></h3>
      \(ProofPage.list(set.problems, class: "findings \(set.state.rawValue)"))
      <dl class="facts">
      <div><dt>Files</dt><dd>\(Amounts.number(set.fileCount))</dd></div>
      <div><dt>Made from</dt><dd><ul class="plain">\(masters)</ul></dd></div>
      \(drawing)
      </dl>
      </article>

      """
  }
}

/// The two builds.
struct BuildDetails {
  private let build: Proof.Build

  init(_ build: Proof.Build) {
    self.build = build
  }

  var markup: Markup {
    let home =
      build.home == "kept"
      ? "kept: the builds could read the home folder of the person who ran this, which nothing pins"
      : "a new, empty one for each build"
    let attempts: Markup =
      build.attempts.isEmpty
      ? "none" : ProofPage.list(build.attempts, class: "plain")
    return """
      <dl class="facts">
      <div><dt>Command</dt><dd><code>\(build.command)</code></dd></div>
      <div><dt>Compared</dt><dd><code>\(build.patterns.joined(separator: " "))</code></dd></div>
      <div><dt>Home folder</dt><dd>\(home)</dd></div>
      <div><dt>Network attempts</dt><dd>\(attempts)</dd></div>
      </dl>
      \(ProofPage.list(build.differences, class: "findings found"))
      \(variations)
      \(files)
      \(ProofPage.list(build.notes, class: "plain"))
      """
  }

  private var variations: Markup {
    guard !build.variations.isEmpty else { return "" }
    let rows = build.variations.map { variation -> Markup in
      """
      <tr><th scope="row">\(variation.name)</th><td>\(variation.values)</td>\
      <td>\(variation.effect)</td></tr>
      """
    }
    return """
      <h3>What differed between the two builds</h3>
      <table><thead><tr><th scope="col">What</th><th scope="col">First and second</th>\
      <th scope="col">Took effect</th></tr></thead><tbody>\(rows)</tbody></table>
      """
  }

  private var files: Markup {
    guard !build.files.isEmpty else { return "" }
    let shown = build.files.prefix(500).map { file -> Markup in
      """
      <tr><th scope="row">\(file.path)</th><td class="number">\(Amounts.bytes(file.byteCount ?? 0))</td>\
      <td><code>\(file.sha256)</code></td></tr>
      """
    }
    let more: Markup =
      build.files.count > 500
      ? "<p>and \(Amounts.number(build.files.count - 500)) more, which the JSON report lists.</p>"
      : ""
    return """
      <h3>Files that both builds gave alike</h3>
      <table><thead><tr><th scope="col">File</th><th scope="col">Size</th>\
      <th scope="col">SHA-256</th></tr></thead><tbody>\(shown)</tbody></table>\(more)
      """
  }
}

/// All files of the commit by what is known of them.
struct CensusSection {
  private let census: FileCensus

  init(_ census: FileCensus) {
    self.census = census
  }

  private struct Row {
    let name: String
    let words: String
    let total: FileCensus.Total
  }

  private var rows: [Row] {
    [
      Row(
        name: "derived",
        words: "proven to be derived: vendored files and icons",
        total: census.total { $0 == .vendored || $0 == .icon }),
      Row(
        name: "unproven",
        words: "vendored files and icons that could not be proven",
        total: census.total { $0 == .unproven }),
      Row(
        name: "pins",
        words: "what the proof starts from: lock, lists, patches, settings, archives, masters",
        total: census.total { $0 == .pin }),
      Row(
        name: "texts", words: "other texts: sources that people read and review",
        total: census.total { $0 == .text }),
      Row(
        name: "unexplained",
        words: "files nobody could have written by hand and no proof covers",
        total: census.unexplainedTotal),
    ].filter { $0.name != "unproven" || $0.total.count > 0 }
  }

  var markup: Markup {
    let all = census.total()
    let lines = rows.map { row -> Markup in
      """
      <tr><th scope="row"><i class="key \(row.name)" aria-hidden="true"></i>\(row.words)</th>\
      <td class="number">\(Amounts.number(row.total.count))</td>\
      <td class="number">\(Amounts.bytes(row.total.byteCount))</td></tr>
      """
    }
    let bar = rows.filter { $0.total.byteCount > 0 }.map { row -> Markup in
      "<i class=\"\(row.name)\" style=\"flex-grow:\(row.total.byteCount)\"></i>"
    }
    return """
      <section id="files">
      <h2>Every file of the commit</h2>
      <div class="bar" aria-hidden="true">\(bar)</div>
      <table class="totals"><thead><tr><th scope="col">What</th><th scope="col">Files</th>\
      <th scope="col">Size</th></tr></thead><tbody>\(lines)</tbody>\
      <tfoot><tr><th scope="row">all</th><td class="number">\(Amounts.number(all.count))</td>\
      <td class="number">\(Amounts.bytes(all.byteCount))</td></tr></tfoot></table>
      \(unexplained)
      <p class="aside">Every file's bytes were compared with the commit id. Whether a file is a text is told \
      by its bytes, and that can be fooled; who wrote a text, and whether it is good, is not proven by \
      anything here. Files that git ignores, and changes that are not committed, are not part of this.</p>
      </section>

      """
  }

  private var unexplained: Markup {
    let all = census.unexplained
    guard !all.isEmpty else { return "" }
    let rows = all.prefix(50).map { file, reason -> Markup in
      """
      <tr><th scope="row">\(file.path)</th><td class="number">\(Amounts.bytes(file.byteCount))</td>\
      <td>\(reason.words)</td></tr>
      """
    }
    let more: Markup =
      all.count > 50
      ? "<p>and \(Amounts.number(all.count - 50)) smaller ones, which the JSON report lists.</p>"
      : ""
    return """
      <h3>Files nobody could have written by hand and no proof covers</h3>
      <table><thead><tr><th scope="col">File</th><th scope="col">Size</th><th scope="col">Why</th></tr>\
      </thead><tbody>\(rows)</tbody></table>\(more)
      """
  }
}
