public import Findings

/// The rules of `icons --check`, which compares a folder with what a run would write.
public enum CheckRules {
  static let missing = Finding.Rule(
    "icon-missing", .error, "a file that the run would write is missing",
    help: "Run the same command without --check and commit the result.")
  static let different = Finding.Rule(
    "icon-different", .error, "a file differs from what the run would write",
    help: "Run the same command without --check and commit the result.")
  static let leftOver = Finding.Rule(
    "icon-left-over", .error, "a file of another preset or size is not used any more",
    help: "Remove it, or add its preset or size to the command.")

  /// All of them.
  public static let all = [missing, different, leftOver]
}
