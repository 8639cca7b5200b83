import ProofKit
import Testing
import TextFormats

/// The page: whole, escaped, and complete in itself.
struct ProofPageTests {
  @Test func everythingIsEscapedAndNothingIsLoaded() {
    for states: [Proof.State] in [
      [.proven, .proven, .proven, .proven], [.found, .notProven, .notCovered, .found],
    ] {
      let page = ProofPage(ProofTests.proof(states)).markup.text
      for word in ["<demo>", "<folder>", "<result>", "<finding>", "<remark>", "<6>", "a<b>", "a<>"]
      {
        #expect(!page.contains(word), "\(word)")
      }
      #expect(page.contains("A &lt;result&gt;") && page.contains("out/a&lt;&gt;.o"))
      for loader in ["<script", "<img", "<link", "@import", "url(", " src=", " href=\"http"] {
        #expect(!page.contains(loader), "\(loader)")
      }
    }
  }

  @Test func everyElementIsClosed() {
    let page = ProofPage(ProofTests.proof([.found, .proven, .notCovered, .proven])).markup.text
    var open: [Substring] = []
    for tag in page.matches(of: /<(\/?)([a-z][a-z0-9]*)[^>]*>/) {
      if ["meta", "br"].contains(tag.2) { continue }
      if tag.1.isEmpty {
        open.append(tag.2)
      } else {
        #expect(open.popLast() == tag.2)
      }
    }
    #expect(open.isEmpty)
  }

  /// The largest words of the page do not claim a build that nobody ran.
  @Test func theHeadlineNamesABuildThatIsNotCovered() {
    let page = ProofPage(ProofTests.proof([.proven, .proven, .proven, .notCovered])).markup.text
    #expect(page.contains("</i>Proven, but not the build</h1>"))
  }

  /// The verdict is a word and a sign, not only a colour.
  @Test func verdictsAreWords() {
    for state in Proof.State.allCases {
      let page = ProofPage(ProofTests.proof([state, .proven, .proven, .proven])).markup.text
      #expect(page.contains("</i>\(state.words)</span>"))
    }
  }
}
