"""Icons as an action."""

load(":toolchain.bzl", "TOOLCHAIN_TYPE")

# Keys of [[icons]] in assetkit.toml, each the option of the same name.
_TEXTS = ["background", "color", "filter", "fit", "light", "mask", "padding"]
_SWITCHES = ["allow_upscale", "flatten", "optimize", "ringing"]
_IMAGES = ["dark", "foreground", "monochrome", "tinted"]

def _option(key):
    return "--" + key.replace("_", "-")

def _assetkit_icons(ctx):
    output = ctx.actions.declare_directory(ctx.label.name)

    # For a preset that it does not know, assetkit reads the assetkit.toml of the root, which it looks for upwards, beyond what Bazel
    # knows of. It is started in a root that has none.
    root = ctx.actions.declare_file(ctx.label.name + ".root/vendor.lock")
    ctx.actions.write(root, "version = 1\n")
    up = "../" * len(root.dirname.split("/")) + "%s"

    arguments = ctx.actions.args()
    arguments.add("-C", root.dirname)
    arguments.add("icons")
    arguments.add(ctx.file.master, format = up)
    arguments.add_all("-o", [output], expand_directories = False, format_each = up)

    # Bazel counts one processor for an action.
    arguments.add_all(["--quiet", "--jobs", "1"])
    arguments.add_all(ctx.attr.preset, before_each = "--preset")
    arguments.add_all(ctx.attr.size, before_each = "--size")
    arguments.add_all(ctx.attr.without, before_each = "--without")
    arguments.add_all(["{}={}".format(*member) for member in ctx.attr.manifest.items()], before_each = "--manifest")
    if ctx.attr.set:
        arguments.add("--name", ctx.attr.set)
    for key in _TEXTS:
        if getattr(ctx.attr, key):
            arguments.add(_option(key), getattr(ctx.attr, key))
    for key in _SWITCHES:
        if getattr(ctx.attr, key):
            arguments.add(_option(key))
    images = [(_option(key), getattr(ctx.file, key)) for key in _IMAGES]
    images.append(("--background", ctx.file.background_image))
    for option, file in images:
        if file:
            arguments.add(option)
            arguments.add(file, format = up)
    for target, size in ctx.attr.at.items():
        if len(target.files.to_list()) != 1:
            fail("{}: at: {} is {} files; expected one image".format(ctx.label, target.label, len(target.files.to_list())))
        arguments.add("--at")
        arguments.add(target.files.to_list()[0], format = size + "=" + up)

    ctx.actions.run(
        executable = ctx.toolchains[TOOLCHAIN_TYPE].program,
        arguments = [arguments],
        inputs = depset(
            [root, ctx.file.master] + [file for _, file in images if file] + ctx.files.data,
            transitive = [target.files for target in ctx.attr.at],
        ),
        outputs = [output],
        mnemonic = "AssetkitIcons",
        progress_message = "Rendering the icons of {}".format(ctx.label),
    )
    return [DefaultInfo(files = depset([output]), runfiles = ctx.runfiles([output]))]

assetkit_icons = rule(
    _assetkit_icons,
    doc = "Renders all icons of one master into a folder with the name of the target. An attribute means what the key of " +
          "[[icons]] in assetkit.toml of that name means.",
    attrs = dict(
        {
            "at": attr.label_keyed_string_dict(allow_files = [".png"], doc = "Masters for single sizes: {\"small.png\": \"16\"}."),
            "background_image": attr.label(allow_single_file = True, doc = "An image as background; `background` is a colour."),
            "data": attr.label_list(allow_files = True, doc = "What is found by its name: master-16.png, master.svg."),
            "manifest": attr.string_dict(doc = "Members of site.webmanifest: name, short-name, theme-color."),
            "master": attr.label(mandatory = True, allow_single_file = [".png"]),
            "preset": attr.string_list(doc = "The sets of icons, by default 'classic'; 'none' for `size` alone."),
            "set": attr.string(doc = "The name of the set, in place of the platform's own."),
            "size": attr.int_list(doc = "Sizes in pixels of further square icons."),
            "without": attr.string_list(doc = "Files of the presets that are not made."),
        },
        **dict(
            [(key, attr.string()) for key in _TEXTS] +
            [(key, attr.bool()) for key in _SWITCHES] +
            [(key, attr.label(allow_single_file = True)) for key in _IMAGES]
        )
    ),
    toolchains = [str(TOOLCHAIN_TYPE)],
)
