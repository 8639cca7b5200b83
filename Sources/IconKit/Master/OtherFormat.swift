/// A file that is not PNG, and the way to make one of it.
struct OtherFormat {
  /// As the codec names it.
  let name: String

  /// What to say of it after the file's name.
  var problem: String {
    name == "CgBI"
      ? "is a PNG in Apple's CgBI variant, of a kind other than 8 bit RGB or RGBA"
      : "is \(article) \(name) file, not PNG"
  }

  /// By how the name is spoken.
  private var article: String {
    ["SVG", "XML", "ICO", "ICNS", "AVIF", "MNG"].contains(name) ? "an" : "a"
  }

  /// What to do with it.
  var remedy: String {
    switch name {
    case "CgBI":
      "convert it with 'xcrun -sdk iphoneos pngcrush -revert-iphone-optimizations IN OUT', "
        + "or take the picture that the app was built from"
    case "SVG": "draw it first: 'rsvg-convert -w 1024 -h 1024 IN -o master.png'"
    case "PDF", "PostScript":
      "draw it first: 'pdftocairo -png -singlefile -scale-to 1024 IN master'"
    case "ICNS": "take it apart first: 'iconutil -c iconset IN', and name its largest PNG"
    case "ICO", "CUR": "take it apart first: 'icotool -x IN', and name its largest PNG"
    case "zip", "gzip": "unpack it and name the PNG file inside"
    default: "export the master as PNG"
    }
  }
}
