import TextFormats

extension Notices {
  /// The notices as plain text.
  public var text: String {
    sections.enumerated().map { index, section in
      let head =
        section.packages.joined(separator: ", ") + (section.expression.map { " (\($0))" } ?? "")
      let rule = String(repeating: "-", count: min(head.count, 78))
      return ([head + "\n" + rule] + paragraphs(of: section, at: index))
        .joined(separator: "\n\n") + "\n"
    }.joined(separator: "\n\n")
  }

  /// What is below the head of a section: sentences, statements and texts.
  func paragraphs(of section: Section, at index: Int) -> [String] {
    var paragraphs = section.acknowledgements
    if !section.copyrightLines.isEmpty {
      paragraphs.append(section.copyrightLines.joined(separator: "\n"))
    }
    if !section.otherLines.isEmpty {
      paragraphs.append(
        "In tests, tools, documentation and build files:\n"
          + section.otherLines.joined(separator: "\n"))
    }
    for number in section.texts {
      let text = texts[number]
      paragraphs.append(
        text.section == index
          ? text.text
          : "\(text.title): the same text as of \(sections[text.section].packages[0])")
    }
    return paragraphs
  }

  /// The notices as a property list for an iOS settings bundle: groups with the texts as footers.
  public var propertyList: String {
    var items: Markup = ""
    for (index, section) in sections.enumerated() {
      let title = section.packages.joined(separator: ", ")
      let text = paragraphs(of: section, at: index).joined(separator: "\n\n")
      items += """
            <dict>
              <key>Type</key><string>PSGroupSpecifier</string>
              <key>Title</key><string>\(title)</string>
              <key>FooterText</key><string>\(text)</string>
            </dict>

        """
    }
    let list: Markup = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <key>StringsTable</key><string>Acknowledgements</string>
        <key>PreferenceSpecifiers</key>
        <array>
      \(items)  </array>
      </dict>
      </plist>

      """
    return list.text
  }
}
