"""What the program says of its own commands and topics, for Scripts/manual-pages and Scripts/reference."""
import json
import os
import subprocess
import sys


def read(program):
    """The root command as swift-argument-parser describes it (ToolInfoV0), the topics, and the version."""
    program = os.path.realpath(program)

    def output(*arguments):
        return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout

    tool = json.loads(output("--experimental-dump-help"))
    topics = json.loads(output("help", "--json"))
    if tool["serializationVersion"] != 0:
        sys.exit(f"{program}: the description of commands has version {tool['serializationVersion']}, expected 0")
    if topics["schema"] != 1:
        sys.exit(f"{program}: the topics have schema {topics['schema']}, expected 1")
    return tool["command"], topics["topics"], output("--version").strip()


def pages(command, path, parent):
    """Every command with its names and the command above it."""
    yield command, path, parent
    for child in subcommands(command):
        yield from pages(child, path + [child["commandName"]], command)


def subcommands(command):
    """Its commands, but for the parser's own `help`."""
    return [c for c in command.get("subcommands", []) if c["commandName"] != "help"]


def sections(command):
    """The arguments that help shows: ARGUMENTS, then the parser's sections in the order in which they appear first,
    those without a name as OPTIONS."""
    shown = with_inversions(i for i in command.get("arguments", []) if i.get("shouldDisplay", True))
    result = {}
    for item in sorted(shown, key=lambda item: item["kind"] != "positional"):
        title = "ARGUMENTS" if item["kind"] == "positional" else (item.get("sectionTitle") or "OPTIONS").upper()
        result.setdefault(title, []).append(item)
    return result


def with_inversions(items):
    """`--ringing` and `--no-ringing`, which follow each other with one text, as one item."""
    result = []
    for item in items:
        last = result[-1] if result else None
        if (last and last["kind"] == item["kind"] == "flag" and last.get("abstract") == item.get("abstract")
                and item["valueName"] == "no-" + last["valueName"]):
            last["inversion"] = item["names"]
        else:
            result.append(dict(item))
    return result


def names(item):
    """The names of an option, short ones first, and those of its inversion."""
    return sorted(item["names"], key=lambda name: name["kind"] == "long") + item.get("inversion", [])


def usage(command, path):
    """The words of a call, each with what it is ("word", "options", "argument" or "rest", which is behind `--`), whether it
    may be left out, and whether it may be repeated."""
    words = [("word", " ".join(path), False, False)]
    if subcommands(command):
        words.append(("argument", "command", False, False))
    shown = sections(command)
    if set(shown) - {"ARGUMENTS"}:
        words.append(("options", "options", True, False))
    for item in shown.get("ARGUMENTS", []):
        kind = "rest" if item.get("parsingStrategy") == "postTerminator" else "argument"
        words.append((kind, item["valueName"], item.get("isOptional", False), item.get("isRepeating", False)))
    return words


def stands_alone(item):
    """Whether the value of an option may be left out."""
    return item.get("parsingStrategy") == "scanningForValue"


def described(item):
    """What an argument means, with its values and its default."""
    text = item.get("abstract", "")
    if item["kind"] == "flag":
        return text
    notes = []
    if item.get("allValues"):
        notes.append("values: " + ", ".join(item["allValues"]))
        # Defaults that the parser does not know stand at the end of the help.
        if " (default: " in text:
            return text.replace(" (default: ", f" ({notes[0]}; default: ")
    if item.get("defaultValue"):
        notes.append("default: " + item["defaultValue"])
    return text + (" (" + "; ".join(notes) + ")" if notes else "")
