import SafeFiles
import TestSupport
import Testing

@testable import ProjectKit

/// What is drawn of an SVG, and what is refused.
struct SVGDrawingTests {
  /// Beside all other tests, each step of a task may wait for its turn.
  private static let patience = Duration.seconds(3600)

  private static func svg(_ content: String, _ attributes: String = "viewBox='0 0 2 1'") -> [UInt8]
  {
    Array(
      "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' \(attributes)>\(content)</svg>"
        .utf8)
  }

  @Test(arguments: [
    ("<rect width='1' height='1'/>", nil), ("<use href='#a'/>", nil), ("<image href=''/>", nil),
    ("<image href='data:image/png;base64,AA'/>", nil), ("<image data-href2=x />", nil),
    ("<a href='https://example.org/'><path/></a>", nil), ("<!-- <image href='x.png'/> -->", nil),
    ("<image href='x.png'/>", "x.png"), ("<image xlink:href = \"../x.png\" />", "../x.png"),
    ("<svg:image\nxlink:href=' https://e.org/x'/>", "https://e.org/x"),
    ("<use href='other.svg#a'/>", "other.svg#a"), ("<feImage href='/etc/passwd'/>", "/etc/passwd"),
    ("<!-- a --><!-- <b> --><image href='y'/>", "y"), ("<", nil),
    ("<!--", nil), ("", nil),
    ("<image aria-label=\"a>b\" href=\"x.png\"/>", "x.png"),
    ("<image href=\"\" xlink:href=\"x.png\"/>", "x.png"),
    ("<linearGradient xlink:href='g.svg#g'/>", "g.svg#g"), ("<filter href='f.svg#f'/>", "f.svg#f"),
    ("<textPath href='t.svg#t'>a</textPath>", "t.svg#t"),
    ("<xi:include href='part.svg'/>", "part.svg"),
    ("<?xml-stylesheet type='text/css' href='s.css'?>", "s.css"),
    ("<?xml-stylesheet href='#s'?><?other href='x.png'?>", nil),
    ("<rect fill='url(other.svg#g)'/>", "other.svg#g"),
    ("<a href='b.html' fill='url(other.svg#g)'/>", "other.svg#g"),
    ("<rect style=\"fill: URL( 'o.svg#g' )\"/>", "o.svg#g"),
    ("<rect style=\"fill:url(&quot;o.svg#g&quot;)\"/>", "o.svg#g"),
    ("<rect style=\"fill:url(&quot;#g&quot;);mask:url('#m')\" filter='url( #f )'/>", nil),
    ("<rect fill='url()' mask='url(data:image/png;base64,AA)'/>", nil),
    ("<style>@import url(s.css);</style>", "s.css"), ("<style>@import \"s.css\";</style>", "s.css"),
    ("<style><![CDATA[ a > b {} @import 's.css'; ]]></style>", "s.css"),
    ("<style>a { fill: url(#g) } /* ' */</style><text>url(x) @import 'y'</text>", nil),
    ("<style/><text>url(x)</text><desc><![CDATA[<image href='x.png'/>]]></desc>", nil),
    ("<!DOCTYPE svg [<!-- ' --><!ENTITY a \"<image href='x.png'/>\">]>", "x.png"),
    ("<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/svg11.dtd'>", nil),
  ])
  func whatAnSVGNamesOutsideItselfIsFound(content: String, address: String?) throws {
    let found = SVGReferences.firstOutside(in: Self.svg(content))
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == address)
    if let address {
      let error = #expect(throws: ProjectError.self) {
        try SVGDrawing(path: "a.svg", bytes: Self.svg(content))
      }
      #expect(error?.problem.contains("'\(address)'") == true)
    }
  }

  @Test(arguments: ["", ".", "..", "/", "art/", "art/.."])
  func aPathThatCannotBeAFilesSaysSo(path: String) {
    let error = #expect(throws: ProjectError.self) { try SVGDrawing(path: path) }
    #expect(error?.problem == "is not the path of a file")
  }

  @Test(arguments: [16, 1024]) func theLongerSideHasTheSize(side: Int) async throws {
    let drawing = try SVGDrawing(path: "a.svg", bytes: Self.svg("<rect width='2' height='1'/>"))
    let outline = try #require(
      ImageOutline(try await drawing.png(side: side, timeout: Self.patience)))
    #expect(outline.width == side && outline.height == side / 2)
  }

  @Test(arguments: ["", "no SVG", "<svg", "<svg xmlns='http://www.w3.org/2000/svg'><g></svg>"])
  func whatCannotBeDrawnSaysWhy(text: String) async throws {
    let drawing = try SVGDrawing(path: "a.svg", bytes: Array(text.utf8))
    let error = await #expect(throws: ProjectError.self) {
      try await drawing.png(side: 64, timeout: Self.patience)
    }
    #expect(error?.location == "a.svg")
    #expect(error?.problem.hasPrefix("cannot be drawn: rsvg-convert failed: ") == true)
  }

  /// The digest is that of the bytes that were drawn, as `sha256sum` prints it.
  @Test func theDigestIsThatOfTheFile() async throws {
    let folder = try TemporaryFolder(["a.svg": "<svg/>"])
    let path = "\(folder.path)/a.svg"
    let sum = try await Command.shell("sha256sum a.svg | cut -c1-64", in: folder.path)
    #expect(try SVGDrawing(path: path).sha256 + "\n" == sum)
    #expect(try SVGDrawing.sha256(ofFileAt: path) + "\n" == sum)
    try folder.write("a.svg", "<svg />")
    #expect(try SVGDrawing.sha256(ofFileAt: path) + "\n" != sum)
  }
}
