import Findings
import SafeFiles
import TextFormats

/// A self-contained page that shows every icon of a run: at real size and enlarged, in its
/// platform's mask, on three backgrounds. It has no script, loads nothing, and embeds each image
/// once.
struct PreviewPage {
  /// The markup that every such page begins with, by which an earlier preview is recognised.
  static let start: Markup = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="generator" content="assetkit icons --preview">
    """

  let preview: IconPreview
  let entries: [IconPreview.Entry]
  let layers: [IconPreview.Layers]
  let styles: ImageStyles

  /// The whole document.
  var document: Markup {
    """
    \(Self.start)
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
    style-src 'unsafe-inline'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Icons: \(preview.title)</title>
    <style>
    \(PreviewStyle.sheet)
    \(styles.rules)</style>
    </head>
    <body>
    \(header)\(otherFindings)\(folders)\(layerCards)\(texts)</body>
    </html>

    """
  }

  private var header: Markup {
    let bytes = preview.files.reduce(0) { $0 + $1.bytes.count }
    let count = preview.findings.count
    let result: Markup =
      count == 0
      ? "no findings" : "<strong>\(count) \(count == 1 ? "finding" : "findings")</strong>"
    return """
      <header><h1>\(preview.title)</h1>\
      <p>\(preview.files.count) files, \(PreviewPage.size(bytes)), \(result)</p></header>

      """
  }

  /// The findings of files that are not shown.
  private var otherFindings: Markup {
    let shown = Set(preview.files.map(\.path))
    return PreviewPage.list(preview.findings.filter { $0.path.map { !shown.contains($0) } ?? true })
  }

  /// The images folder by folder, in the order in which they are listed.
  private var folders: Markup {
    var folders: [RelativePath?] = []
    for entry in entries where !folders.contains(entry.path.parent) {
      folders.append(entry.path.parent)
    }
    var sections: Markup = ""
    for folder in folders {
      let cards = entries.filter { $0.path.parent == folder }.map { entry in
        PreviewCard(
          entry: entry, imageClass: styles.name(of: entry.image),
          findings: preview.findings(of: entry.path)
        ).article
      }
      sections += PreviewPage.section(folder?.description ?? ".", cards)
    }
    return sections
  }

  private var layerCards: Markup {
    if layers.isEmpty { return "" }
    return PreviewPage.section(
      "Layers, separately and combined",
      layers.map { PreviewLayersCard(layers: $0, styles: styles).article })
  }

  private var texts: Markup {
    if preview.texts.isEmpty { return "" }
    let items: [Markup] = preview.texts.map { file in
      """
      <li><code>\(file.path.description)</code> \(PreviewPage.size(file.bytes.count))\
      \(PreviewPage.list(preview.findings(of: file.path)))</li>

      """
    }
    return "<section><h2>Text files</h2><ul class=texts>\n\(items)</ul></section>\n"
  }

  // MARK: - Parts shared with cards

  /// The findings as a list; empty where there are none.
  static func list(_ findings: [Finding]) -> Markup {
    if findings.isEmpty { return "" }
    let items: [Markup] = findings.map { finding in
      """
      <li class=\(finding.rule.severity.rawValue)><code>\(finding.path?.description ?? "")</code> \
      \(finding.message); \(finding.remedy) <span>\(finding.rule.id)</span></li>
      """
    }
    return "<ul class=findings>\(items)</ul>"
  }

  /// A size in bytes, from 10,000 on in KiB.
  static func size(_ bytes: Int) -> String {
    bytes < 10_000 ? "\(bytes) bytes" : "\((bytes + 512) / 1024) KiB"
  }

  private static func section(_ title: String, _ cards: [Markup]) -> Markup {
    "<section><h2>\(title)</h2>\n<div class=cards>\n\(cards)</div></section>\n"
  }
}
