import Testing

@testable import IconKit

/// The letters of the contact sheet.
struct LetteringTests {
  private struct Dot: Hashable {
    let x, y: Int
    let coverage: UInt8
  }

  private func dots(_ text: String) -> Set<Dot> {
    var dots: Set<Dot> = []
    Lettering.draw(text) { dots.insert(Dot(x: $0, y: $1, coverage: $2)) }
    return dots
  }

  @Test func everyCharacterOfAFileNameLooksDifferent() {
    let names = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,-_@×/()…&+="
    // A character that is not in the face is a box.
    let pictures = (names + "語").map { dots(String($0)) }
    #expect(Set(pictures).count == pictures.count)
    for (character, picture) in zip(names, pictures) {
      // Some pixel is fully covered, and edges are smooth.
      #expect(picture.contains { $0.coverage > 200 }, "\(character)")
      #expect(picture.contains { $0.coverage < 200 }, "\(character)")
      #expect(picture.allSatisfy { $0.y < Lettering.height }, "\(character)")
    }
  }

  @Test func wordsAreLettersSideBySide() {
    let gap = Lettering.width(of: "a")
    #expect(Lettering.width(of: "aaa") == 3 * gap)
    let moved = dots("a").map { Dot(x: $0.x + gap, y: $0.y, coverage: $0.coverage) }
    #expect(dots("aa").isSuperset(of: moved) && dots("aa").isSuperset(of: dots("a")))
  }

  @Test(arguments: [40, 90, 176])
  func whatIsTooWideLosesItsMiddle(_ most: Int) {
    let name = "web-app-manifest-512x512-maskable.png"
    let fitting = Lettering.fitting(name, most)
    #expect(Lettering.width(of: fitting) <= most && fitting.contains("…"))
    #expect(fitting.first == "w" && fitting.last == "g")
    #expect(Lettering.fitting("icon-29.png", 176) == "icon-29.png")
  }
}
