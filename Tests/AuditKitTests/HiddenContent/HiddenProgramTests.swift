import Testing

@testable import AuditKit

/// Programs and archives, by their first bytes, inside of other files and written as text.
struct HiddenProgramTests {
  /// The header of an ELF program for x86-64, and zeros.
  static let elf: [UInt8] =
    [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 93)
  static let coff: [UInt8] =
    [0x64, 0x86, 1, 0, 0, 0, 0, 0, 60, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    + Array(".text".utf8) + [UInt8](repeating: 0, count: 80)
  static let lzma: [UInt8] =
    [0x5D, 0, 0, 0x80, 0] + [UInt8](repeating: 0xFF, count: 8) + [0, 1, 2, 3]
  static let python: [UInt8] = [0xCB, 0x0D, 0x0D, 0x0A] + [UInt8](repeating: 0, count: 20)
  static let jar: [UInt8] =
    Array("PK\u{3}\u{4}\u{14}".utf8) + [UInt8](repeating: 0, count: 21) + [9, 0, 0, 0]
    + Array("META-INF/".utf8)
  static let png: [UInt8] =
    [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 2, 0x49, 0x44, 0x41, 0x54, 1, 2, 0,
      0, 0, 0,
    ]
    + [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
  static let gif: [UInt8] = Array("GIF89a\u{1}\0\u{1}\0\0\0\0".utf8) + [0x2C, 0, 0x3B]

  static let signatures: [([UInt8], String?)] = [
    (lzma, "hidden-archive"), (Array("LZIP\u{1}".utf8), "hidden-archive"),
    (coff, "hidden-binary"), (python, "hidden-binary"), (jar, "hidden-binary"),
    (Array("070701".utf8), "hidden-archive"), (Array("\u{1B}Lua".utf8), "hidden-binary"),
    ([0x5D, 0, 0, 0x81, 0] + lzma[5...], nil), (Array("] is a bracket, not a header".utf8), nil),
    (Array(coff.prefix(8)) + [0xFF, 0xFF, 0xFF, 0] + coff[12...], nil),
    ([0xCB, 0x0D, 0x0A, 0x0D] + python[4...], nil), (Array("LZIPPED files".utf8), nil),
  ]

  @Test(arguments: signatures) func formatsAreRecognisedByContent(bytes: [UInt8], rule: String?)
    throws
  {
    #expect(try HiddenFiles.rules(["data.bin": bytes]) == (rule.map { ["\($0) data.bin"] } ?? []))
  }

  @Test func aSecondFormatBehindTheFirst() throws {
    let script = Array("#!/bin/sh\ntail -n +3 $0 >x\n".utf8)
    let noise = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 ^ $0 >> 3) }
    let pdf = Array("%PDF-1.4\n%%EOF\n".utf8)
    for (name, bytes) in [
      ("a.png", Self.png + Self.elf), ("b.png", Self.png + Self.jar), ("c.png", Self.png + noise),
      ("a.gif", Self.gif + Array("\nuname -a | sh\n".utf8)), ("b.gif", Self.gif + Self.elf),
      ("c.gif", Array("GIF89a=1;alert(document.cookie);".utf8)),
      ("d.gif", Self.gif + Array("<?php system(1);".utf8) + [0x3B]),
      ("x.pdf", pdf + Self.jar), ("x.sh", script + noise), ("y.sh", script + Self.elf),
      ("a.wav", Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WAVE".utf8) + noise),
      ("manual.pdf", Array("#!/bin/sh\nuname -a\n".utf8)),
      ("logo.png", Array("#!/usr/bin/env python3\nprint(1)\n".utf8)),
    ] {
      let found = Set(try HiddenFiles.rules([name: bytes]).map { $0.prefix { $0 != ":" } })
      #expect(found.contains("hidden-polyglot \(name)"), "\(name): \(found)")
    }
    let harmless: [String: [UInt8]] = [
      "shell.txt": Array("#!/bin/sh\nuname -a\n".utf8), "y.pdf": Array("#1 in sales\n".utf8),
      "a.png": Self.png, "b.png": Self.png + [0, 0, 0], "c.png": Self.png + [10],
      "a.gif": Self.gif, "x.sh": script + Array("# the payload begins here\n".utf8), "x.pdf": pdf,
      "a.wav": Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WAVE".utf8),
      "cut.png": Self.png.dropLast(9),
    ]
    #expect(try HiddenFiles.rules(harmless) == [])
  }

  /// Chunks of an image may end anywhere in a chunk of the file.
  @Test func anImageIsFollowedThroughPieces() throws {
    let bytes = Self.png + Self.elf
    for size in 1...40 {
      var trailing = try #require(bytes.withUnsafeBytes { TrailingData($0) })
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { piece in
          trailing.scan(
            FileChunk(
              bytes: piece, offset: start, firstLine: 1, beginsInsideLine: false,
              endsInsideLine: false))
        }
      }
      #expect(trailing.report(fileSize: bytes.count)?.contains("ELF") ?? false, "\(size)")
    }
  }

  private func hexadecimal(_ bytes: [UInt8], _ prefix: String = "", _ separator: String = "")
    -> String
  {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return prefix + (digits.count == 1 ? "0" : "") + digits
    }.joined(separator: separator)
  }

  /// `text` in pieces of a length, each with what stands before and after it.
  private func pieces(_ text: String, _ length: Int, _ before: String, _ after: String) -> String {
    var (result, rest) = ("", text[...])
    while !rest.isEmpty {
      result += before + rest.prefix(length) + after
      rest = rest.dropFirst(length)
    }
    return result
  }

  private func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }

  @Test func aProgramWrittenAsText() throws {
    let base64 = "f0VMRgIBAQAAAAAAAAAAAAMAPgABAAAAgBAAAAAAAABAAAAAAAAAAGg2AAAAAAAAAAAAAEAAOAAN"
    for text in [
      "char a[] = {\(hexadecimal(Self.elf, "0x", ","))};",
      "char a[] = {\(hexadecimal(Self.elf, "0x", ", "))};",
      "char a[] = {\n  \(hexadecimal(Self.elf, "0x", ",\n  "))};",
      "char a[] = {\(Self.elf.map(String.init).joined(separator: ", "))};",
      "char a[] = \"\(hexadecimal(Self.elf, "\\x"))\";", "x = '\(hexadecimal(Self.elf))'",
      "x = \"\(base64)\"",
      "bytes.fromhex(\n\(pieces(hexadecimal(Self.elf), 64, "    '", "'\n")))",
      "[\(pieces(hexadecimal(Self.elf), 32, "'", "', "))].join('')",
      "$x = \(pieces(hexadecimal(Self.elf), 40, "\"", "\" .\n  "))\"\";",
      "x = %w[\(pieces(hexadecimal(Self.elf), 16, "", " "))]",
      "x = '\(hexadecimal(Self.elf, "", " "))'",
      "x = \"\"\"\n\(pieces(base64, 40, "", "\n"))\"\"\"",
      "printf '\(Self.elf.map(octal).joined())'",
      #"x = b'\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00>\x00\x01\x00\x00\x00\x80\x10\x00\x00\x00\x00\x00\x00@\x00\x00'"#,
      "x = 'TVqQAAMAAAAEAAAA//8AALgAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'",
    ] {
      for name in ["a.c", "a.py", "a.json", "a.md"] {
        #expect(try HiddenFiles.rules(name, text + "\n") == ["hidden-embedded"], "\(text)")
      }
    }
    for text in [
      "if (memcmp(p, \"\\x7f\" \"ELF\\x02\\x01\\x01\", 7))",
      "char magic[] = {0x7f, 0x45, 0x4c, 0x46};",
      // What qemu registers: the header's first bytes with a mask.
      #"m='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x3e\x00'"#,
      "icon = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='",
      "char t[] = {\((0..<256).map { "\($0)" }.joined(separator: ", "))};",
      // Tables of what formats begin with, and of digests.
      "M = ['7f454c4602', '4d5a90000300', 'cffaedfe07000001', 'cafebabe00000034', '504b030414000000', '1f8b0800000000000000', '28b52ffd']",
      "Magic: 7f 45 4c 46 02 01 01 00 00 00 00 00 00 00 00 00\nClass: ELF64",
      "00000000  7f 45 4c 46 02 01 01 00  00 00 00 00 00 00 00 00  |.ELF............|",
      "f0VMRgIBAQAAAAAA begins an ELF program in base64 and nothing else follows it here today",
      "sha = '7f454c0c1f3a00b2c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b'",
    ] {
      #expect(try HiddenFiles.rules("a.c", text + "\n") == [], "\(text)")
    }
  }
}
