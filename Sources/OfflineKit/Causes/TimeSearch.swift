/// Looks for the times of two builds, and of their files, in the forms in which programs write them.
struct TimeSearch {
  /// A moment or a few, as seconds since 1970, in one build.
  private struct Span {
    let seconds: ClosedRange<Int>
    let zone: Int

    /// Whether it includes a moment.
    func contains(_ second: Int) -> Bool { seconds ~= second }

    /// Texts of its moments, in UTC and in its zone, by what they are.
    func texts(_ make: (UTCTime) -> [String], step: Int) -> [[String]] {
      var result: [[String]] = []
      for offset in Set([0, zone]) {
        var second = seconds.lowerBound
        while second < seconds.upperBound + step, result.count < 20_000 {
          result.append(make(UTCTime(min(second, seconds.upperBound) + offset)))
          second += step
        }
      }
      return result
    }
  }

  private let spans: [(kind: Cause.Kind, what: String, first: Span, second: Span)]
  private let zones: (Int, Int)

  init(_ values: VariedValues) {
    func build(_ period: VariedValues.Period) -> Span {
      Span(
        seconds: period.seconds.lowerBound - 1...period.seconds.upperBound + 1, zone: period.zone)
    }
    func files(_ period: VariedValues.Period) -> Span {
      Span(seconds: period.fileTime...period.fileTime, zone: period.zone)
    }
    let (first, second) = (values.first, values.second)
    zones = (first.zone, second.zone)
    spans =
      [(.time, "the time of the build", build(first), build(second))]
      + (values.secondFiles.map { [(.time, "the time of the build", build(first), build($0))] }
        ?? [])
      + (first.fileTime == second.fileTime
        ? [] : [(.fileTimes, "the time of a source", files(first), files(second))])
  }

  /// What a header's time means.
  func kind(of first: Int, _ second: Int, areLocal: Bool) -> Cause.Kind {
    let (one, other) = areLocal ? (first - zones.0, second - zones.1) : (first, second)
    // MS-DOS counts every other second.
    if spans.last.map({
      $0.kind == .fileTimes && abs($0.first.seconds.lowerBound - one) < 3
        && abs($0.second.seconds.lowerBound - other) < 3
    }) == true {
      return .fileTimes
    }
    return areLocal && abs(one - other) < 3 ? .timeZone : .time
  }

  /// Numbers and dates in text.
  func causes(_ one: [UInt8], _ other: [UInt8]) -> [(kind: Cause.Kind, what: String)] {
    let (numbers, others) = (Self.numbers(one), Self.numbers(other))
    let (clocks, otherClocks) = (Self.clocks(in: one), Self.clocks(in: other))
    return spans.compactMap { span in
      for (digits, unit) in [(10, ""), (13, ", in milliseconds"), (16, ", in µs"), (19, ", in ns")]
      {
        let first = numbers.first {
          $0.utf8.count == digits && span.first.contains(Self.seconds($0))
        }
        let second = others.first {
          $0.utf8.count == digits && span.second.contains(Self.seconds($0))
        }
        if let first, second != nil { return (span.kind, "\(span.what), \(first)\(unit)") }
      }
      if let text = common(one, other, span.first, span.second, Self.dates, step: 86_400)
        ?? commonClock(clocks, otherClocks, span.first, span.second)
      {
        return (span.kind, "\(span.what), \(text)")
      }
      return nil
    }
  }

  /// Numbers of four and eight bytes; at the same place where the sizes are equal.
  func binaryCauses(_ one: [UInt8], _ other: [UInt8]) -> [(kind: Cause.Kind, what: String)] {
    guard one.count == other.count, one.count <= 64 << 20 else { return [] }
    var found: [(kind: Cause.Kind, what: String)] = []
    var checked = -1
    var rest = 1 << 18
    for index in one.indices where one[index] != other[index] {
      rest -= 1
      if rest == 0 { break }
      for offset in max(0, checked + 1, index - 7)...index {
        for (count, unit) in [(4, 1), (8, 1000), (8, 1_000_000_000)] {
          for isBigEndian in [false, true] {
            guard let first = one.number(at: offset, count, isBigEndian: isBigEndian),
              let second = other.number(at: offset, count, isBigEndian: isBigEndian),
              let span = spans.first(where: {
                $0.first.contains(first / unit) && $0.second.contains(second / unit)
              }), !found.contains(where: { $0.kind == span.kind })
            else { continue }
            let order = isBigEndian ? "most" : "least"
            found.append(
              (
                span.kind,
                "\(span.what), as \(count) bytes at \(offset), the \(order) significant first"
              ))
          }
        }
      }
      checked = index
    }
    return found
  }

  /// A text of the first span in the first result whose counterpart is in the second.
  private func common(
    _ one: [UInt8], _ other: [UInt8], _ first: Span, _ second: Span,
    _ make: (UTCTime) -> [String], step: Int
  ) -> String? {
    let seconds = second.texts(make, step: step)
    var checked: Set<String> = []
    for texts in first.texts(make, step: step) {
      for (form, text) in texts.enumerated() where checked.insert(text).inserted {
        guard one.contains(Array(text.utf8)) else { continue }
        for counterparts in seconds where counterparts[form] != text {
          if other.contains(Array(counterparts[form].utf8)) { return text }
        }
      }
    }
    return nil
  }

  /// A time of day of the first span, where one of the second is among `others`.
  private func commonClock(
    _ clocks: Set<String>, _ others: Set<String>, _ first: Span, _ second: Span
  ) -> String? {
    if clocks.isEmpty || others.isEmpty || clocks == others { return nil }
    let expected = Set(second.texts(Self.clocks, step: 1).joined())
    if others.isDisjoint(with: expected) { return nil }
    return clocks.intersection(first.texts(Self.clocks, step: 1).joined()).min()
  }

  /// What has the form of a time of day: `12:34:56`, and digits alone after a date.
  private static func clocks(in bytes: [UInt8]) -> Set<String> {
    var found: Set<String> = []
    var index = 0
    while index < bytes.count {
      guard isDigit(bytes, index) else {
        index += 1
        continue
      }
      var end = index
      while isDigit(bytes, end) { end += 1 }
      if end - index == 2, bytes.piece(end, 1) == [0x3A], bytes.piece(end + 3, 1) == [0x3A] {
        end += 6
      } else if end - index == 8, bytes.piece(end, 1) == [0x54] {
        end += 7
      }
      if [8, 12, 14, 15].contains(end - index), end <= bytes.count {
        found.insert(String(decoding: bytes[index..<end], as: UTF8.self))
      }
      index = end
    }
    return found
  }

  private static func isDigit(_ bytes: [UInt8], _ index: Int) -> Bool {
    index < bytes.count && 0x30...0x39 ~= bytes[index]
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The day in the forms of date(1), __DATE__, ISO 8601, RFC 5322, PDF and most countries.
  private static func dates(_ time: UTCTime) -> [String] {
    let (month, day) = (UTCTime.two(time.month), UTCTime.two(time.day))
    let name = months[time.month - 1]
    let padded = time.day < 10 ? " \(time.day)" : "\(time.day)"
    return [
      time.date, "\(time.year)\(month)\(day)", "\(name) \(padded)", "\(name) \(day)",
      "\(time.day) \(name)", "\(day).\(month).\(time.year)", "\(day)/\(month)/\(time.year)",
      "\(month)/\(day)/\(time.year)", "\(time.year)/\(month)/\(day)",
      "\(month)/\(day)/\(UTCTime.two(time.year % 100))",
    ]
  }

  /// The time of day, with and without colons; without them only after the date.
  private static func clocks(_ time: UTCTime) -> [String] {
    let day = "\(time.year)\(UTCTime.two(time.month))\(UTCTime.two(time.day))"
    let digits = time.time.filter { $0 != ":" }
    return [time.time, day + digits, "\(day)T\(digits)", "\(day.dropFirst(2))\(digits)"]
  }

  private static func numbers(_ bytes: [UInt8]) -> [String] {
    bytes.split { !(0x30...0x39 ~= $0) }.filter { 10...19 ~= $0.count }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static func seconds(_ digits: String) -> Int { Int(digits.prefix(10)) ?? 0 }
}
