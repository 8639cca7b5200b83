/// A file taken apart: members of an archive, sections of a program, chunks, compressed contents.
struct Dissection {
  /// A number or name in a header.
  struct Field {
    /// What its value means.
    enum Meaning {
      /// Seconds since 1970.
      case time
      /// Seconds since 1970 as if the local time were UTC; even ones, as MS-DOS counts them.
      case localTime
      case owner, mode, other
    }
    let name: String
    let meaning: Meaning
    let text: String
    let number: Int?

    init(_ name: String, _ meaning: Meaning, text: String) {
      (self.name, self.meaning, self.text, number) = (name, meaning, text, nil)
    }
    init(_ name: String, _ meaning: Meaning, _ number: Int) {
      (self.name, self.meaning, self.number) = (name, meaning, number)
      text = meaning == .mode ? String(number, radix: 8) : "\(number)"
    }
  }

  /// One of its parts.
  struct Part {
    let name: String
    var fields: [Field] = []
    let bytes: [UInt8]
  }

  /// What a part is called: member, section, chunk.
  let noun: String
  let parts: [Part]
  /// Whether the parts' order is the author's to choose.
  let hasOrder: Bool
  /// Whether the bytes of the file also depend on how it was compressed.
  var isCompressed = false

  /// The most parts of one file, and the most bytes of all parts.
  static let partLimit = 20_000
  static let byteLimit = 256 << 20

  /// Takes `bytes` apart by the format that they begin with; nil for others and for damaged ones.
  init?(_ bytes: [UInt8]) {
    let readers: [([UInt8]) -> Dissection?] = [
      Dissection.gzip, Dissection.compressed, Dissection.zip, Dissection.ar, Dissection.elf,
      Dissection.png, Dissection.portableExecutable, Dissection.pythonCode, Dissection.tar,
    ]
    for read in readers {
      if let dissection = read(bytes) {
        self = dissection
        return
      }
    }
    return nil
  }

  init(noun: String, _ parts: [Part], hasOrder: Bool, isCompressed: Bool = false) {
    (self.noun, self.parts, self.hasOrder) = (noun, parts, hasOrder)
    self.isCompressed = isCompressed
  }
}
