import SafeFiles

/// Icons that were composed in Icon Composer.
extension IconPlaces {
  func bundles() -> [IconPlace] {
    paths.filter { $0.lastComponent.text == "icon.json" }.compactMap { document in
      guard let bundle = document.parent else { return nil }
      var place = IconPlace(bundle, "an Icon Composer bundle", output: bundle.parent)
      place.remarks = [
        "it is composed by hand, so no entry makes it; it can be the master of icons for other "
          + "platforms: master = \"\(bundle.text)\""
      ]
      return place
    }
  }
}
