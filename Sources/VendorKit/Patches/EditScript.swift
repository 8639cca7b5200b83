/// The lines to delete from one text and insert from another to turn the first into the second.
///
/// E. Myers, “An O(ND) Difference Algorithm and Its Variations” (1986), the linear-space variation:
/// search from both ends, split where the searches meet, do the two halves. When a search has cost
/// more than `costLimit` steps it splits at the furthest point reached, so that two huge texts with
/// nothing in common take time proportional to their length; the script is then still correct, but
/// may not be the shortest. The result is deterministic.
struct EditScript {
  /// For each old line, whether it is deleted.
  private(set) var isRemoved: [Bool]
  /// For each new line, whether it is inserted.
  private(set) var isAdded: [Bool]

  private let old: [Int32]
  private let new: [Int32]
  private let costLimit: Int
  /// The furthest old line that each diagonal's search has reached, from the front and the back.
  private var forward: [Int]
  private var backward: [Int]

  /// The script that turns the old lines into the new ones.
  ///
  /// - Complexity: O((N + M) · D) time for D differing lines, O((N + M) · `costLimit`) at most;
  ///   O(N + M) memory.
  init(from oldLines: TextLines, to newLines: TextLines, costLimit: Int = 512) {
    var numbers: [LineKey: Int32] = [:]
    func number(_ lines: TextLines) -> [Int32] {
      (0..<lines.count).map { index in
        let next = Int32(truncatingIfNeeded: numbers.count)
        let key = LineKey(line: lines[index])
        if let known = numbers[key] { return known }
        numbers[key] = next
        return next
      }
    }
    old = number(oldLines)
    new = number(newLines)
    self.costLimit = costLimit
    isRemoved = Array(repeating: false, count: old.count)
    isAdded = Array(repeating: false, count: new.count)
    let diagonals = old.count + new.count + 3
    forward = Array(repeating: 0, count: diagonals)
    backward = Array(repeating: 0, count: diagonals)
    compareAll()
  }

  private struct Box {
    var left: Int
    var right: Int
    var top: Int
    var bottom: Int
  }

  private mutating func compareAll() {
    var boxes = [Box(left: 0, right: old.count, top: 0, bottom: new.count)]
    while var box = boxes.popLast() {
      while box.left < box.right, box.top < box.bottom, old[box.left] == new[box.top] {
        box.left += 1
        box.top += 1
      }
      while box.left < box.right, box.top < box.bottom,
        old[box.right - 1] == new[box.bottom - 1]
      {
        box.right -= 1
        box.bottom -= 1
      }
      if box.left == box.right {
        for index in box.top..<box.bottom { isAdded[index] = true }
      } else if box.top == box.bottom {
        for index in box.left..<box.right { isRemoved[index] = true }
      } else {
        let (x, y) = split(box)
        boxes.append(Box(left: x, right: box.right, top: y, bottom: box.bottom))
        boxes.append(Box(left: box.left, right: x, top: box.top, bottom: y))
      }
    }
  }

  /// A point of `box`, not both of its corners, that a shortest (or a tolerable) script goes through.
  private mutating func split(_ box: Box) -> (x: Int, y: Int) {
    // Diagonal d = x - y lives at index d + shift.
    let shift = new.count + 1
    let lowest = box.left - box.bottom
    let highest = box.right - box.top
    let start = box.left - box.top
    let end = box.right - box.bottom
    let meetsForward = (start - end) & 1 != 0
    var (forwardLow, forwardHigh) = (start, start)
    var (backwardLow, backwardHigh) = (end, end)
    forward[start + shift] = box.left
    backward[end + shift] = box.right

    var cost = 0
    while true {
      cost += 1
      if forwardLow > lowest {
        forwardLow -= 1
        forward[forwardLow - 1 + shift] = -1
      } else {
        forwardLow += 1
      }
      if forwardHigh < highest {
        forwardHigh += 1
        forward[forwardHigh + 1 + shift] = -1
      } else {
        forwardHigh -= 1
      }
      for d in stride(from: forwardHigh, through: forwardLow, by: -2) {
        var x = max(forward[d - 1 + shift] + 1, forward[d + 1 + shift])
        while x < box.right, x - d < box.bottom, old[x] == new[x - d] { x += 1 }
        forward[d + shift] = x
        if meetsForward, backwardLow...backwardHigh ~= d, backward[d + shift] <= x {
          return (x, x - d)
        }
      }

      if backwardLow > lowest {
        backwardLow -= 1
        backward[backwardLow - 1 + shift] = .max
      } else {
        backwardLow += 1
      }
      if backwardHigh < highest {
        backwardHigh += 1
        backward[backwardHigh + 1 + shift] = .max
      } else {
        backwardHigh -= 1
      }
      for d in stride(from: backwardHigh, through: backwardLow, by: -2) {
        let right = backward[d + 1 + shift]
        var x = min(backward[d - 1 + shift], right == .max ? .max : right - 1)
        while x > box.left, x - d > box.top, old[x - 1] == new[x - 1 - d] { x -= 1 }
        backward[d + shift] = x
        if !meetsForward, forwardLow...forwardHigh ~= d, x <= forward[d + shift] {
          return (x, x - d)
        }
      }

      if cost >= costLimit {
        return furthest(in: box, shift: shift, diagonals: forwardLow, forwardHigh)
      }
    }
  }

  /// The point that the search from the front has brought furthest.
  private func furthest(
    in box: Box, shift: Int, diagonals low: Int, _ high: Int
  ) -> (x: Int, y: Int) {
    var best = (x: box.left, y: box.top)
    for d in stride(from: high, through: low, by: -2) {
      // A search may step over the edge by one; the edge is what it reached.
      let x = min(forward[d + shift], box.right, box.bottom + d)
      if x >= box.left, x - d >= box.top, x + (x - d) > best.x + best.y { best = (x, x - d) }
    }
    return best
  }
}
