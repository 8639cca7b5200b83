import SafeFiles

extension Preset.Document {
  /// The kind of folder that a catalog's document makes, with its article; nil for documents that
  /// need no folder of their own.
  var noun: String? {
    switch kind {
    case .imageList:
      path.parent?.description.hasSuffix(".appiconset") == true ? "an icon set" : "an image set"
    case .layerStack: "an image stack"
    case .layer: "a layer"
    case .brandAssets: "a brand assets folder"
    case .iconComposer, .adaptiveIcon, .backgroundColor, .webManifest, .linkElements, .drawing,
      .vector:
      nil
    }
  }
}
