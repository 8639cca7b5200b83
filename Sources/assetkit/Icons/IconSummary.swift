import IconKit

/// The summary line at the end of a run.
struct IconSummary {
  private let text: String

  init(files: [IconFile], duration: Duration) {
    let sides = files.flatMap(\.sides)
    let smallest = sides.min() ?? 0
    let largest = sides.max() ?? 0
    let range = smallest == largest ? "\(smallest)" : "\(smallest) to \(largest)"
    let bytes = files.reduce(0) { $0 + $1.bytes.count }
    let hundredths = Int(duration / .milliseconds(10))
    let fraction = hundredths % 100
    text =
      "wrote \(files.count) \(files.count == 1 ? "file" : "files"), \(range) pixels, "
      + "\((bytes + 512) / 1024) KiB, in \(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) s"
  }

  /// Writes the line to standard error.
  func print(to output: String) {
    Console.message(output, text)
  }
}
