import Findings
import SafeFiles
import TextFormats

/// A self-contained page that shows icons as devices show them, and then every file by platform.
/// It has no script, loads nothing, and embeds each image once.
struct PreviewPage {
  /// The markup that every such page begins with, by which an earlier preview is recognised.
  static let start: Markup = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="generator" content="assetkit icons --preview">
    """

  let title: String
  let groups: [PreviewGroup]
  private let styles: ImageStyles

  init(title: String, groups: [PreviewGroup]) {
    self.title = title
    self.groups = groups
    styles = ImageStyles.embedding(groups.flatMap(\.images).map(\.image))
  }

  /// The whole document.
  var document: Markup {
    """
    \(Self.start)
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
    style-src 'unsafe-inline'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Icons: \(title)</title>
    <style>
    \(PreviewStyle.sheet)
    \(SceneStyle.sheet)
    \(styles.rules)</style>
    </head>
    <body>
    \(header)<main>
    \(groups.map(section))</main>
    </body>
    </html>

    """
  }

  private var header: Markup {
    let bytes = groups.reduce(0) { $0 + $1.byteCount }
    let files = groups.reduce(0) { $0 + $1.fileCount }
    let count = groups.reduce(0) { $0 + $1.findings.count }
    let result: Markup =
      count == 0
      ? "no findings" : "<strong>\(count) \(count == 1 ? "finding" : "findings")</strong>"
    return """
      <header><h1>\(title)</h1><p>\(files) files, \(PreviewPage.size(bytes)), \(result)</p></header>

      """
  }

  private func section(_ group: PreviewGroup) -> Markup {
    let level = groups.count == 1 ? 2 : 3
    let scenes = DeviceScenes(group: group, styles: styles).all
    let heading: Markup = groups.count == 1 ? "" : "<h2>\(group.name)</h2>\n"
    let devices: Markup =
      scenes.isEmpty
      ? ""
      : """
      <section><h\(level)>On devices</h\(level)>
      <div class=scenes>
      \(scenes.map(\.figure))</div></section>

      """
    let files: [Markup] = group.platforms.map {
      PreviewFiles(platform: $0, group: group, styles: styles, level: level).section
    }
    return "\(heading)\(devices)\(Self.list(otherFindings(of: group)))\(files)"
  }

  /// The findings of files that are not in the group.
  private func otherFindings(of group: PreviewGroup) -> [Finding] {
    let shown = Set(
      group.images.map(\.path) + group.platforms.flatMap { $0.texts.map(\.path) })
    return group.findings.filter { $0.path.map { !shown.contains($0) } ?? true }
  }

  // MARK: - Parts shared with tiles

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

  /// A size in pixels; of a square, one side.
  static func pixels(_ size: PixelSize) -> String {
    size.isSquare ? "\(size.width) px" : "\(size) px"
  }
}
