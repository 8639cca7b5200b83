public import SafeFiles

extension Preset {
  /// One text file of a preset. Its contents follow from the images around it.
  public struct Document: Sendable {
    /// The kinds of text.
    public enum Kind: Hashable, Sendable {
      /// Contents.json of an .appiconset or .imageset: the images of its folder by their roles,
      /// including those of other presets.
      case imageList
      /// Contents.json of an .imagestack or .solidimagestack: its layers, the front one first.
      case layerStack([String])
      /// Contents.json of a layer, which lists nothing.
      case layer
      /// Contents.json of .brandassets.
      case brandAssets([BrandAsset])
      /// icon.json of an Icon Composer bundle: the layers are the images of its Assets folder. One that
      /// exists is never changed.
      case iconComposer
      /// The SVG that was given as the image for a source, as it is.
      case vector(Recipe.Source)
      /// An Android adaptive icon of this name: background, foreground and monochrome layer.
      case adaptiveIcon(String)
      /// The Android colour that is the background of the adaptive icon of this name.
      case backgroundColor(String)
      /// A web application's manifest: its icons.
      case webManifest
      /// The elements for the head of a web page: these two files, and the icons next to them
      /// that have a role on a page.
      case linkElements(favicon: String, manifest: String)
      /// The SVG that the master was drawn from, byte for byte.
      case drawing
    }

    /// An entry of .brandassets.
    public struct BrandAsset: Hashable, Sendable {
      /// Its folder, next to Contents.json.
      public let filename: String
      /// Its role; Xcode ignores an entry without one.
      public let role: String
      /// Its size in points.
      public let size: String

      /// An entry from its parts.
      public init(_ filename: String, role: String, size: String) {
        self.filename = filename
        self.role = role
        self.size = size
      }
    }

    /// Where it goes, relative to the output folder.
    public internal(set) var path: RelativePath
    /// The kind of text.
    public internal(set) var kind: Kind
    /// When the file is made.
    public let condition: Condition

    /// A file from its parts.
    public init(path: RelativePath, kind: Kind, condition: Condition = .always) {
      self.path = path
      self.kind = kind
      self.condition = condition
    }

    /// A file with a literal path.
    init(_ path: String, _ kind: Kind, condition: Condition = .always) {
      self.init(path: RelativePath(known: path), kind: kind, condition: condition)
    }
  }
}
