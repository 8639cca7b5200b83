import TestSupport
import Testing

/// Hundreds of packages in one run, with fewer descriptors than packages.
struct ManyPackagesTests {
  /// 300 packages of three files, from archives; the lock is made by python alone.
  private static let script = """
    import hashlib, io, os, tarfile
    os.mkdir("up")
    lock = "version = 1\\n"
    for number in range(300):
        name = f"p{number:03}"
        packed, lines = io.BytesIO(), []
        with tarfile.open(fileobj=packed, mode="w:gz") as archive:
            for path in ("LICENSE", "a.c", "b/b.c"):
                data = f"{number} {path}\\n".encode()
                # One package has a file that no thread should read among small ones.
                if number == 7 and path == "a.c": data *= 1 << 18
                entry = tarfile.TarInfo(f"{name}-1.0/{path}")
                entry.size = len(data)
                archive.addfile(entry, io.BytesIO(data))
                lines.append(f"{hashlib.sha256(data).hexdigest()}  {path}\\n")
        open(f"up/{name}.tar.gz", "wb").write(packed.getvalue())
        tree = hashlib.sha256("".join(lines).encode()).hexdigest()
        lock += f'''
    [[package]]
    name = "{name}"
    source = "up/{name}.tar.gz"
    type = "archive"
    archive-sha256 = "{hashlib.sha256(packed.getvalue()).hexdigest()}"
    archive-sha512 = "{hashlib.sha512(packed.getvalue()).hexdigest()}"
    strip = 1
    license-files = ["LICENSE"]
    pristine = "sha256:{tree}"
    tree = "sha256:{tree}"
    '''.replace("\\n    ", "\\n")
    open("vendor.lock", "w").write(lock)
    """

  @Test func allAtOnce() async throws {
    let (project, home) = (try TemporaryFolder(), try TemporaryFolder())
    func run(_ script: String) async throws -> Command.Outcome {
      try await Command.run(
        "sh", ["-c", "ulimit -n 200; " + script], in: project.path,
        environment: [
          "XDG_CACHE_HOME": home.path, "XDG_STATE_HOME": home.path, "A": Program.executable,
        ])
    }
    let made = try await Command.run("python3", ["-c", Self.script], in: project.path)
    try #require(made.status == 0, "\(made.errors)")
    let synced = try await run(#""$A" vendor sync"#)
    #expect(synced.status == 0, "\(synced.errors)")
    let verified = try await run(#""$A" vendor verify"#)
    #expect(verified.status == 0, "\(verified.output)")
    #expect(verified.errors == "assetkit: vendor verify: 300 packages, 900 files: as pinned\n")
    let listed = try await run(#""$A" vendor list | wc -l"#)
    #expect(listed.output.filter { $0.isNumber } == "300")

    let damaged = try await run(
      """
      echo >>Vendor/p007/a.c; echo >Vendor/p150/new; rm Vendor/p299/b/b.c; chmod +x Vendor/p007/LICENSE
      "$A" vendor verify
      """)
    #expect(damaged.status == 1)
    #expect(damaged.output.split(separator: "\n").count { $0.contains("error: ") } == 4)
    let single = try await run(#""$A" vendor verify --jobs 1"#)
    #expect(single.output == damaged.output)
    let changed = try await run(#""$A" vendor verify --changed"#)
    #expect(changed.output == damaged.output)
    #expect(changed.errors.contains("297 packages taken on trust"))
    // Small packages and that with the large file, all in one transaction.
    let restored = try await run(#""$A" vendor sync --force && "$A" vendor verify --changed"#)
    #expect(restored.status == 0, "\(restored.errors)")
    let updated = try await run(#""$A" vendor update --all && "$A" vendor verify"#)
    #expect(updated.status == 0, "\(updated.errors)")
    #expect(updated.output.split(separator: "\n").count { $0.hasSuffix(": unchanged") } == 300)
  }
}
