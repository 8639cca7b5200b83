import IconKit
import SafeFiles

/// Images of an MSIX package's manifest.
extension IconPlaces {
  func packageSets() -> [IconPlace] {
    pathsByFolder.keys.compactMap { folder in
      let place = place(of: "windows-msix", "the images of an MSIX package", in: folder) {
        $0.count >= 3
      }
      guard var place else { return nil }
      // With most of them missing, the files that are there are clearer than those that are not.
      guard place.files.count * 2 < place.without.count else { return place }
      place.presets = []
      place.without = []
      place.ownFiles = place.files.sorted().compactMap { ownFile($0, below: folder) }
      place.remarks.append("the preset windows-msix has more, so this one lists the square ones")
      return place.ownFiles.isEmpty ? nil : place
    }
  }
}
