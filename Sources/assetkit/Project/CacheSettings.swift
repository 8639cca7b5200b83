import TextFormats
import VendorKit

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The cache server that the environment names, or else the table `[cache]`.
enum CacheSettings {
  /// What the table may contain.
  static let schema = TOMLSchema.table([
    .optional(
      "url", .string,
      "The address of the server. The variable ASSETKIT_CACHE_URL takes its place."),
    .optional(
      "upload", .boolean, "Whether archives that were fetched are stored there.", default: "false"),
  ])

  /// The server; nil where none is named. An empty `ASSETKIT_CACHE_URL` switches off that of the table.
  ///
  /// - Parameters:
  ///   - project: the project's file.
  ///   - allowsHTTP: whether the person allows addresses that are not encrypted.
  /// - Throws: `VendorError` where an address or a variable is none that can be used.
  static func server(
    _ project: ProjectFile, allowsHTTP: Bool
  ) throws(VendorError) -> CacheServer? {
    let table = project.cache
    let fromEnvironment = variable("ASSETKIT_CACHE_URL")
    guard let url = fromEnvironment ?? table?["url"]?.string, !url.isEmpty else { return nil }
    return try CacheServer(
      url, uploads: try uploads(table), allowsPlainLogin: allowsHTTP || fromEnvironment != nil,
      from: fromEnvironment == nil ? "\(project.file): cache.url" : "ASSETKIT_CACHE_URL")
  }

  private static func uploads(_ table: TOMLNode?) throws(VendorError) -> Bool {
    let name = "ASSETKIT_CACHE_UPLOAD"
    switch variable(name) {
    case nil, "": return table?["upload"]?.boolean ?? false
    case "1": return true
    case "0": return false
    case let other?:
      throw VendorError(.invalidArgument, at: name, "is '\(other)', expected 1 or 0")
    }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
