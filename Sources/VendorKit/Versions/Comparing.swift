/// Compares as bytes, not as Swift compares text.
package func compareBytes(_ left: some StringProtocol, _ right: some StringProtocol) -> Int {
  if left.utf8.elementsEqual(right.utf8) { return 0 }
  return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
}

/// The first difference between two lists, the shorter padded with `filler`.
package func compareLists<Element>(
  _ left: [Element], _ right: [Element], filler: Element, by compare: (Element, Element) -> Int
) -> Int {
  for index in 0..<max(left.count, right.count) {
    let order = compare(
      index < left.count ? left[index] : filler, index < right.count ? right[index] : filler)
    if order != 0 { return order }
  }
  return 0
}
