"""Real icon sets made again, in copies, from another master: what changes, and that a second run changes nothing."""

import hashlib
import pathlib
import shutil
import subprocess
import tempfile

# Project, its asset catalog, the options.
SETS = [
    ("Ranchero-Software/NetNewsWire", "iOS/Resources/Assets.xcassets", "AppIcon.appiconset", ["ios"]),
    ("Ranchero-Software/NetNewsWire", "Mac/Resources/Assets.xcassets", "AppIcon.appiconset", ["macos"]),
    ("gskinnerTeam/flutter-wonderous-app", "ios/Runner/Assets.xcassets", "AppIcon.appiconset", ["ios-legacy"]),
    ("localsend/localsend", "app/macos/Runner/Assets.xcassets", "AppIcon.appiconset", ["macos"]),
    ("LoopKit/Loop", "WatchApp/DerivedAssetsBase.xcassets", "AppIcon.appiconset", ["watchos-legacy"]),
    ("home-assistant/iOS", "Sources/App/Resources/Assets.xcassets", "AppIcon.appiconset", ["ios", "macos"]),
    ("jellyfin/Swiftfin", "Swiftfin tvOS/Resources/Assets.xcassets", "App Icon & Top Shelf Image.brandassets", ["tvos"]),
    ("Dimillian/IceCubesApp", "IceCubesApp/Assets.xcassets", "AppIcon.solidimagestack", ["visionos"]),
    ("videolan/vlc-ios", "Resources/watchOS/Assets.xcassets", "AppIcon.appiconset", ["watchos"]),
]


def digests(folder):
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*")) if path.is_file()}


def run(projects, program, master):
    print("made again from another master:")
    failed = 0
    for project, catalog, folder, presets in SETS:
        with tempfile.TemporaryDirectory() as work:
            copy = pathlib.Path(work) / catalog
            shutil.copytree(projects[project] / catalog / folder, copy / folder)
            before = digests(copy)
            shutil.copytree(copy, pathlib.Path(work) / "before")
            command = [program, "icons", str(master), "--preset", ",".join(presets), "--background", "#ffffff", "-o", str(copy)]
            first = subprocess.run(command, capture_output=True, text=True)
            made = digests(copy)
            second = subprocess.run(command, capture_output=True, text=True)
            print(f"  {project} {catalog}/{folder}: --preset {','.join(presets)}")
            for line in (first.stderr or "").splitlines():
                print(f"    {line.replace(work + '/', '')}")
            added, removed = sorted(made.keys() - before.keys()), sorted(before.keys() - made.keys())
            print(f"    files: {sum(made.get(p) != d for p, d in before.items())} changed of {len(before)}, "
                  f"added: {added or 'none'}, removed: {removed or 'none'}")
            diff = subprocess.run(
                ["git", "diff", "--no-index", "--no-color", "-U1", "--", "before", catalog], cwd=work,
                capture_output=True, text=True).stdout
            for line in diff.splitlines():
                if line[:1] in "+- @" and not line.startswith("Binary"):
                    print(f"      {line}")
            same = first.returncode == 0 and second.returncode == 0 and digests(copy) == made
            print("    a second run changes nothing" if same else f"    A SECOND RUN CHANGES IT: {second.stderr}")
            failed += not same
    return failed == 0
