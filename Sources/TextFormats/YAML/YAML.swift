/// A value of the part of YAML 1.2 that lock files are written in: block mappings and sequences of
/// plain and quoted scalars, each on one line.
///
/// All scalars are strings: whether `1.0` is a number is not decided here.
public indirect enum YAML: Hashable, Sendable {
  /// A scalar, without its quotes; empty where there is none.
  case scalar(String)
  /// A block sequence, or `[]`.
  case sequence([YAML])
  /// A block mapping, or `{}`, in its order; each key once.
  case mapping([Pair])

  /// A key of a mapping with its value.
  public struct Pair: Hashable, Sendable {
    /// The key.
    public var key: String
    /// Its value.
    public var value: YAML
    /// The line of the key, from 1.
    public var line: Int
  }

  /// The value of a key; nil if there is none, or this is not a mapping.
  ///
  /// - Complexity: O(keys).
  public subscript(key: String) -> YAML? {
    pairs?.first { $0.key == key }?.value
  }

  /// The scalar; nil if this is not one.
  public var text: String? {
    if case .scalar(let text) = self { text } else { nil }
  }

  /// The elements; nil if this is not a sequence.
  public var elements: [YAML]? {
    if case .sequence(let elements) = self { elements } else { nil }
  }

  /// The pairs; nil if this is not a mapping.
  public var pairs: [Pair]? {
    if case .mapping(let pairs) = self { pairs } else { nil }
  }
}

/// Why a text was refused: not YAML, or outside the part of it that is read here.
public struct YAMLError: Error, Hashable {
  /// The line, from 1.
  public var line: Int
  /// What is wrong there; reads after "line N".
  public var problem: String
}
