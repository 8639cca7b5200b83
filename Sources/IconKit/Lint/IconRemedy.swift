public import SafeFiles
import TextFormats

/// The commands that mend what lint finds.
///
/// Where an entry of `assetkit.toml` makes the file, the command is complete; elsewhere `MASTER.png` stands for the
/// master, which nothing in the folder tells.
public struct IconRemedy: Sendable {
  /// An option of `assetkit icons`, and its key in `assetkit.toml`.
  enum Option: Sendable {
    case background
    case mask
    case tinted
    case padding
    case optimize

    var argument: String {
      switch self {
      case .background: "--background '#ffffff'"
      case .mask: "--mask rounded"
      case .tinted: "--tinted GREY.png"
      case .padding: "--padding 12"
      case .optimize: "--optimize"
      }
    }

    var line: String {
      switch self {
      case .background: "background = \"#ffffff\""
      case .mask: "mask = \"rounded\""
      case .tinted: "tinted = \"GREY.png\""
      case .padding: "padding = 12"
      case .optimize: "optimize = true"
      }
    }
  }

  /// What makes a file.
  struct Maker: Hashable, Sendable {
    /// The names of presets that have it.
    var presets: [String]
    /// The output folder, below the folder that is checked; nil for that one.
    var folder: RelativePath?
    /// The set's name; nil for the platform's own.
    var set: String?

    init(_ presets: [String], in folder: RelativePath?) {
      self.presets = presets
      self.folder = folder
    }

    /// What makes the images of these entries of an icon set.
    init(_ roles: [CatalogRole], of set: RelativePath) {
      var names: Set<String> = []
      presets = roles.compactMap(\.preset).filter { names.insert($0).inserted }
      folder = set.parent
      let usual = ["AppIcon", "App Icon & Top Shelf Image"]
      self.set = usual.contains(set.setName) ? nil : set.setName
    }
  }

  /// The folder that paths are in, as the user named it; nil for the current one.
  private let folder: String?
  /// The names of the entries that make files, by path.
  private let entries: [RelativePath: String]

  /// - Parameters:
  ///   - folder: the folder that paths are in, as the user named it; nil for the current one.
  ///   - entries: the names of entries of `assetkit.toml` by the files that they make.
  public init(folder: String? = nil, entries: [RelativePath: String] = [:]) {
    self.folder = folder == "." ? nil : folder
    self.entries = entries
  }

  /// `path` as a word of a command.
  func word(_ path: RelativePath) -> String { place(path).shellWord }

  private func place(_ path: RelativePath?) -> String {
    let place = [folder, path?.text].compactMap { $0 }.joined(separator: "/")
    return place.isEmpty ? "." : place
  }

  /// How to make the file at `path` again.
  ///
  /// - Parameters:
  ///   - maker: what makes it, where no entry does; nil where that is not known.
  ///   - option: what to add to the command or entry.
  func making(_ path: RelativePath, by maker: Maker?, with option: Option? = nil) -> String {
    if let entry = entries[path] {
      let run = "run assetkit icons --only \(entry.shellWord)"
      return option.map { "add \($0.line) to the entry '\(entry)' of assetkit.toml, then \(run)" }
        ?? run
    }
    guard let maker, !maker.presets.isEmpty else {
      return option.map { "make it again with \($0.argument)" } ?? "make it again from the master"
    }
    let words = [
      "run assetkit icons MASTER.png --preset \(maker.presets.joined(separator: ","))",
      option?.argument, maker.set.map { "--name \($0.shellWord)" },
      "-o \(place(maker.folder).shellWord)",
    ]
    return words.compactMap { $0 }.joined(separator: " ")
  }
}

extension CatalogRole {
  /// The name of the preset that has such an entry; nil where none has.
  fileprivate var preset: String? {
    switch idiom {
    case "iphone", "ipad", "ios-marketing": "ios-legacy"
    case "universal" where platform == "watchos": "watchos"
    case "universal" where size == "1024x1024": "ios"
    case "universal": "ios-all"
    case "mac": "macos"
    case "watch", "watch-marketing": "watchos-legacy"
    case "tv": "tvos"
    case "vision": "visionos"
    default: nil
    }
  }
}
