"""Toolchains of assetkit's releases, which are downloaded and believed only by their checksums."""

# The systems that a release has archives for, and what Bazel calls them.
_SYSTEMS = {
    "linux-aarch64": ["@platforms//os:linux", "@platforms//cpu:aarch64"],
    "linux-x86_64": ["@platforms//os:linux", "@platforms//cpu:x86_64"],
    "macos-arm64": ["@platforms//os:macos", "@platforms//cpu:aarch64"],
    "macos-x86_64": ["@platforms//os:macos", "@platforms//cpu:x86_64"],
}

_RELEASE = """\
load("@assetkit//:toolchain.bzl", "assetkit_toolchain")

assetkit_toolchain(
    name = "toolchain",
    program = "bin/assetkit",
    visibility = ["//visibility:public"],
)
"""

_TOOLCHAIN = """\
toolchain(
    name = "{system}",
    exec_compatible_with = {constraints},
    toolchain = "@{repository}//:toolchain",
    toolchain_type = "@assetkit//:toolchain_type",
)
"""

def _download(repository_ctx):
    name = "assetkit-{}-{}".format(repository_ctx.attr.version, repository_ctx.attr.system)
    repository_ctx.download_and_extract(
        "{}/v{}/{}.tar.gz".format(repository_ctx.attr.releases, repository_ctx.attr.version, name),
        sha256 = repository_ctx.attr.sha256,
        stripPrefix = name,
    )
    repository_ctx.file("BUILD.bazel", _RELEASE)

_assetkit_release = repository_rule(
    _download,
    attrs = {
        "releases": attr.string(mandatory = True),
        "sha256": attr.string(mandatory = True),
        "system": attr.string(mandatory = True),
        "version": attr.string(mandatory = True),
    },
)

def _declare(repository_ctx):
    repository_ctx.file("BUILD.bazel", "\n".join([
        _TOOLCHAIN.format(system = system, constraints = _SYSTEMS[system], repository = repository)
        for system, repository in sorted(repository_ctx.attr.repositories.items())
    ]))

# Apart from the releases, so that only the one for the system that is used is downloaded.
_assetkit_toolchains = repository_rule(
    _declare,
    attrs = {"repositories": attr.string_dict()},
)

def assetkit_release(version, sha256, releases):
    """Declares @assetkit_toolchains, whose toolchains are to be registered.

    Args:
      version: the version, such as "1.2.0".
      sha256: the checksum of each system's archive, from SHA256SUMS of the release: {"linux-x86_64": "…"}.
        The other systems get no toolchain.
      releases: the address that has vVERSION/assetkit-VERSION-SYSTEM.tar.gz.
    """
    repositories = {}
    for system, digest in sha256.items():
        if system not in _SYSTEMS:
            fail("assetkit_release: there is no release for '{}'; expected one of {}".format(system, ", ".join(_SYSTEMS)))
        if len(digest) != 64:
            fail("assetkit_release: '{}' is not the SHA-256 of the archive for {}; copy it from SHA256SUMS".format(digest, system))
        repositories[system] = "assetkit_" + system.replace("-", "_")
        _assetkit_release(
            name = repositories[system],
            releases = releases,
            sha256 = digest,
            system = system,
            version = version,
        )
    _assetkit_toolchains(name = "assetkit_toolchains", repositories = repositories)
