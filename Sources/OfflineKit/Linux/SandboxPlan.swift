#if os(Linux)
import CSandbox
import Glibc

/// The parameters of the guard, in C memory that can be read after clone.
struct SandboxPlan {
  /// The maps that the guard may get, to be tried in turn.
  let maps: [IdentityMaps]
  /// What the command does not get, one sentence each.
  let notes: [String]

  private let executables: CStrings
  private let arguments: CStrings
  private let environment: CStrings
  private let overlayPaths: CStrings
  private let overlayTexts: CStrings
  private let directory: CStrings
  private let hostname: CStrings?
  private let userMaps: CStrings
  private let groupMaps: CStrings
  private let pingGroups: CStrings?
  private let kernelMounts: CStrings
  private let deviceMounts: CStrings
  private let processMounts: CStrings
  private let terminal: CStrings?
  private let descriptors = InheritedDescriptors.others
  private let isPlain: Bool
  private let domain: CStrings?
  private let boundTargets: CStrings
  private let boundSources: CStrings
  private let variation: Variation?
  /// What the command's process sees.
  let memory = ObservationMemory()

  init(_ command: BuildCommand, variation: Variation?, isPlain: Bool = false) {
    self.isPlain = isPlain
    executables = CStrings(command.candidates)
    arguments = CStrings(command.arguments)
    environment = CStrings(command.environment.entries)
    let overlays = Overlays.files(for: variation)
    overlayPaths = CStrings(overlays.map(\.path))
    overlayTexts = CStrings(overlays.map(\.text))
    directory = CStrings([command.directory])
    hostname = (variation?.hostname).map { CStrings([$0]) }
    maps = IdentityMaps.candidates(for: variation?.account)
    userMaps = CStrings(maps.map(\.below.user))
    groupMaps = CStrings(maps.map(\.below.group))
    let isRoot = geteuid() == 0 && variation?.account == nil
    pingGroups = isRoot ? CStrings(maps.map(\.pingGroups)) : nil
    let mounts = MountTable.current
    kernelMounts = CStrings(mounts.settings)
    deviceMounts = CStrings(mounts.devices)
    processMounts = CStrings(mounts.processes)
    terminal = Self.terminal.map { CStrings([$0]) }
    notes =
      descriptors.withheld.isEmpty
      ? [] : ["closed for the command: descriptors \(descriptors.withheld.joined(separator: ", "))"]
    self.variation = variation
    domain = (variation?.domain).map { CStrings([$0]) }
    let shells = (variation?.standardShell).map { [$0] } ?? []
    boundSources = CStrings(shells)
    boundTargets = CStrings(shells.map { _ in "/bin/sh" })
  }

  /// Clones the guard, with `standard` as the command's standard streams.
  ///
  /// - Returns: its process ID and the control socket.
  /// - Throws: `OfflineError` when the namespaces cannot be made.
  func clone(
    standard: (Int32, Int32, Int32)
  ) throws(OfflineError) -> (guardProcess: Int32, control: Int32) {
    var process: Int32 = 0
    var control: Int32 = -1
    let status = (descriptors.kept + [-1]).withUnsafeBufferPointer { kept in
      var plan = csandbox_plan(
        executables: executables.constantList, arguments: arguments.list,
        environment: environment.list, directory: directory.list[0],
        hostname: hostname?.list[0], overlay_paths: overlayPaths.constantList,
        overlay_texts: overlayTexts.constantList,
        user_maps: userMaps.constantList, group_maps: groupMaps.constantList,
        standard: standard, kept_descriptors: kept.baseAddress,
        highest_descriptor: descriptors.highest,
        file_creation_mask: variation?.fileCreationMask ?? -1,
        ping_groups: pingGroups?.constantList, is_machine_root: Self.isMachineRoot ? 1 : 0,
        kernel_mounts: kernelMounts.constantList, device_mounts: deviceMounts.constantList,
        process_mounts: processMounts.constantList, terminal: terminal?.list[0],
        is_plain: isPlain ? 1 : 0,
        domain: domain?.list[0], bound_targets: boundTargets.constantList,
        bound_sources: boundSources.constantList,
        last_process: variation?.lastProcess ?? 0,
        processors: Int32(clamping: variation?.processors ?? 0),
        personality: variation?.personality ?? 0,
        is_listing_reversed: variation?.isListingReversed == true ? 1 : 0,
        observation: memory.place)
      return withExtendedLifetime(self) { csandbox_clone(&plan, &process, &control) }
    }
    guard status >= 0 else { throw Refusal.ofNamespaces(-status) }
    return (process, control)
  }

  /// Whether the caller's user ID is that of the machine's root, to whom the kernel's settings belong,
  /// and not only called 0 in a user namespace.
  private static var isMachineRoot: Bool {
    var status = stat()
    return stat("/proc/sys", &status) == 0 && status.st_uid == geteuid()
  }

  /// The path of the terminal of the standard streams, if one of them is a terminal.
  private static var terminal: String? {
    for stream in STDIN_FILENO...STDERR_FILENO {
      var name = [CChar](repeating: 0, count: 128)
      guard ttyname_r(stream, &name, name.count) == 0 else { continue }
      return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    return nil
  }
}
#endif
