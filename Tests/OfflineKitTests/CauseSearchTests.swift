import Testing

@testable import OfflineKit

struct CauseSearchTests {
  /// What each path depends on: any of the groups, and all of a group.
  private static let model: [String: [Set<VariedProperty>]] = [
    "host": [[.host]], "both": [[.locale], [.date]], "together": [[.user, .date]], "always": [[]],
  ]

  @Test func findsEveryPropertyAndCountsWhatDiffersAnyway() throws {
    var builds: [Set<VariedProperty>] = []
    let found = try CauseSearch.dependences(
      of: Set(Self.model.keys), among: VariedProperty.allCases
    ) { varied throws(OfflineError) in
      builds.append(varied)
      return Set(Self.model.filter { $0.value.contains { $0.isSubset(of: varied) } }.keys)
    }
    #expect(found["always"] == .nothing)
    #expect(found["host"] == .properties([.host]))
    #expect(found["both"] == .properties([.locale, .date]))
    #expect(found["together"] == .properties(VariedProperty.allCases))
    #expect(builds.first == [])
    #expect(builds.count <= 2 * VariedProperty.allCases.count)
    #expect(Set(builds).count == builds.count)
  }

  @Test(arguments: VariedProperty.allCases)
  func oneCauseTakesFewBuilds(property: VariedProperty) throws {
    var count = 0
    let found = try CauseSearch.dependences(of: ["x"], among: VariedProperty.allCases) {
      varied throws(OfflineError) in
      count += 1
      return varied.contains(property) ? ["x"] : []
    }
    #expect(found == ["x": .properties([property])])
    #expect(count <= 11)
  }
}
