public import SafeFiles

extension Preset {
  /// One file of a preset that is text. What it says comes from the pictures around it.
  public struct Document: Sendable {
    /// The kinds of text.
    public enum Kind: Hashable, Sendable {
      /// Contents.json of an .appiconset or .imageset: the pictures of its folder by their roles,
      /// also those of other presets.
      case imageList
      /// Contents.json of an .imagestack or .solidimagestack: its layers, the front one first.
      case layerStack([String])
      /// Contents.json of a layer, which says nothing.
      case layer
      /// Contents.json of .brandassets.
      case brandAssets([BrandAsset])
      /// An Android adaptive icon: background, foreground and monochrome layer.
      case adaptiveIcon
      /// The Android colour that is an adaptive icon's background.
      case backgroundColor
      /// A web application's manifest: its icons.
      case webManifest
      /// The elements for the head of a web page: these two files, and the icons beside them that
      /// have a role there.
      case linkElements(favicon: String, manifest: String)
    }

    /// An entry of .brandassets.
    public struct BrandAsset: Hashable, Sendable {
      /// Its folder, beside Contents.json.
      public let filename: String
      /// What it is for; one without is passed over silently.
      public let role: String
      /// In points.
      public let size: String

      /// An entry from its parts.
      public init(_ filename: String, role: String, size: String) {
        self.filename = filename
        self.role = role
        self.size = size
      }
    }

    /// Where it goes, relative to the output folder.
    public let path: RelativePath
    /// What it says.
    public let kind: Kind
    /// When there is such a file.
    public let condition: Condition

    /// A file from its parts.
    public init(path: RelativePath, kind: Kind, condition: Condition = .always) {
      self.path = path
      self.kind = kind
      self.condition = condition
    }

    /// A file of a table.
    init(_ path: String, _ kind: Kind, condition: Condition = .always) {
      self.init(path: RelativePath(ofTable: path), kind: kind, condition: condition)
    }
  }
}
