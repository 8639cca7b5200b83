/// Collects attempts; the same program trying the same target is one attempt with a count.
struct AttemptLog {
  /// The most attempts that are kept; it bounds memory if a build looks up a million names.
  static let limit = 10_000

  private struct Key: Hashable {
    var target: Attempt.Target
    var name: String
    var executable: String?
  }

  private(set) var attempts: [Attempt] = []
  /// Attempts past the limit, each counted.
  private(set) var omittedCount = 0
  private var places: [Key: Int] = [:]
  /// The process that last looked up the name, by index in `attempts`.
  private var lastAskers: [Int: Int32] = [:]

  /// Records that `program` tried to reach `target`.
  ///
  /// - Parameter recordType: of a name. A resolver asks for A and AAAA, and again with every search
  ///   suffix: lookups by one process within a second count once.
  /// - Parameter ancestry: asked for only when the attempt is a new one.
  mutating func record(
    _ target: Attempt.Target, by program: BuildProgram, at time: Duration,
    recordType: String? = nil, ancestry: @autoclosure () -> Attempt.Ancestry = .none
  ) {
    let key = Key(target: target, name: program.name, executable: program.executable)
    if let place = places[key] {
      let isSameLookup =
        recordType != nil && lastAskers[place] == program.pid
        && time - attempts[place].last < .seconds(1)
      if !isSameLookup { attempts[place].count += 1 }
      attempts[place].last = time
      note(recordType, of: program, at: place)
    } else if attempts.count < Self.limit {
      attempts.append(
        Attempt(
          target: target, program: program, first: time, last: time, count: 1,
          ancestry: ancestry()))
      places[key] = attempts.count - 1
      note(recordType, of: program, at: attempts.count - 1)
    } else {
      omittedCount += 1
    }
  }

  /// Records that `program` asked the target for `url`: with its attempt, or as one if it made none.
  mutating func record(
    url: String, of target: Attempt.Target, by program: BuildProgram, at time: Duration,
    ancestry: @autoclosure () -> Attempt.Ancestry = .none
  ) {
    let key = Key(target: target, name: program.name, executable: program.executable)
    if places[key] == nil {
      record(target, by: program, at: time, ancestry: ancestry())
    }
    // Past the limit of attempts there is none.
    guard let place = places[key], !attempts[place].urls.contains(url),
      attempts[place].urls.count < Attempt.urlLimit
    else { return }
    attempts[place].urls.append(url)
  }

  /// Adds attempts that were recorded elsewhere meanwhile, each at its time.
  mutating func merge(_ others: [Attempt]) {
    let kept = others.prefix(max(0, Self.limit - attempts.count))
    omittedCount += others.count - kept.count
    attempts = (attempts + kept).enumerated()
      .sorted { ($0.element.first, $0.offset) < ($1.element.first, $1.offset) }.map(\.element)
    places = [:]
    lastAskers = [:]
  }

  private mutating func note(_ recordType: String?, of program: BuildProgram, at place: Int) {
    guard let recordType else { return }
    lastAskers[place] = program.pid
    if !attempts[place].recordTypes.contains(recordType) {
      attempts[place].recordTypes.append(recordType)
    }
  }
}

/// Notes without duplicates, at most ``limit`` of them.
struct NoteList {
  static let limit = 50
  private(set) var texts: [String]

  init(_ texts: [String] = []) {
    self.texts = texts
  }

  /// Adds a note unless it is already in the list.
  mutating func add(_ text: String) {
    guard !texts.contains(text), texts.count <= Self.limit else { return }
    texts.append(texts.count == Self.limit ? "further notes were omitted" : text)
  }
}
