/// What each file of a preset is for, in a few words; empty where its name says all there is.
extension Preset.Icon {
  /// What the platform shows the image as.
  public var purpose: String {
    if let role { return role.purpose(of: recipe.source) }
    switch webRole {
    case .favicon: return "browser tab"
    case .appleTouchIcon: return "home screen of iPhone and iPad"
    case .any: return "installed web app, as drawn"
    case .maskable: return "installed web app, cut to any shape"
    case nil: break
    }
    if let cut = recipe.cut {
      let shape = cut.isCircle ? "round icon" : "square icon"
      return recipe.source == .foreground ? "\(shape) before Android 8.0" : shape
    }
    switch recipe.source {
    case .foreground: return "foreground layer"
    case .background: return "background layer"
    case .monochrome: return "themed icon"
    case .dark: return "dark appearance"
    case .tinted: return "tinted appearance"
    case .master, .empty: break
    }
    if isStoreListing { return "store listing" }
    return ""
  }
}

extension Preset.Icon {
  /// Whether it is uploaded to a store and no part of the app.
  var isStoreListing: Bool { recipe.alpha == .opaqueWithChannel }
}

extension CatalogRole {
  /// What the device shows an image with this role as; `source` says which layer it is.
  fileprivate func purpose(of source: Recipe.Source) -> String {
    let points = size.map { " \($0.prefix { $0 != "x" }) points" } ?? ""
    let place = points + (scale.map { " at \($0)" } ?? "")
    switch idiom {
    case "universal" where scale == nil:
      return "home screen and App Store" + (appearance.map { ", \($0)" } ?? "")
    case "universal": return "iPhone and iPad,\(place)" + (appearance.map { ", \($0)" } ?? "")
    case "iphone": return "iPhone,\(place)"
    case "ipad": return "iPad,\(place)"
    case "mac": return "Mac,\(place)"
    case "ios-marketing", "watch-marketing": return "App Store"
    case "watch":
      let views = [
        "notificationCenter": "notifications", "companionSettings": "settings on the iPhone",
        "appLauncher": "home screen", "quickLook": "short look",
      ]
      return (role.flatMap { views[$0] } ?? "Apple Watch") + (subtype.map { ", \($0)" } ?? "")
    case "tv" where source == .master: return "top shelf"
    case "tv", "vision":
      switch source {
      case .foreground: return "front layer"
      case .background: return "back layer"
      default: return "middle layer, empty"
      }
    default: return ""
    }
  }
}

extension Preset.Container {
  /// What the platform uses the file for.
  public var purpose: String {
    switch format {
    case .icns: "Mac apps"
    case .ico(let sides): sides.contains(256) ? "Windows programs" : "browser tab"
    }
  }
}

extension Preset.Document {
  /// What the file tells the platform.
  public var purpose: String {
    switch kind {
    case .imageList, .layerStack, .layer, .brandAssets: "asset catalog"
    case .vector: "the image of a layer"
    case .iconComposer: "the layers and how they are lit"
    case .adaptiveIcon: "the layers of the adaptive icon"
    case .backgroundColor: "the background of the adaptive icon"
    case .webManifest: "the icons of the web app"
    case .linkElements: "lines for the head of a page"
    case .drawing: "the SVG itself"
    }
  }
}

extension Preset.Condition {
  /// What the file depends on, as an option; nil for a file that is always made.
  public var option: String? {
    switch self {
    case .always: nil
    case .given(let source), .raster(let source): "with --\(source.rawValue)"
    case .vector(let source): "with an SVG for --\(source.rawValue)"
    case .missing(let source): "without an image for --\(source.rawValue)"
    case .drawn: "where the master is drawn from an SVG"
    case .drawnAlone: "without --foreground, where the master is drawn from an SVG"
    case .rasterAlone: "without --foreground, where the master is not drawn from an SVG"
    case .newOrListed: "in a new set, or where the set has its slot"
    case .listed: "where the set has an image for it"
    }
  }
}
