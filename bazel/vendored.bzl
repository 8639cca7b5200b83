"""Tests of vendored sources."""

load(":toolchain.bzl", "TOOLCHAIN_TYPE")

# Runfiles are symbolic links, which is not what a lock pins: the files that they lead to are copied into a plain tree.
_SCRIPT = """\
#!/usr/bin/env bash
set -euo pipefail
runfiles=$PWD
tree=$(mktemp -d "${{TEST_TMPDIR:-/tmp}}/assetkit.XXXXXX")
trap 'rm -rf "$tree"' EXIT
tar -C ./{root} -chf - -T "$runfiles"/{files} | tar -C "$tree" --no-same-owner -xf -
./{program} -C "$tree" vendor {command} "$@"
"""

def _quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"

def _vendored_test(ctx, command, more = []):
    """A test that runs a command, whose words are quoted already, on the files `lock` and `srcs`; it also has the files `more`."""
    lock = ctx.file.lock
    if lock.basename != "vendor.lock":
        fail("{}: lock is {}; expected a file named vendor.lock".format(ctx.label, lock.short_path))
    root = lock.short_path[:-len("vendor.lock")]
    tree = [lock] + ctx.files.srcs
    for file in tree:
        if file.short_path.startswith("../") or not file.short_path.startswith(root):
            fail("{}: srcs: {} is not in the folder of {} or below it; move the target to the tree's own package".format(
                ctx.label,
                file.short_path,
                lock.short_path,
            ))

    files = ctx.actions.declare_file(ctx.label.name + ".files")
    ctx.actions.write(files, "".join(["./{}\n".format(file.short_path[len(root):]) for file in tree]))
    program = ctx.toolchains[TOOLCHAIN_TYPE].program
    script = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.write(script, is_executable = True, content = _SCRIPT.format(
        root = _quoted(root),
        files = _quoted(files.short_path),
        program = _quoted(program.short_path),
        command = command,
    ))
    return [
        DefaultInfo(executable = script, runfiles = ctx.runfiles([files, program] + tree + more)),
        # Bazel tells remote workers that every file is executable, and the lock pins which are.
        testing.ExecutionInfo({"no-remote-exec": "1"}),
    ]

def _verify_test(ctx):
    return _vendored_test(ctx, "verify")

def _audit_test(ctx):
    command, more = "audit", []
    if ctx.file.advisories:
        more.append(ctx.file.advisories)
        command += " --advisories \"$runfiles\"/" + _quoted(ctx.file.advisories.short_path)
    if ctx.attr.today:
        command += " --today " + _quoted(ctx.attr.today)
    return _vendored_test(ctx, command, more)

_TREE = {
    "lock": attr.label(mandatory = True, allow_single_file = True, doc = "The file vendor.lock; its folder is the tree's root."),
    "srcs": attr.label_list(mandatory = True, allow_files = True, doc = "The rest of the tree, such as glob([\"Vendor/**\"])."),
}

assetkit_verify_test = rule(
    _verify_test,
    doc = "Fails where a vendored file is added, missing or changed: `assetkit vendor verify` on the files of `srcs`.",
    attrs = _TREE,
    test = True,
    toolchains = [str(TOOLCHAIN_TYPE)],
)

_assetkit_audit_test = rule(
    _audit_test,
    attrs = dict(
        _TREE,
        advisories = attr.label(allow_single_file = True, doc = "Advisories in OSV's format: a zip or a folder."),
        today = attr.string(doc = "The date that expiry and age are counted from, such as 2026-11-22."),
    ),
    test = True,
    toolchains = [str(TOOLCHAIN_TYPE)],
)

def assetkit_audit_test(name, today = None, tags = [], **attributes):
    """Fails on findings: `assetkit vendor audit` on the files of `srcs`, with the policy of an assetkit.toml among them.

    Args:
      name: the target's name, which ends in _test.
      today: the date that expiry and age are counted from. Without it the result depends on the day, and is not cached.
      tags: tags of the target.
      **attributes: `lock` and `srcs` as of assetkit_verify_test; `advisories`, a zip or a folder in OSV's format; and what every test has.
    """
    _assetkit_audit_test(
        name = name,
        today = today,
        # Bazel's word for a test that runs every time.
        tags = tags if today else tags + ["external"],
        **attributes
    )
