import OfflineKit
import TextFormats

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Difference {
  /// Prints what differs, and why.
  func printText() {
    Console.message(path, problem)
    for cause in causes {
      Console.write("  \(cause.text)\n    remedy: \(cause.remedy)\n", to: STDERR_FILENO)
    }
    if let dependence { Console.write("  differs \(dependence.text)\n", to: STDERR_FILENO) }
  }
}

extension Dependence {
  /// `when build-path is varied`
  var text: String {
    switch self {
    case .nothing:
      "even when nothing is varied: the time of the build, random numbers, or a race"
    case .properties(let properties):
      "when \(properties.map(\.rawValue).joined(separator: ", or ")) is varied"
    }
  }

  /// The names of the properties; none for what differs anyway.
  var json: JSON {
    switch self {
    case .nothing: []
    case .properties(let properties): .strings(properties.map(\.rawValue))
    }
  }
}

extension Cause {
  var json: JSON {
    [
      "kind": .string(kind.rawValue), "what": .string(what), "places": .strings(places),
      "remedy": .string(remedy),
    ]
  }
}

extension VariationReport {
  var json: JSON {
    [
      "name": .string(name), "first": .string(first), "second": .string(second),
      "took-effect": .bool(tookEffect), "why-not": whyNot.map(JSON.string) ?? .null,
    ]
  }
}
