import Testing

@testable import AuditKit

struct PatchHeaderTests {
  @Test(arguments: [
    ("CVE: CVE-2024-1234\n--- a/x\n", ["CVE-2024-1234"]),
    (
      "Subject: x\n\ncve: CVE-2024-1 CVE-2024-2, GHSA-jfhm-5ghh-2f97\n---\n",
      ["CVE-2024-1", "CVE-2024-2", "GHSA-jfhm-5ghh-2f97"]
    ),
    ("CVE: CVE-2024-1\r\nCVE: CVE-2024-2\r\nCVE: CVE-2024-1\r\n", ["CVE-2024-1", "CVE-2024-2"]),
    ("CVE: CVE-2024-1\n CVE-2024-2\nBug: CVE-2024-3\n", ["CVE-2024-1", "CVE-2024-2"]),
    ("Upstream-Status: Backport [fixes CVE-2024-1]\n", []),
    ("--- a/x\n+++ b/x\n+CVE: CVE-2024-1\n", []),
    ("diff --git a/x b/x\nCVE: CVE-2024-1\n", []),
    ("CVE: none\nCVE: -\nCVE: CVE-\n", []), ("", []), ("\u{0}CVE: CVE-2024-1", []),
  ]) func readsWhatAPatchFixes(text: String, ids: [String]) {
    #expect(PatchHeader(Array(text.utf8)).fixes == ids)
  }

  @Test func readsAnyBytes() {
    #expect(PatchHeader([0xFF, 0xFE] + Array("\nCVE: CVE-2024-1\n".utf8)).fixes == ["CVE-2024-1"])
  }
}
