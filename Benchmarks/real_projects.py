"""Called by `real-projects` in this folder: lint and regeneration on public projects."""

import collections
import json
import pathlib
import subprocess
import sys

import real_defects
import real_regeneration

program, cache = sys.argv[1], pathlib.Path(sys.argv[2]) / "real-projects"
fixture, folder = pathlib.Path(sys.argv[3]).resolve(), sys.argv[4]

# OWNER/NAME, commit, what kind of project it is.
PROJECTS = [
    ("AntennaPod/AntennaPod", "b7ee12ccfc026b7fe6ca7206a925a05a23e15cca", "Android, a debug variant"),
    ("Dimillian/IceCubesApp", "0fc41d2ced2e3e735bd9c42d5ae6dea16e63d618", "iOS, visionOS, Icon Composer, 50 alternates"),
    ("InterShare/InterShare-Apple", "fe3c0aab9b1cdcda00d8181563afb379a303697a", "iOS and macOS in one set"),
    ("LoopKit/Loop", "710182e2342540c22b26af009f1ea3175f5aa0c1", "iOS, watchOS, names in an .xcconfig"),
    ("Ranchero-Software/NetNewsWire", "834decfad37802ef24d8a74897427a9eee57afdd", "macOS, iOS, a widget"),
    ("Shpigford/chops", "1a1ff0de324abffda35c3fbdee90f79deb3d3dfa", "macOS, a web site"),
    ("audacity/audacity", "8edeaaf70ab644cda3fc95bb53b89741306a9f27", "desktop, .ico and .icns"),
    ("clash-verge-rev/clash-verge-rev", "e11b74206d0eb9b9e47a3dc39dc3939ab4c6b473", "Tauri"),
    ("coteditor/CotEditor", "611b0ce5cf6a7ade94535611aac10d9a169f0547", "macOS, Icon Composer, packages"),
    ("gskinnerTeam/flutter-wonderous-app", "747b945a7e5239356bf2664261aa2f3b020b8898", "Flutter, all platforms"),
    ("h5bp/html5-boilerplate", "b7e31d67f4cf83e23d51f4decc73618bf8bd77ba", "web"),
    ("home-assistant/iOS", "d722d7811aec72397d05837477c5f146943b6248", "iOS, macOS, watchOS, widgets, 25 alternates"),
    ("iina/iina", "3e7e879cd12fa22753183872acf49ce38630ef42", "macOS, builds with names of their own"),
    ("jellyfin/Swiftfin", "3944680cf13d7c2c6bb8658ab8d79c151a4b045e", "iOS, tvOS, 24 alternates"),
    ("localsend/localsend", "af0416be50770a97760f7070684bc667b759a15c", "Flutter, all platforms, packaging"),
    ("logseq/logseq", "fab27740975dcda1e93dbca718d1f620eda543c7", "Electron and iOS, a share extension"),
    ("mozilla-mobile/focus-ios", "a2832521c1daa0c23419c73705ae043ed60c9791", "iOS, every size, an action extension"),
    ("nextcloud/notes-android", "bce8c817a8953b340f174e586f5c5ce649d698cd", "Android, drawables"),
    ("tuskyapp/Tusky", "43ae0bb4556392393a3d759ce42a93f3a003e83a", "Android, WebP, flavours"),
    ("videolan/vlc-ios", "12cd503e3b12e00f0bc36ef568d2edf985c7d473", "iOS, tvOS, visionOS, watchOS, a widget"),
]

# Why each error in a project as it is, is true: (project, rule, path).
TRUE_ERRORS = {}

# What lint cannot need: not exported, to save time and space.
SOURCES = (".swift .m .mm .h .hpp .cpp .cc .c .kt .java .dart .rs .ts .tsx .js .md .strings .xcstrings .stringsdict .mp4 .mp3 "
           ".wav .ttf .otf .lock .storyboard .xib .clj .cljs .po .xliff").split()


def git(repository, *arguments, text=None):
    return subprocess.run(
        ["git", "-C", str(repository), *arguments], input=text, capture_output=True, check=True).stdout


def repository(name, commit):
    owner, project = name.split("/")
    for place in (f"{owner}+{project}/repo", f"{owner}+{project}", f"{owner}/{project}"):
        if folder and (pathlib.Path(folder) / place).is_dir():
            return pathlib.Path(folder) / place
    place = cache / f"{owner}+{project}.git"
    if not place.exists():
        place.mkdir(parents=True)
        git(place, "init", "--quiet", "--bare")
        git(place, "fetch", "--quiet", "--depth", "1", f"https://github.com/{name}", commit)
    return place


def export(name, commit):
    """The project's files at the commit, without its sources. Files that a partial repository lacks are empty."""
    into = cache / f"{name.replace('/', '+')}-{commit[:12]}"
    if into.exists():
        return into
    source = repository(name, commit)
    files = []
    for line in git(source, "ls-tree", "-r", "-z", commit).split(b"\0"):
        meta, _, path = line.partition(b"\t")
        path = path.decode("utf-8", "replace")
        if meta.startswith(b"100") and (not path.endswith(tuple(SOURCES)) or path.endswith("Package.swift")):
            files.append((path, meta.split()[2]))
    data = git(source, "cat-file", "--batch", text=b"\n".join(oid for _, oid in files) + b"\n")
    part, at = into.with_suffix(".part"), 0
    for path, _ in files:
        end = data.index(b"\n", at)
        head = data[at:end].split()
        size = 0 if head[-1] == b"missing" else int(head[2])
        (part / path).parent.mkdir(parents=True, exist_ok=True)
        (part / path).write_bytes(data[end + 1:end + 1 + size])
        at = end + 1 + (0 if head[-1] == b"missing" else size + 1)
    part.rename(into)
    return into


def lint(place):
    run = subprocess.run([program, "icons", "--lint", str(place), "--json"], capture_output=True, text=True)
    if run.returncode == 2 and "contains no icons" in run.stderr:
        return {"checked": 0, "findings": []}
    if run.returncode not in (0, 1):
        sys.exit(f"{place}: {run.stderr}")
    return json.loads(run.stdout)


def as_they_are(projects):
    print("findings in the projects as they are:")
    unexplained = 0
    for name, _, kind in PROJECTS:
        document = lint(projects[name])
        rules = collections.Counter((f["severity"], f["rule"]) for f in document["findings"])
        print(f"  {name} ({kind}): {document['checked']} files")
        for (severity, rule), count in sorted(rules.items()):
            print(f"    {severity} {rule}: {count}")
        for f in document["findings"]:
            # An empty file stands for one that the repository at hand does not have.
            path = projects[name] / f.get("path", "")
            if f["severity"] != "error" or path.is_file() and path.stat().st_size == 0:
                continue
            why = TRUE_ERRORS.get((name, f["rule"], f.get("path")))
            print(f"    {f.get('path')}: {f['message']} [{f['rule']}]: {why or 'NOT READ YET'}")
            unexplained += why is None
    print(f"errors that nobody has found to be true: {unexplained}")
    return unexplained == 0


projects = {name: export(name, commit) for name, commit, _ in PROJECTS}
results = [as_they_are(projects), real_defects.run(projects, lint), real_regeneration.run(projects, program, fixture)]
sys.exit(0 if all(results) else 1)
