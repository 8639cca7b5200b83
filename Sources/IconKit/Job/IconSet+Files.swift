import SafeFiles

extension IconSet {
  /// The PNG files and containers of the set, below `subfolder`.
  ///
  /// - Parameter images: one for each of `self.images`.
  /// - Throws: `IconError` when there is not enough memory.
  func files(
    of images: [EncodedPNG], below subfolder: RelativePath?
  ) throws(IconError) -> [IconFile] {
    precondition(images.count == self.images.count)
    func place(_ path: RelativePath) -> RelativePath { subfolder?.appending(path) ?? path }
    var files = zip(icons, images).map { icon, image in
      IconFile(
        path: place(icon.path), bytes: image.bytes, images: [image], limitBytes: icon.limitBytes)
    }
    var rest = images[icons.count...]
    for container in containers {
      let members = Array(rest.prefix(container.sides.count))
      rest = rest.dropFirst(members.count)
      files.append(
        IconFile(
          path: place(container.path), bytes: try container.bytes(members), images: members,
          limitBytes: nil))
    }
    return files
  }
}
