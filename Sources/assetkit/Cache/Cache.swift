import ArgumentParser
import VendorKit

/// `assetkit cache`: lists and prunes the archives downloaded to this machine.
struct Cache: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "List or prune the archives that were downloaded to this machine.",
    discussion: """
      The cache is $XDG_CACHE_HOME/assetkit, else ~/.cache/assetkit. Everything in it is verified \
      when it is used, and may be deleted at any time.
      """,
    subcommands: [CacheList.self, CachePrune.self])
}

extension ArchiveStore.Item {
  /// `sha256:HEX` or `commit:ID`.
  var keyText: String { Self.text(of: key) }

  /// `sha256:HEX` or `commit:ID`.
  static func text(of key: Key) -> String {
    switch key {
    case .archive(let digest): digest.pin
    case .commit(let id): "commit:" + id
    }
  }
}
