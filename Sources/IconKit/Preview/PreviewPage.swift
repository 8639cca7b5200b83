import SafeFiles

/// One self-contained page that shows every icon of a run: real size and enlarged, in its platform's
/// mask, on three grounds. No script, nothing from a network; each picture is in it once.
struct PreviewPage {
  /// The text that such a page begins with, by which an earlier one is known.
  static let start = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="generator" content="assetkit icons --preview">
    """

  private var pictures = PictureStyles()
  private var body = ""

  /// The page's bytes.
  static func bytes(of preview: IconPreview) -> [UInt8] {
    var page = PreviewPage()
    page.write(preview)
    var text = start
    text += """

      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
      style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Icons: \(escaped(preview.title))</title>
      <style>
      \(PreviewStyle.text)
      \(page.pictures.rules)</style>
      </head>
      <body>
      \(page.body)</body>
      </html>

      """
    return Array(text.utf8)
  }

  /// Text as HTML takes it in elements and in quoted attributes (HTML Standard, 13.1).
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private mutating func write(_ preview: IconPreview) {
    let bytes = preview.files.reduce(0) { $0 + $1.bytes.count }
    let count = preview.findings.count
    body += "<header><h1>\(Self.escaped(preview.title))</h1><p>\(preview.files.count) files, "
    body += "\(Self.size(bytes)), "
    body +=
      count == 0
      ? "nothing found" : "<strong>\(count) \(count == 1 ? "finding" : "findings")</strong>"
    body += "</p></header>\n"
    let shown = Set(preview.files.map(\.path))
    write(preview.findings.filter { !shown.contains($0.path) })
    for (folder, entries) in preview.entriesByFolder {
      body += "<section><h2>\(Self.escaped(folder?.description ?? "."))</h2>\n<div class=cards>\n"
      for entry in entries { write(entry, findings: preview.findings(of: entry.path)) }
      body += "</div></section>\n"
    }
    if !preview.layers.isEmpty {
      body += "<section><h2>Layers, and what a device makes of them</h2>\n<div class=cards>\n"
      for layers in preview.layers { write(layers) }
      body += "</div></section>\n"
    }
    guard !preview.texts.isEmpty else { return }
    body += "<section><h2>Text</h2><ul class=texts>\n"
    for file in preview.texts {
      body += "<li><code>\(Self.escaped(file.path.description))</code> "
      body += "\(Self.size(file.bytes.count))"
      write(preview.findings(of: file.path))
      body += "</li>\n"
    }
    body += "</ul></section>\n"
  }

  private mutating func write(_ entry: IconPreview.Entry, findings: [IconFinding]) {
    let name = Self.escaped(entry.path.lastComponent.description)
    let picture = pictures.name(of: entry.picture)
    let (width, height) = (entry.size.width, entry.size.height)
    body += "<article\(findings.isEmpty ? "" : " class=found")><h3>\(name)</h3>"
    body += "<p class=facts>\(width) × \(height) px · \(Self.size(entry.bytes))</p>"
    write(findings)
    let whole = entry.size.fitting(Self.mostShown)
    for ground in ["light", "dark", "photo"] {
      body += "<div class=\"ground \(ground)\">"
      for mask in entry.masks {
        write(picture, name, mask, whole, enlarged: false)
      }
      body += "</div>"
    }
    body += "<div class=more>"
    writeMagnified(picture, name, entry.size)
    if whole != entry.size {
      body += "<details><summary>\(width) px, real size</summary><div class=scroll>"
      write(picture, name, entry.masks.first ?? .none, entry.size, enlarged: false)
      body += "</div></details>"
    }
    body += "</div></article>\n"
  }

  /// Larger ones are shown smaller, and at their own size when asked.
  private static let mostShown = 192
  private static let magnifierSide = 192

  private mutating func writeMagnified(_ picture: String, _ name: String, _ size: PixelSize) {
    let factor = max(2, Self.magnifierSide / max(size.width, size.height))
    let (width, height) = (size.width * factor, size.height * factor)
    body += "<figure><div role=img aria-label=\"\(name), enlarged\" class=\"\(picture) big\" "
    body += "style=\"width:\(min(width, Self.magnifierSide))px;"
    body += "height:\(min(height, Self.magnifierSide))px;"
    body += "background-size:\(width)px \(height)px\"></div>"
    let isPart = max(width, height) > Self.magnifierSide
    body += "<figcaption>\(isPart ? "the middle, " : "")× \(factor)</figcaption></figure>"
  }

  private mutating func write(
    _ picture: String, _ name: String, _ mask: IconPreview.Mask, _ size: PixelSize, enlarged: Bool
  ) {
    let outer = "style=\"width:\(size.width)px;height:\(size.height)px\""
    guard mask.part < 100 else {
      body +=
        "<div role=img aria-label=\"\(name)\" class=\"\(picture) \(mask.style)\" \(outer)></div>"
      return
    }
    // What launchers show is the middle part: the whole, cut.
    body += "<div role=img aria-label=\"\(name)\" class=\"part \(mask.style)\" style=\""
    body += "width:\(size.width * mask.part / 100)px;height:\(size.height * mask.part / 100)px\">"
    body += "<div class=\"\(picture) inner\" \(outer)></div></div>"
  }

  private mutating func write(_ layers: IconPreview.Layers) {
    let names = layers.entries.map { (pictures.name(of: $0.picture), $0) }
    guard let size = layers.entries.first?.size.fitting(Self.mostShown) else { return }
    let whole = "style=\"width:\(size.width)px;height:\(size.height)px"
    body += "<article><h3>\(Self.escaped(layers.name.description))</h3>"
    body += "<p class=facts>\(layers.entries.count) of \(layers.entries[0].size) px, lowest first"
    body += "</p><div class=layers>\n"
    for (picture, entry) in names {
      body +=
        "<figure><div class=checked><div role=img class=\"\(picture)\" \(whole)\"></div></div>"
      body +=
        "<figcaption>\(Self.escaped(entry.path.lastComponent.description))</figcaption></figure>"
    }
    body += "</div>\n"
    for ground in ["light", "dark", "photo"] {
      body += "<div class=\"ground \(ground)\">"
      for mask in layers.masks {
        let (width, height) = (size.width * mask.part / 100, size.height * mask.part / 100)
        body += "<div role=img aria-label=\"all layers\" class=\"stack \(mask.style)\" style=\""
        body += "width:\(width)px;height:\(height)px;background-color:\(layers.ground)\">"
        for (picture, _) in names { body += "<div class=\"\(picture) inner\" \(whole)\"></div>" }
        body += "</div>"
      }
      body += "</div>"
    }
    body += "</article>\n"
  }

  private mutating func write(_ findings: [IconFinding]) {
    guard !findings.isEmpty else { return }
    body += "<ul class=findings>"
    for finding in findings {
      body += "<li class=\(finding.rule.severity.rawValue)><code>"
      body += "\(Self.escaped(finding.path.description))</code> \(Self.escaped(finding.problem))"
      body += " <span>\(finding.rule.id)</span></li>"
    }
    body += "</ul>"
  }

  /// Bytes, and from ten thousand on kibibytes.
  private static func size(_ bytes: Int) -> String {
    bytes < 10_000 ? "\(bytes) bytes" : "\((bytes + 512) / 1024) KiB"
  }
}

extension PixelSize {
  /// Its like that is no larger than a square of this side.
  func fitting(_ side: Int) -> PixelSize {
    let longer = max(width, height)
    guard longer > side else { return self }
    return PixelSize(
      width: max(1, width * side / longer), height: max(1, height * side / longer))
  }
}
