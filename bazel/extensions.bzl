"""The same as releases.bzl for MODULE.bazel."""

load(":releases.bzl", "assetkit_release")

def _assetkit(module_ctx):
    # The version is the choice of the project that is built, not of the modules that it uses.
    chosen = [tag for module in module_ctx.modules if module.is_root for tag in module.tags.release]
    if len(chosen) != 1:
        fail("assetkit: MODULE.bazel has {} assetkit.release(…); expected one, in the root module".format(len(chosen)))
    assetkit_release(version = chosen[0].version, sha256 = chosen[0].sha256, releases = chosen[0].releases)

assetkit = module_extension(
    _assetkit,
    tag_classes = {
        "release": tag_class(attrs = {
            "releases": attr.string(mandatory = True, doc = "The address that has vVERSION/assetkit-VERSION-SYSTEM.tar.gz."),
            "sha256": attr.string_dict(mandatory = True, doc = "The checksum of each system's archive, from SHA256SUMS."),
            "version": attr.string(mandatory = True, doc = "The version, such as 1.2.0."),
        }),
    },
)
