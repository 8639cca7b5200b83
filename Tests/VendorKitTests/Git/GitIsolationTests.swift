import SafeFiles
import TestSupport
import Testing

@testable import VendorKit

/// What a repository configures never runs.
struct GitIsolationTests {
  let folder: TemporaryFolder

  init() async throws {
    folder = try TemporaryFolder([
      "evil": "#!/bin/sh\ntouch \"$(dirname \"$0\")/RAN\"\n", "repo/a": "a\n",
    ])
    try folder.handle.setMode(0o755, of: RelativePath("evil"))
    try await Command.shell(
      "git init -q && git add . && git -c user.name=n -c user.email=e commit -q -m m",
      in: folder.path + "/repo")
  }

  /// For objects that a partial clone lacks, git runs `remote.NAME.uploadpack` of that clone.
  @Test func aPartialCloneFetchesNothing() async throws {
    try await Command.shell(
      """
      git clone -q --bare repo partial
      blob=$(git -C repo rev-parse HEAD:a)
      cd partial
      rm -f "objects/$(echo $blob | cut -c1-2)/$(echo $blob | cut -c3-)"
      git config core.repositoryFormatVersion 1
      git config extensions.partialClone origin
      git config remote.origin.promisor true
      git config remote.origin.url "$PWD/../repo"
      git config remote.origin.uploadpack "$PWD/../evil"
      """, in: folder.path)
    let fetcher = SourceFetcher(cache: ArchiveStore(path: folder.path + "/cache"))
    await #expect(throws: VendorError.self) {
      try await fetcher.fetch(.init(.git(url: "file://\(folder.path)/partial", ref: "HEAD")))
    }
    #expect(try !folder.exists("RAN"))
  }
}
