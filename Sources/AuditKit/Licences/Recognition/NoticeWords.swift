/// The words around the names of licences.
enum NoticeWords {
  static func hash(_ word: String) -> UInt32 { LicenseWords.hash(word) }
  static func set(_ words: String) -> Set<UInt32> {
    Set(words.split(separator: " ").map { hash(String($0)) })
  }

  static let under = hash("under")
  static let licensed = hash("licensed")
  static let license = hash("license")
  static let licenses = hash("licenses")
  static let copying = hash("copying")
  static let by = hash("by")
  static let to = hash("to")
  static let of = hash("of")
  static let only = hash("only")
  static let with = hash("with")
  static let terms = hash("terms")
  static let accordance = hash("accordance")
  static let see = hash("see")
  static let or = hash("or")
  static let and = hash("and")
  static let inc = hash("inc")

  static let governed = set("governed covered protected licensed authorized authorised")
  static let beforeTo = set("subject according pursuant")
  /// Words before "under" that speak of licences, not of systems and circumstances.
  static let licensing = set(
    """
    licensed released distributed available published provided redistributed offered license \
    sourced modify redistribute \
    redistributable usable copyrighted relicensed used shared
    """)
  /// Names that mean other things as well.
  static let weak = set(
    "apache boost zlib expat isc artistic berkeley bsd mit cc0 curl unlicense openssl")
  static let filesThatAre = [hash("files"), hash("that"), hash("are")]
  static let extensions = set("txt md rst")
  static let both = hash("both")
  static let found = hash("found")
  static let free = hash("free")
  static let foundation = hash("foundation")
  static let one = hash("one")
  static let exclusive = hash("exclusive")
  static let discretion = hash("discretion")
  static let offers = set("option either choose choice")
  static let exceptions = set("exception exceptions")
  static let articles = set("the a an gnu special")
  static let anyLater = [hash("any"), hash("later"), hash("version")]
  static let numbers = [hash("two"): 2, hash("three"): 3, hash("2"): 2, hash("3"): 3]
  static let isWord = hash("is")
  /// Words before the name of a file, or of what comes with a licence.
  static let beforeOwnName = set("file files accompanies")
  /// Words between "two" and "licenses".
  static let kinds = set(
    """
    compatible bsd style mutually exclusive different separate following open source free software \
    alternative permissive
    """)
  static let listWords = set("more liberal ijg independent jpeg group clause")
  static let pronouns = set("this these")
  static let prepositions = set("in of with within")
  static let all = set("all every everything")
  /// Words before "of this …" that stand for all of it, and words that stand for something else.
  static let contents = set(
    """
    contents content files source sources code software use redistribution distribution copying \
    modification license
    """)
  static let others = set("other others some certain few several remaining rest your")
  static let works = set(
    """
    file files program software library document documentation manual page package code work \
    source script module project font fonts material distribution free product tool header \
    copy utility application template macro repo repository tree
    """)
  static let linking = set("link linking combine combining")
  /// Words between "link" and what is linked with.
  static let linkedTo = set("with to against into")
  static let permissions = set("permission exception")
  static let redistribution = hash("redistribution")
  /// Words before what something is built on.
  static let needs = set("on onto from using uses use requires require against via depends needs")
  static let dual = set("dual dually either triple tri choice multi disjunctive")
  static let licenceFiles = set("copying license licenses readme copyright notice")
  static let version = set("version versions v ver")
  static let later = set("later newer above higher greater subsequent")

  /// Words between a notice's verb and the name.
  static let between = set(
    """
    the a an terms term conditions and of version versions v 0 1 2 3 4 either both dual following \
    license licenses new standard open source free software permissive liberal same this its own \
    any later or at your option gnu google s public restrictive simple usual their one two three \
    1 the original very current official as is
    """)
  /// More of them: "licensed with a (you choose) …", and a link whose tag is on two lines.
  static let beforeName = set("with you choose href")
  /// Words with a colon between "license" at the end of a sentence and the names.
  static let details = set("specifically namely")
  /// Words between the names of a list.
  static let asides = set(
    """
    found in file files root directory tree see copying txt under http www org com html spdx \
    which be can that style by at your option licensed user discretion available alternatively \
    published foundation b ii 2 to for md details mozilla opensource under exception exceptions \
    accompanies href
    """)
  /// Words between a name and its version.
  static let beforeVersion = set(
    """
    license licenses public as published by the free software foundation either version versions \
    v ver of inc fsf mpl gpl lgpl agpl gnu is that in agreement or attribution international
    """)
  /// Words between a version and "later", and between a version and the name after it.
  static let afterVersion = set(
    """
    at your option any the of license as published by free software foundation a version versions \
    this gnu general public lesser library gpl lgpl agpl affero it its inc that my our under terms \
    fsf optionally
    """)
  static let digits: [UInt32: String] = Dictionary(
    uniqueKeysWithValues: (0...9).map { (hash(String($0)), String($0)) })
  static let shortVersions: [UInt32: String] = Dictionary(
    uniqueKeysWithValues: (1...9).map { (hash("v\($0)"), String($0)) })
}
