#if os(Linux)
import Glibc
import Testing

@testable import OfflineKit

/// Each way in which systems forbid namespaces has the line that allows them.
@Suite("A ban on namespaces")
struct NamespaceBanTests {
  private func ban(
    _ error: Int32 = EPERM, _ change: (inout HostFacts) -> Void = { _ in }
  ) -> NamespaceBan {
    var facts = HostFacts()
    facts.settings["user.max_user_namespaces"] = "1000"
    change(&facts)
    return NamespaceBan(of: error, on: facts)
  }

  @Test("Ubuntu's restriction: a profile for this program's path, or the setting")
  func appArmor() {
    let found = ban(EACCES) {
      $0.settings["kernel.apparmor_restrict_unprivileged_userns"] = "1"
      $0.executable = "/home/o'neill/bin/assetkit"
    }
    #expect(found.reason == "kernel.apparmor_restrict_unprivileged_userns is 1")
    #expect(
      found.remedy.contains(
        #"profile assetkit "%s" flags=(unconfined) {\n  userns,\n}\n' '/home/o'\''neill/bin/assetkit' | sudo tee"#
      ))
    #expect(
      found.remedy.hasSuffix("sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"))
  }

  @Test("Debian's setting, for all but root")
  func unprivilegedClone() {
    let set = { (facts: inout HostFacts) in
      facts.settings["kernel.unprivileged_userns_clone"] = "0"
    }
    #expect(ban(EPERM, set).remedy == "allow it: sudo sysctl -w kernel.unprivileged_userns_clone=1")
    let root = ban {
      set(&$0)
      $0.isPrivileged = true
    }
    #expect(!root.reason.contains("unprivileged_userns_clone"))
  }

  @Test("the limit, none or reached")
  func limit() {
    let none = ban { $0.settings["user.max_user_namespaces"] = "0" }
    #expect(none.reason == "user.max_user_namespaces is 0")
    #expect(none.remedy == "allow it: sudo sysctl -w user.max_user_namespaces=15000")
    let reached = ban(ENOSPC) { $0.settings["user.max_user_namespaces"] = "20000" }
    #expect(reached.remedy == "allow it: sudo sysctl -w user.max_user_namespaces=40000")
  }

  @Test("each container runtime has its options; a restricted host needs a capability too")
  func containers() {
    let docker = ban { $0.container = .docker }
    #expect(
      docker.remedy == "start the container with: docker run --security-opt seccomp=unconfined "
        + "--security-opt apparmor=unconfined")
    let restricted = ban {
      $0.container = .docker
      $0.settings["kernel.apparmor_restrict_unprivileged_userns"] = "1"
    }
    #expect(restricted.remedy == docker.remedy + " --cap-add SYS_ADMIN")
    #expect(ban { $0.container = .podman }.remedy.contains("podman run --security-opt seccomp="))
    #expect(
      ban { $0.container = .kubernetes }.remedy.contains("seccompProfile: {type: Unconfined}"))
  }

  @Test("other causes: a filter, a chroot, a kernel without namespaces, an unknown policy")
  func others() {
    #expect(ban { $0.isFiltered = true }.remedy.contains("RestrictNamespaces=no"))
    #expect(ban { $0.isChroot = true }.remedy.contains("instead of chroot"))
    #expect(ban(EINVAL).remedy.contains("CONFIG_USER_NS"))
    #expect(ban().reason == "forbidden by a security policy")
    #expect(ban(EIO).reason.isEmpty)
  }
}
#endif
