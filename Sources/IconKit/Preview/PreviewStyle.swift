import TextFormats

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The style sheet of the preview page, for light and dark mode, wide and narrow windows, and paper.
enum PreviewStyle {
  static let sheet: Markup = """
    :root{color-scheme:light dark;--page:#f5f5f7;--tile:#fff;--ink:#1d1d1f;--faint:#5f5f69;\
    --line:#dedee4;--mat:#e9e9ee;--bad:#a3201a;--badground:#fdeceb;--warn:#7a4f00;--warnground:#fff3d6}
    @media (prefers-color-scheme:dark){:root{--page:#121214;--tile:#1c1c20;--ink:#f2f2f5;\
    --faint:#a2a2ad;--line:#34343b;--mat:#2b2b31;--bad:#ffb4ab;--badground:#45201e;--warn:#ffd38a;\
    --warnground:#3d3016}}
    *{box-sizing:border-box}
    body{margin:0 auto;padding:28px 24px 56px;max-width:1320px;background:var(--page);\
    color:var(--ink);font:14px/1.4 system-ui,sans-serif;print-color-adjust:exact;\
    -webkit-print-color-adjust:exact}
    header{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 14px}
    h1{font-size:26px;letter-spacing:-.01em}h2{font-size:18px}h3{font-size:15px}
    h1,h2,h3{margin:0;line-height:1.2;overflow-wrap:anywhere}
    h2,h3{margin:32px 0 12px}
    header p,figcaption span,summary,.texts span,.member span{color:var(--faint)}
    header p{margin:6px 0}
    header strong{color:var(--bad)}
    figure{margin:0}
    .pic{position:relative;overflow:hidden;flex:none}
    .pic>i{position:absolute;inset:0}
    .i{background:var(--image) center/100% 100% no-repeat}
    .ink,.light-ink{background:currentcolor;-webkit-mask:var(--image) center/100% 100% no-repeat;\
    mask:var(--image) center/100% 100% no-repeat}
    .light-ink{mask-mode:luminance}
    .round{border-radius:50%}.soft{border-radius:20%}.card{border-radius:6%/10%}
    .ios{clip-path:polygon(\(superellipse))}
    .tiles{display:flex;flex-wrap:wrap;gap:12px;align-items:stretch}
    .tile{background:var(--tile);border:1px solid var(--line);border-radius:12px;padding:10px;\
    flex:1 1 186px;max-width:260px;min-width:0;display:flex;flex-direction:column;gap:6px}
    .tile.found{border-color:var(--bad)}
    .tile.broad{flex:1 1 284px;max-width:420px}
    .tile.wide{flex:1 1 420px;max-width:100%}
    .tile:has(details[open]){flex-basis:100%;max-width:100%}
    .on{display:flex;justify-content:center;align-items:stretch;min-height:96px}
    .on>.pic{align-self:center}
    .on:not(:has(.light)){background:var(--mat);border-radius:8px}
    .on>div:not(.pic){flex:1;display:flex;align-items:center;justify-content:center;padding:8px 4px}
    .on .light{background:#fff;color:#1d1d1f;border:1px solid #e4e4ea;border-right:0;\
    border-radius:8px 0 0 8px}
    .on .dark{background:#1a1a1e;color:#f2f2f5;border:1px solid #2c2c32;border-left:0;\
    border-radius:0 8px 8px 0}
    figcaption,.texts li,.findings,.member span,details{font-size:12px}
    figcaption b{font-weight:600;overflow-wrap:anywhere}
    figcaption span{display:block}
    .tile details{margin-top:auto}
    summary{cursor:pointer;font-variant-numeric:tabular-nums}
    .more{display:flex;flex-wrap:wrap;gap:12px;align-items:end;margin-top:8px}
    .more p{flex-basis:100%;margin:0;overflow-wrap:anywhere}
    .more .on{min-height:0}
    .scroll{max-width:100%;max-height:640px;overflow:auto}
    .checks{display:inline-block;background:repeating-conic-gradient(#d5d5dc 0 25%,#f4f4f7 0 50%)\
     0 0/16px 16px}
    .checks .i{image-rendering:pixelated}
    .members{display:flex;flex-wrap:wrap;gap:8px;align-items:end}
    .member{text-align:center}
    .member .on{min-height:0}
    .texts{margin-top:10px}.texts ul{columns:320px;margin:8px 0;padding-left:18px}
    .texts li{overflow-wrap:anywhere}
    .findings{list-style:none;margin:0;padding:0;overflow-wrap:anywhere}
    .findings li{border-radius:6px;padding:5px 8px;margin-top:4px}
    .findings span{opacity:.8}
    .error{background:var(--badground);color:var(--bad)}
    .warning{background:var(--warnground);color:var(--warn)}
    @media (max-width:560px){body{padding:16px 12px 32px}.tile{flex-basis:140px}}
    @media print{body{max-width:none;padding:0}.scene,.tile{break-inside:avoid}}
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
