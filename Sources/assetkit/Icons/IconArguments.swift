public import ArgumentParser
public import IconKit

/// A whole number, optionally followed by K, M or G for powers of 1024.
struct ByteCount: ExpressibleByArgument, Sendable {
  let value: Int

  init(_ value: Int) {
    self.value = value
  }

  init?(argument: String) {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = argument.last.flatMap { units[$0] }
    guard let number = Int(unit == nil ? argument[...] : argument.dropLast()), number > 0 else {
      return nil
    }
    let (value, overflows) = number.multipliedReportingOverflow(by: unit ?? 1)
    guard !overflows else { return nil }
    self.value = value
  }

  var defaultValueDescription: String { "\(value)" }
}

/// The values of `--color`.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
  case srgb
  case keep
}

extension SetName: ExpressibleByArgument {
  /// The name of the arguments of `--name`.
  public init?(argument: String) { self.init(argument) }
}

/// A member of a web application's manifest, as in `theme-color=#ffffff`.
enum ManifestMember: ExpressibleByArgument, Equatable {
  case name(String)
  case shortName(String)
  case themeColor(Background)

  init?(argument: String) {
    guard let sign = argument.firstIndex(of: "=") else { return nil }
    let value = String(argument[argument.index(after: sign)...])
    switch argument[..<sign] {
    case "name": self = .name(value)
    case "short-name": self = .shortName(value)
    case "theme-color":
      guard let color = Background(value) else { return nil }
      self = .themeColor(color)
    default: return nil
    }
  }

  func set(in manifest: inout IconInputs.WebManifest) {
    switch self {
    case .name(let name): manifest.name = name
    case .shortName(let name): manifest.shortName = name
    case .themeColor(let color): manifest.themeColor = color
    }
  }
}

extension ResampleFilter: ExpressibleByArgument {}

extension FilterLight: ExpressibleByArgument {}

extension Fit: ExpressibleByArgument {}
