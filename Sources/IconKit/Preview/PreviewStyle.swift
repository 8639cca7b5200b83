import TextFormats

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The style sheet of the preview page, for light and dark mode, wide and narrow windows.
enum PreviewStyle {
  static let sheet: Markup = """
    :root{color-scheme:light dark;--page:#f4f4f6;--card:#fff;--ink:#1c1c21;--faint:#6b6b76;\
    --line:#dcdce3;--bad:#b3261e;--badground:#fdeceb;--warn:#8a5a00;--warnground:#fff4dc}
    @media (prefers-color-scheme:dark){:root{--page:#141417;--card:#1f1f24;--ink:#ececf1;\
    --faint:#9b9ba6;--line:#33333b;--bad:#ffb4ab;--badground:#45201e;--warn:#ffd38a;\
    --warnground:#3d3016}}
    *{box-sizing:border-box}
    body{margin:0 auto;padding:24px 16px 48px;max-width:1440px;background:var(--page);\
    color:var(--ink);font:14px/1.45 system-ui,sans-serif}
    header{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 16px;\
    border-bottom:1px solid var(--line);margin-bottom:8px}
    h1{font-size:24px;margin:0}h2{font-size:16px;margin:28px 0 12px;overflow-wrap:anywhere}
    h3{font:600 13px/1.35 ui-monospace,monospace;margin:0;overflow-wrap:anywhere}
    header p,.facts,figcaption,summary{color:var(--faint)}
    header strong{color:var(--bad)}
    .facts{margin:2px 0 10px;font-variant-numeric:tabular-nums}
    .cards{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start}
    article{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:14px;\
    max-width:100%;min-width:min(226px,100%)}
    article.found{border-color:var(--bad)}
    .ground{display:flex;flex-wrap:wrap;gap:16px;align-items:center;justify-content:center;\
    padding:16px;overflow:auto;min-height:64px}
    .ground.light{background:#fff;border-radius:8px 8px 0 0;border:1px solid #e6e6ea}
    .ground.dark{background:#17171b}
    .ground.photo{border-radius:0 0 8px 8px;background:\
    radial-gradient(circle at 78% 18%,#fff3c4 0,#ffd27a 9%,transparent 32%),\
    radial-gradient(ellipse at 15% 95%,#0d3b36 0,transparent 55%),\
    radial-gradient(ellipse at 70% 110%,#0a2a4a 0,transparent 60%),\
    linear-gradient(#5aa4e0 0,#f4b183 46%,#c8566b 60%,#3b2a55 100%)}
    .ground>*,.checked>*{flex:none}
    [class^=p]{background-repeat:no-repeat;background-size:100% 100%}
    .part,.stack{position:relative;overflow:hidden}
    .inner{position:absolute;left:50%;top:50%;transform:translate(-50%,-50%)}
    .more{display:flex;flex-wrap:wrap;gap:12px;margin-top:12px}
    figure{margin:0}figcaption{font-size:12px;margin-top:4px}
    .big{image-rendering:pixelated;background-position:center}
    .big,.checked{border-radius:6px;outline:1px solid var(--line);background-color:#c9c9d0}
    .checked{display:inline-flex;background:repeating-conic-gradient(#d5d5dc 0 25%,#f2f2f5 0 50%)\
     0 0/16px 16px}
    .layers{display:flex;flex-wrap:wrap;gap:16px;margin-bottom:16px}
    .scroll{max-width:min(80vw,720px);max-height:560px;overflow:auto;margin-top:8px}
    .round{border-radius:50%}.soft{border-radius:18%}.card{border-radius:5%/9%}
    .ios{clip-path:polygon(\(superellipse))}
    .findings{list-style:none;margin:0 0 12px;padding:0;font-size:13px;max-width:560px}
    .findings li{border-radius:6px;padding:6px 8px;margin-top:6px;overflow-wrap:anywhere}
    .findings span{font-family:ui-monospace,monospace;font-size:11px;opacity:.75}
    .error{background:var(--badground);color:var(--bad)}
    .warning{background:var(--warnground);color:var(--warn)}
    .texts{padding-left:18px}
    """

  /// |x|⁵ + |y|⁵ = 1, which is within a pixel of what iOS cuts at 180 pixels; in percent.
  private static let superellipse: String = {
    let steps = 96
    return (0..<steps).map { step in
      let angle = 2 * Double.pi * Double(step) / Double(steps)
      func place(_ value: Double) -> String {
        let power = pow(abs(value), 0.4)
        let hundredths = Int(((value < 0 ? -power : power) * 5000).rounded()) + 5000
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)%"
      }
      return "\(place(cos(angle))) \(place(sin(angle)))"
    }.joined(separator: ",")
  }()
}

/// The images of a page, each embedded once as a CSS rule that any number of elements can use.
struct ImageStyles {
  private var nameByBytes: [[UInt8]: String] = [:]
  /// The rules so far, in the order of the images.
  private(set) var rules: Markup = ""

  /// The rules for `images`, equal ones once.
  static func embedding(_ images: [[UInt8]]) -> ImageStyles {
    var styles = ImageStyles()
    for image in images { styles.add(image) }
    return styles
  }

  /// The class that shows `image`, an image file of the preview.
  func name(of image: [UInt8]) -> String {
    guard let name = nameByBytes[image] else {
      preconditionFailure("the image is not in the preview")
    }
    return name
  }

  private mutating func add(_ image: [UInt8]) {
    guard nameByBytes[image] == nil else { return }
    let name = "p\(nameByBytes.count)"
    nameByBytes[image] = name
    let type = image.starts(with: [0x89]) ? "png" : "x-icon"
    let data = Self.base64(image)
    rules += ".\(name){background-image:url(data:image/\(type);base64,\(data))}\n"
  }

  /// RFC 4648, section 4.
  private static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for i in 0..<4 {
        text.append(i <= part.count ? letters[bits >> (18 - 6 * i) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
