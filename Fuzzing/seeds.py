"""Small PNG files of every colour type, depth, interlacing and colour chunk, as seeds for fuzzing."""

import struct
import sys
import zlib


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(colour, depth, interlaced, extra=b"", side=4):
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    passes = [(0, 0, 1, 1)]
    if interlaced:
        passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    rows = b""
    for left, top, right, down in passes:
        width = (side - left + right - 1) // right
        height = (side - top + down - 1) // down
        if width > 0 and height > 0:
            row = bytes((width * channels * depth + 7) // 8)
            for y in range(height):
                rows += bytes([y % 5]) + row
    header = struct.pack(">IIBBBBB", side, side, depth, colour, 0, 0, interlaced)
    palette = chunk(b"PLTE", bytes(range(3 << min(depth, 4)))) if colour == 3 else b""
    clear = {0: bytes(2), 2: bytes(6), 3: bytes(2)}.get(colour)
    transparency = chunk(b"tRNS", clear) if clear else b""
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + palette + transparency
        + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    )


def profile():
    """The smallest RGB profile: header, and curves and primaries that share their data."""
    curve = b"curv" + bytes(4) + struct.pack(">IH", 1, 0x0200) + bytes(2)
    colorant = b"XYZ " + bytes(4) + struct.pack(">iii", 0x6FA2, 0x38F5, 0x0390)
    tags = [b"rXYZ", b"gXYZ", b"bXYZ", b"wtpt", b"rTRC", b"gTRC", b"bTRC"]
    start = 128 + 4 + 12 * len(tags)
    table = struct.pack(">I", len(tags))
    for tag in tags:
        is_curve = tag.endswith(b"TRC")
        table += tag + struct.pack(
            ">II", start + (len(colorant) if is_curve else 0), len(curve if is_curve else colorant)
        )
    body = table + colorant + curve
    header = struct.pack(">I4sI4s4s4s", 128 + len(body), b"lcms", 0x02100000, b"mntr", b"RGB ", b"XYZ ")
    header += struct.pack(">6H", 2024, 1, 1, 0, 0, 0) + b"acsp" + bytes(28)
    header += struct.pack(">iii", 0xF6D6, 0x10000, 0xD32D)
    return header.ljust(128, b"\0") + body


def main(folder):
    colours = {
        "none": b"",
        "sRGB": chunk(b"sRGB", b"\0"),
        "gAMA-cHRM": chunk(b"gAMA", struct.pack(">I", 100000))
        + chunk(b"cHRM", struct.pack(">8I", 31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000)),
        "cICP": chunk(b"cICP", bytes([12, 13, 0, 1])),
        "iCCP": chunk(b"iCCP", b"p\0\0" + zlib.compress(profile())),
        "acTL": chunk(b"acTL", struct.pack(">II", 1, 0)),
    }
    for colour, depths in {0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]}.items():
        for depth in depths:
            for interlaced in (0, 1):
                with open(f"{folder}/{colour}-{depth}-{interlaced}.png", "wb") as file:
                    file.write(png(colour, depth, interlaced))
    # Large enough for matches from far away, and every kind of block.
    noise = bytes((i * i * 7 + i // 3) % 251 if i % 97 < 50 else 9 for i in range(61 * 53 * 4))
    rows = b"".join(bytes([y % 5]) + noise[y * 244 : (y + 1) * 244] for y in range(53))
    for level in (0, 1, 6, 9):
        for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FIXED, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE):
            packer = zlib.compressobj(level, strategy=strategy)
            data = packer.compress(rows) + packer.flush()
            header = struct.pack(">IIBBBBB", 61, 53, 8, 6, 0, 0, 0)
            parts = [data[i : i + 3000] for i in range(0, len(data), 3000)]
            with open(f"{folder}/blocks-{level}-{strategy}.png", "wb") as file:
                file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header))
                file.write(b"".join(chunk(b"IDAT", part) for part in parts) + chunk(b"IEND", b""))
    # Apple's variant: a chunk of its own first, and the stream without its frame.
    for colour, channels in ((2, 3), (6, 4)):
        packer = zlib.compressobj(wbits=-15)
        rows = b"".join(bytes([y % 5]) + bytes(range(y, y + 9 * channels)) for y in range(11))
        header = struct.pack(">IIBBBBB", 9, 11, 8, colour, 0, 0, 0)
        with open(f"{folder}/apple-{colour}.png", "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"CgBI", b"P\0 \6") + chunk(b"IHDR", header))
            file.write(chunk(b"IDAT", packer.compress(rows) + packer.flush()) + chunk(b"IEND", b""))
    for name, extra in colours.items():
        with open(f"{folder}/{name}.png", "wb") as file:
            file.write(png(6, 8, 0, extra))


main(sys.argv[1])
