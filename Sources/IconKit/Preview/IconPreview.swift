public import Findings
public import SafeFiles
import TextFormats

/// The contents of a preview: one or more groups of icons, with their findings.
public struct IconPreview: Sendable {
  /// The icons that one master became.
  public struct Group: Sendable {
    /// The heading where there are several groups, and the name under icons on a device.
    public var name: String
    /// The files that were made.
    public var files: [IconFile]
    /// What they were made from.
    public var set: IconSet
    /// The folder that the paths of `set` begin at; nil for the top.
    public var folder: RelativePath?
    /// Files that are in another place than below `folder`, by their usual one.
    public var moved: [RelativePath: RelativePath] = [:]
    /// The lint findings of the files.
    public var findings: [Finding]
    /// The colour of background layers without an image; nil for white.
    public var ground: Background?

    /// A group from its parts.
    public init(
      name: String, files: [IconFile], set: IconSet, folder: RelativePath? = nil,
      findings: [Finding] = [], ground: Background? = nil
    ) {
      self.name = name
      self.files = files
      self.set = set
      self.folder = folder
      self.findings = findings
      self.ground = ground
    }
  }

  /// The page's title.
  let title: String
  let groups: [Group]

  /// A preview of `groups`, which are shown in this order.
  public init(title: String, groups: [Group]) {
    precondition(!groups.isEmpty)
    self.title = title
    self.groups = groups
  }

  /// The self-contained page.
  public var page: [UInt8] {
    PreviewPage(title: title, groups: groups.map(PreviewGroup.init)).document.bytes
  }

  /// The contact sheet, a PNG file.
  ///
  /// - Throws: `IconError` when there is not enough memory.
  public func sheet() throws(IconError) -> [UInt8] {
    try ContactSheet.file(of: groups.flatMap { PreviewGroup($0).images })
  }

  /// Whether `file` is a preview that an earlier run wrote, and may be replaced.
  public static func isPreview(_ file: [UInt8]) -> Bool {
    file.starts(with: PreviewPage.start.bytes) || ContactSheet.isMarked(file)
  }
}
