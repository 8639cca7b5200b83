/// Why a path differs between two builds, as far as its contents tell.
public struct Cause: Sendable, Equatable {
  /// What it depends on; the raw value is its name in reports.
  public enum Kind: String, Sendable, CaseIterable {
    // What the builds vary, by the names of ``VariedProperty``.
    case buildPath = "build-path"
    case user, home, host, domain
    case timeZone = "time-zone"
    case locale, umask, environment, path, shell, processors, pid, kernel, aslr
    case directoryOrder = "directory-order"
    case fileTimes = "file-times"
    /// The time of the build.
    case time
    /// The same parts in another order.
    case order
    /// A random number or an identifier made of one.
    case random
    /// The name of a temporary file.
    case temporaryName = "temporary-name"
    /// Only the compressed bytes differ, not what they contain.
    case compression
    /// A digest of the rest, such as a build ID.
    case digest
  }

  /// What it depends on.
  public let kind: Kind
  /// What was found, as `the build path /tmp/a/src`.
  public let what: String
  /// Where in the file: members of archives, sections, fields; empty for the file itself.
  public internal(set) var places: [String]

  /// `contains the build path /tmp/a/src, in section .debug_line_str`
  public var text: String {
    let isOrder = what.hasPrefix("the order") || what.hasPrefix("the mode")
    let isContained = !isOrder && ![.compression, .digest].contains(kind)
    let what = "\(isContained ? "contains" : "differs in") \(what)"
    if places.isEmpty { return what }
    let more = places.count > 3 ? " and \(places.count - 3) more places" : ""
    return "\(what), in \(places.prefix(3).joined(separator: ", in "))\(more)"
  }

  /// What to do about it.
  public var remedy: String { kind.remedy }
}

extension Cause.Kind {
  /// What to do about it.
  public var remedy: String {
    switch self {
    case .buildPath:
      "compile with -ffile-prefix-map=$PWD=. (swiftc: -file-prefix-map, rustc: --remap-path-prefix, "
        + "go: -trimpath), and write relative paths"
    case .user:
      "write no user's name or ID; for archives tar --owner=0 --group=0 --numeric-owner, ar D, zip -X"
    case .home: "write no path of the home folder; use one below the build's own folder"
    case .host: "write no host name; where a tool asks for one, give it a fixed name"
    case .domain: "write no domain name; where a tool asks for one, give it a fixed name"
    case .timeZone: "set TZ=UTC for the build, and format times in UTC (date -u)"
    case .locale:
      "set LC_ALL=C (or C.UTF-8) for the build: it affects sort, formatted numbers and messages"
    case .umask:
      "set the modes explicitly: install -m, tar --mode=go=rX,u+rw,a-s, or umask 022 first"
    case .environment: "do not write the whole environment; name the variables that are needed"
    case .path: "do not write PATH; name the programs that are needed"
    case .shell:
      "write no name of a shell, and write scripts for a named one (#!/bin/sh in POSIX syntax)"
    case .processors:
      "give the number of threads or parts explicitly where it decides what is written"
    case .pid: "do not write process IDs; use a fixed name inside the build's own folder"
    case .kernel: "do not write the kernel's release; a result depends on what it is built for"
    case .aslr: "do not order or write by addresses; sort by a name or a number that is assigned"
    case .directoryOrder:
      "sort what a folder lists: $(sort $(wildcard *.o)), find … | sort, tar --sort=name"
    case .fileTimes:
      "do not write the times of sources, which every checkout sets anew; tar --mtime=@$SOURCE_DATE_EPOCH, "
        + "python -m compileall --invalidation-mode checked-hash"
    case .time:
      "set SOURCE_DATE_EPOCH (to git log -1 --format=%ct) and write that time; gzip -n, ar D, "
        + "tar --mtime=@$SOURCE_DATE_EPOCH, -Wdate-time finds __DATE__"
    case .order:
      "sort the parts: by name, in LC_ALL=C; hash tables, parallel jobs and folders have no order "
        + "(PYTHONHASHSEED=0 for Python)"
    case .random: "derive the identifier from the contents or a fixed seed (-frandom-seed, uuid5)"
    case .temporaryName:
      "do not write the names of temporary files; use fixed names in the build's own folder"
    case .compression: "fix the level, the number of threads and the program that compresses"
    case .digest: "it follows from the other differences, or from contents that were stripped"
    }
  }
}
