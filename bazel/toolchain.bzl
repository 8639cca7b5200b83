"""The toolchain that gives the rules their program."""

TOOLCHAIN_TYPE = Label("//:toolchain_type")

def _assetkit_toolchain(ctx):
    return [platform_common.ToolchainInfo(program = ctx.executable.program)]

assetkit_toolchain = rule(
    _assetkit_toolchain,
    doc = "An assetkit program, to be named by a toolchain() of the type @assetkit//:toolchain_type.",
    attrs = {
        "program": attr.label(
            doc = "The program: one file, static where actions are executed remotely.",
            mandatory = True,
            executable = True,
            allow_single_file = True,
            cfg = "exec",
        ),
    },
)
