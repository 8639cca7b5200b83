/// The text of a curl configuration file (curl(1), "--config").
public struct CurlOptions: Sendable {
  /// The file's text so far.
  public private(set) var text = ""

  /// No options.
  public init() {}

  /// Sets an option that takes no value.
  public mutating func set(_ option: StaticString) { text += "\(option)\n" }

  /// Sets an option to `value`, which may be anything.
  public mutating func set(_ option: StaticString, to value: String) {
    text += "\(option) = "
    text.appendQuoted(value) { _ in nil }
    text += "\n"
  }

  /// Ends the options of one transfer; those of the next follow.
  public mutating func startNextTransfer() { text += "next\n" }
}
