/// A file format other than PNG, and how to convert it.
struct OtherFormat {
  /// The codec's name for it.
  let name: String

  /// The problem, as a message says it after the file's name.
  var problem: String {
    name == "CgBI"
      ? "is a PNG in Apple's CgBI variant, of a kind other than 8 bit RGB or RGBA"
      : "is \(article) \(name) file, not PNG"
  }

  /// By the first sound of the name.
  private var article: String {
    ["SVG", "XML", "ICO", "ICNS", "AVIF", "MNG"].contains(name) ? "an" : "a"
  }

  /// How to make a PNG file of it.
  var remedy: String {
    switch name {
    case "CgBI":
      "convert it with 'xcrun -sdk iphoneos pngcrush -revert-iphone-optimizations IN OUT', "
        + "or use the image that the app was built from"
    case "SVG": "convert it first: 'rsvg-convert -w 1024 -h 1024 IN -o master.png'"
    case "PDF", "PostScript":
      "convert it first: 'pdftocairo -png -singlefile -scale-to 1024 IN master'"
    case "ICNS": "unpack it first: 'iconutil -c iconset IN', and use its largest PNG"
    case "ICO", "CUR": "unpack it first: 'icotool -x IN', and use its largest PNG"
    case "zip", "gzip": "unpack it and use the PNG file inside"
    default: "export the master as PNG"
    }
  }
}
