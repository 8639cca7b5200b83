import TestSupport
import Testing

@testable import VendorKit

/// Signatures made and checked by the real programs.
struct SignatureCheckTests {
  /// A folder with `data`, in which a script makes keys and signatures.
  private struct Room {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder(["data": "the archive\n"]) }

    /// Runs a script that may call `gpg` and `sign`, whose `$1` is a key and `$2` the file.
    func run(_ script: String) async throws {
      try await Command.shell(
        """
        export GNUPGHOME="$PWD/h"
        mkdir -pm 700 h
        trap 'gpgconf --kill all' EXIT
        gpg() {
          command gpg --batch --quiet --no-tty --pinentry-mode loopback --passphrase '' "$@" 2>>log ||
            { cat log >&2; exit 1; }
        }
        key() { gpg "$@" ed25519 sign never; }
        sign() { one=$1; two=$2; shift 2; gpg -u "$one" "$@" -bo "$two" data; }
        \(script)
        """, in: folder.path)
    }

    func check(
      _ signature: String, by key: String, acceptsExpired: Bool = false
    ) async throws -> SignatureCheck.Result {
      func bytes(_ name: String) throws -> [UInt8] {
        let file = try ArchiveFile(path: "\(folder.path)/\(name)", label: name)
        return try file.bytes(at: 0, count: Int(file.byteCount))
      }
      return try await SignatureCheck(
        signature: bytes(signature), key: bytes(key), signaturePlace: signature, keyPlace: key,
        acceptsExpired: acceptsExpired
      ).run(
        on: ArchiveFile(path: "\(folder.path)/data", label: "data"),
        in: ArchiveStore(path: "\(folder.path)/store"))
    }

    func refusal(_ signature: String, by key: String) async throws -> String {
      let error = await #expect(throws: VendorError.self) { try await check(signature, by: key) }
      #expect(error?.code == .signature)
      return error?.problem ?? ""
    }
  }

  @Test func openPGPArmoredAndBinary() async throws {
    let room = try Room()
    try await room.run(
      """
      key --quick-gen-key a@x; key --quick-gen-key b@x
      sign a@x a.sig; sign a@x a.asc --armor; sign a@x ab.sig -u b@x
      for k in a b; do gpg --export $k@x >$k.gpg; gpg --armor --export $k@x >$k.txt; done
      cat a.txt b.txt >both.txt
      printf 'Our key:\\n\\n' | cat - a.txt | sed 's/$/\\r/' >noted.txt
      gpg --with-colons --list-keys a@x | awk -F: '/^fpr/{printf "%s", $10; exit}' >fpr
      """)
    let signer = "openpgp:\(try room.folder.text("fpr"))"
    for signature in ["a.sig", "a.asc"] {
      for key in ["a.gpg", "a.txt", "both.txt", "noted.txt"] {
        let result = try await room.check(signature, by: key)
        #expect(result.signers == [signer] && result.remarks.isEmpty, "\(signature) \(key)")
      }
    }
    // Of two signatures both are checked as far as there are keys.
    #expect(try await room.check("ab.sig", by: "both.txt").signers.count == 2)
    let one = try await room.check("ab.sig", by: "a.gpg")
    #expect(one.signers == [signer] && one.remarks.count == 1)
    #expect(try await room.refusal("a.sig", by: "b.gpg").contains("which b.gpg does not have"))
    try room.folder.write("data", "another archive\n")
    #expect(
      try await room.refusal("ab.sig", by: "both.txt").contains("the bytes that were signed differ")
    )
  }

  @Test func openPGPExpiredRevokedAndWeak() async throws {
    let room = try Room()
    try await room.run(
      """
      gpg --faked-system-time 20200101T000000 --quick-gen-key old@x ed25519 sign 1y
      gpg --faked-system-time '20200601T000000!' -u old@x -bo before.sig data
      gpg --faked-system-time '20200101T000000' --quick-gen-key late@x ed25519 sign never
      gpg --faked-system-time '20220301T000000!' -u late@x -bo after.sig data
      late=$(gpg --with-colons --list-keys late@x | awk -F: '/^fpr/{print $10; exit}')
      gpg --faked-system-time '20220401T000000!' --quick-set-expire $late 20210101T000000
      gpg --faked-system-time '20200101T000000' --quick-gen-key short@x ed25519 sign never
      gpg --faked-system-time '20200102T000000!' -u short@x --default-sig-expire 10d -bo expired.sig data
      key --quick-gen-key gone@x; sign gone@x gone.sig
      gone=$(gpg --with-colons --list-keys gone@x | awk -F: '/^fpr/{print $10; exit}')
      sed 's/^:---/---/' h/openpgp-revocs.d/$gone.rev >rev; gpg --import rev
      key --quick-gen-key a@x; sign a@x weak.sig --digest-algo SHA1
      for k in old late short gone a; do gpg --export $k@x >$k.gpg; done
      """)
    let before = try await room.check("before.sig", by: "old.gpg")
    #expect(before.signers.count == 1 && before.remarks.count == 1)
    #expect(
      try await room.refusal("after.sig", by: "late.gpg").contains("after its key had expired"))
    #expect(try await room.refusal("expired.sig", by: "short.gpg") == "has expired")
    #expect(
      try await room.check("expired.sig", by: "short.gpg", acceptsExpired: true).signers.count == 1)
    #expect(try await room.refusal("gone.sig", by: "gone.gpg").contains("has revoked"))
    #expect(try await room.refusal("weak.sig", by: "a.gpg").contains("SHA-1"))
  }

  /// gpgv would check the text in these files, or refuses them with fewer words.
  @Test func whatIsNotADetachedSignatureOrAPublicKeyIsRefused() async throws {
    let room = try Room()
    try await room.run(
      """
      key --quick-gen-key a@x; sign a@x a.sig
      gpg -u a@x --clearsign -o clear.asc data; gpg -u a@x -so inline.gpg data
      cat a.sig inline.gpg >mixed.sig; head -c 40 a.sig >cut.sig
      gpg --export a@x >a.gpg
      gpg --export-secret-keys a@x >secret.gpg; gpg --armor --export-secret-keys a@x >secret.txt
      cat a.gpg secret.gpg >hidden.gpg
      printf 'hello\\n' >text; printf '' >empty
      """)
    #expect(try await room.refusal("clear.asc", by: "a.gpg").contains("is a signed text"))
    for file in ["inline.gpg", "text", "empty", "a.gpg"] {
      #expect(try await room.refusal(file, by: "a.gpg").contains("is not a detached signature"))
    }
    #expect(try await room.refusal("mixed.sig", by: "a.gpg").contains("more than signatures"))
    #expect(try await room.refusal("cut.sig", by: "a.gpg").contains("is damaged"))
    for file in ["secret.gpg", "secret.txt", "hidden.gpg"] {
      #expect(try await room.refusal("a.sig", by: file).contains("a private key"))
    }
    for file in ["text", "empty", "a.sig"] {
      #expect(try await room.refusal("a.sig", by: file).contains("is not a public key"))
    }
  }

  @Test func minisignOldAndNew() async throws {
    let room = try Room()
    try await room.run(
      """
      for k in a b; do minisign -GWf -p $k.pub -s $k.key >>log; done
      minisign -SW -s a.key -m data -x new.minisig >>log; minisign -SWl -s a.key -m data -x old.minisig >>log
      tail -1 a.pub >bare.pub
      sed 's/timestamp/tomorrow/' new.minisig >comment.minisig
      """)
    let signer = "minisign:\(try room.folder.text("bare.pub").filter { !$0.isNewline })"
    for signature in ["new.minisig", "old.minisig"] {
      for key in ["a.pub", "bare.pub"] {
        #expect(try await room.check(signature, by: key).signers == [signer])
      }
      #expect(try await room.refusal(signature, by: "b.pub").contains("not a good signature"))
    }
    #expect(try await room.refusal("comment.minisig", by: "a.pub").contains("not a good signature"))
    #expect(try await room.refusal("new.minisig", by: "a.key").contains("a private key"))
    try room.folder.write("data", "another archive\n")
    for signature in ["new.minisig", "old.minisig"] {
      #expect(try await room.refusal(signature, by: "a.pub").contains("not a good signature"))
    }
  }

  @Test func sshOfSeveralKeys() async throws {
    let room = try Room()
    try await room.run(
      """
      for k in a b; do ssh-keygen -qt ed25519 -N '' -C "me at $k" -f $k; done
      ssh-keygen -qt rsa -b 2048 -N '' -f r
      for k in a r; do ssh-keygen -qY sign -f $k -n file data 2>>log; mv data.sig $k.sig; done
      ssh-keygen -qY sign -f a -n git data 2>>log; mv data.sig git.sig
      cat b.pub a.pub r.pub >keys
      ssh-keygen -lf a.pub | cut -d' ' -f2 | tr -d '\\n' >fpr
      """)
    #expect(
      try await room.check("a.sig", by: "keys").signers == ["ssh:\(try room.folder.text("fpr"))"])
    #expect(try await room.check("a.sig", by: "a.pub").signers.count == 1)
    #expect(try await room.check("r.sig", by: "keys").signers.count == 1)
    #expect(try await room.refusal("a.sig", by: "b.pub").contains("not a good signature"))
    // A signature for another purpose, of a commit perhaps, is none of a file.
    #expect(try await room.refusal("git.sig", by: "a.pub").contains("namespace 'file'"))
    #expect(try await room.refusal("a.sig", by: "a").contains("a private key"))
    try room.folder.write("data", "another archive\n")
    #expect(try await room.refusal("a.sig", by: "keys").contains("not a good signature"))
  }

  @Test func theKindsMustAgree() async throws {
    let room = try Room()
    try await room.run(
      """
      ssh-keygen -qt ed25519 -N '' -f a; ssh-keygen -qY sign -f a -n file data 2>>log
      minisign -GWf -p b.pub -s b.key >>log
      """)
    #expect(
      try await room.refusal("data.sig", by: "b.pub")
        == "is a signature of SSH, and b.pub is a key of minisign")
  }
}
