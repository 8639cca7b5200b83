"""The rules, described in docs/bazel.md of assetkit's repository."""

load(":icons.bzl", _assetkit_icons = "assetkit_icons")
load(":toolchain.bzl", _assetkit_toolchain = "assetkit_toolchain")
load(":vendored.bzl", _assetkit_audit_test = "assetkit_audit_test", _assetkit_verify_test = "assetkit_verify_test")

assetkit_audit_test = _assetkit_audit_test
assetkit_icons = _assetkit_icons
assetkit_toolchain = _assetkit_toolchain
assetkit_verify_test = _assetkit_verify_test
