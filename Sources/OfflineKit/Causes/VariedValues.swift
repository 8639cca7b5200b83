/// Texts and times that differed between two builds, to be looked for in what they wrote.
struct VariedValues {
  /// A text that stands for one property in each build.
  struct Pair {
    let kind: Cause.Kind
    let what: String
    /// Empty where only the second build had it.
    let first: [UInt8]
    let second: [UInt8]

    init(_ kind: Cause.Kind, _ what: String, _ first: String, _ second: String) {
      (self.kind, self.what) = (kind, what)
      (self.first, self.second) = (Array(first.utf8), Array(second.utf8))
    }
  }

  /// Seconds since 1970 in which one build ran, and its time zone.
  struct Period {
    let seconds: ClosedRange<Int>
    /// Seconds east of Greenwich.
    let zone: Int
    /// The time of the files in its copy.
    let fileTime: Int
  }

  /// Texts that are long enough to be found anywhere, the longest and most specific first.
  var texts: [Pair] = []
  /// Words that mean something only where one stands in the first result and the other in the second.
  var words: [Pair] = []
  var first: Period
  var second: Period
  /// The second build's true time, which its files have, where its date was another.
  var secondFiles: Period?
  /// The process ID that each build began with, where they are far apart.
  var firstProcess: (Int, Int)?
  /// The folder of the copies, whose path is not the name of a temporary file.
  var workFolder: String
}
