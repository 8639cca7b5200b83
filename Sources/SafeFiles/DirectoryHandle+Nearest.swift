extension DirectoryHandle {
  /// The nearest folder from `start` upwards of which `condition` holds; nil when there is none.
  ///
  /// - Throws: `FileError` when a folder on the way cannot be opened, and what `condition` throws.
  public static func nearest(
    from start: String = ".", where condition: (DirectoryHandle) throws(FileError) -> Bool
  ) throws(FileError) -> DirectoryHandle? {
    var path = start
    var folder = try DirectoryHandle(path: path)
    while true {
      if try condition(folder) { return folder }
      path = path == "." ? ".." : path + "/.."
      let parent = try DirectoryHandle(path: path)
      let (here, above) = (try folder.status(), try parent.status())
      if here.inode == above.inode, here.device == above.device { return nil }
      folder = parent
    }
  }
}
