/// Recognises the files of CI services by their names and folders.
enum Workflow {
  private static let names: Set<String> = [
    ".gitlab-ci", ".travis", "travis", "appveyor", ".appveyor", "azure-pipelines",
    ".azure-pipelines", ".cirrus", ".drone", ".woodpecker", "bitbucket-pipelines", "circle",
    ".readthedocs", "readthedocs", ".gitpod", "shippable", "wercker", "codefresh", "cloudbuild",
    ".build", ".semaphore", "buildspec", ".packit",
  ]
  private static let folders: Set<String> = [
    ".github", ".gitlab", ".gitlab-ci", ".circleci", ".azure-pipelines", "azure-pipelines",
    ".azuredevops", ".pipelines", ".builds", ".buildkite", ".woodpecker", ".semaphore", ".ci", "ci",
    ".drone", ".travis", ".appveyor", ".cirrus",
  ]

  /// Whether a file of this lower-case name is a service's.
  static func isWorkflow(name: String) -> Bool {
    guard let stem = stem(of: name) else { return false }
    return names.contains(stem) || stem.hasPrefix("azure-pipelines") || stem.hasSuffix(".gitlab-ci")
  }

  /// Whether a file is a service's because of its folder, or is the `action.yml` of an action.
  static func isWorkflow(components: [String]) -> Bool {
    guard let name = components.last?.lowercased(), let stem = stem(of: name) else { return false }
    return isWorkflow(name: name) || (stem == "action" && components.count < 3)
      || components.dropLast().contains { folders.contains($0.lowercased()) }
  }

  /// A YAML file's name without its ending; nil for another file.
  private static func stem(of name: String) -> String? {
    for ending in [".yml", ".yaml"] where name.hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return nil
  }
}
