import SafeFiles

/// A library by which a copy is recognised in any folder: by the version that its header defines, in
/// a file of that name or of another, or by a text that only its own files have.
struct KnownLibrary: Hashable, Sendable {
  /// Its usual name.
  let name: String
  /// The header's file name, in lower case; a dot for a text of any of its files.
  let header: String
  /// The macro that is the version, or those that are its parts; the text if there is no header.
  let macros: [String]
  /// Other names that packages of this library have.
  let aliases: [String]

  /// A line for each header: library, file, macros, other names. A `~` before the macro means that
  /// its value is not a release: it shows that a copy is there, but not its version. An `@` in a text
  /// stands for a space; a version follows one that ends in it. Names, macros and texts are those of
  /// the libraries' own files.
  private static let table = """
    blake2 blake2.h ~BLAKE2B_OUTBYTES libb2 b2
    blake2 . blake2b_sigma[12][16] libb2 b2
    blake2 . blake2s_sigma[10][16] libb2 b2
    bzip2 bzlib_private.h BZ_VERSION bzlib bz2
    c-ares ares_version.h ARES_VERSION_STR cares
    catch2 catch.hpp CATCH_VERSION_MAJOR,CATCH_VERSION_MINOR,CATCH_VERSION_PATCH catch
    civetweb civetweb.h CIVETWEB_VERSION
    cjson cjson.h CJSON_VERSION_MAJOR,CJSON_VERSION_MINOR,CJSON_VERSION_PATCH
    cmark cmark_version.h CMARK_VERSION_STRING
    curl curlver.h LIBCURL_VERSION
    doctest doctest.h DOCTEST_VERSION_MAJOR,DOCTEST_VERSION_MINOR,DOCTEST_VERSION_PATCH
    doctest doctest.h DOCTEST_VERSION_STR
    duktape duktape.h ~DUK_VERSION
    eigen macros.h EIGEN_WORLD_VERSION,EIGEN_MAJOR_VERSION,EIGEN_MINOR_VERSION eigen3
    expat expat.h XML_MAJOR_VERSION,XML_MINOR_VERSION,XML_MICRO_VERSION
    fmt base.h ~FMT_VERSION
    fmt core.h ~FMT_VERSION
    freetype freetype.h FREETYPE_MAJOR,FREETYPE_MINOR,FREETYPE_PATCH freetype2
    glad gl.h GLAD_GENERATOR_VERSION
    glad glad.h GLAD_GENERATOR_VERSION
    glad . generated@by@glad@
    glfw glfw3.h GLFW_VERSION_MAJOR,GLFW_VERSION_MINOR,GLFW_VERSION_REVISION glfw3
    gmp gmp.h __GNU_MP_VERSION,__GNU_MP_VERSION_MINOR,__GNU_MP_VERSION_PATCHLEVEL
    harfbuzz hb-version.h HB_VERSION_STRING
    hidapi hidapi.h HID_API_VERSION_MAJOR,HID_API_VERSION_MINOR,HID_API_VERSION_PATCH
    hidapi . HIDAPI_H__
    hiredis hiredis.h HIREDIS_MAJOR,HIREDIS_MINOR,HIREDIS_PATCH
    icu uvernum.h U_ICU_VERSION icu4c
    imgui imgui.h IMGUI_VERSION
    jansson jansson.h JANSSON_VERSION
    jemalloc jemalloc.h JEMALLOC_VERSION
    json abi_macros.hpp NLOHMANN_JSON_VERSION_MAJOR,NLOHMANN_JSON_VERSION_MINOR,NLOHMANN_JSON_VERSION_PATCH nlohmann-json
    json json.hpp NLOHMANN_JSON_VERSION_MAJOR,NLOHMANN_JSON_VERSION_MINOR,NLOHMANN_JSON_VERSION_PATCH nlohmann-json
    jsoncpp version.h JSONCPP_VERSION_STRING
    jsoncpp . JSONCPP_DEPRECATED_STACK_LIMIT
    jsoncpp . JSON_ASSERTIONS_H_INCLUDED
    kiss_fft . kf_bfly5( kissfft kiss-fft
    kiss_fft kiss_fft.h ~KISS_FFT_H kissfft kiss-fft
    lcms2 lcms2.h ~LCMS_VERSION lcms little-cms
    libarchive archive.h ARCHIVE_VERSION_ONLY_STRING
    libgit2 version.h LIBGIT2_VERSION
    libjpeg jconfig.h LIBJPEG_TURBO_VERSION libjpeg-turbo
    libjpeg jpeglib.h ~JPEG_LIB_VERSION libjpeg-turbo
    libpng png.h PNG_LIBPNG_VER_STRING
    libsodium version.h SODIUM_VERSION_STRING
    libssh2 libssh2.h LIBSSH2_VERSION
    libtiff tiffvers.h TIFFLIB_VERSION_STR
    libuv version.h UV_VERSION_MAJOR,UV_VERSION_MINOR,UV_VERSION_PATCH
    libxml2 xmlversion.h LIBXML_DOTTED_VERSION
    libyaml config.h YAML_VERSION_STRING
    libzip zipconf.h LIBZIP_VERSION
    lua lua.h LUA_RELEASE
    lua lua.h LUA_VERSION_MAJOR,LUA_VERSION_MINOR,LUA_VERSION_RELEASE
    lua lua.h LUA_VERSION_MAJOR_N,LUA_VERSION_MINOR_N,LUA_VERSION_RELEASE_N
    lz4 lz4.h LZ4_VERSION_MAJOR,LZ4_VERSION_MINOR,LZ4_VERSION_RELEASE
    lzma version.h LZMA_VERSION_MAJOR,LZMA_VERSION_MINOR,LZMA_VERSION_PATCH xz xz-utils
    lzma-sdk 7zversion.h MY_VERSION_NUMBERS 7zip
    mbedtls build_info.h MBEDTLS_VERSION_STRING
    mbedtls version.h MBEDTLS_VERSION_STRING
    mimalloc mimalloc.h ~MI_MALLOC_VERSION
    miniaudio miniaudio.h MA_VERSION_MAJOR,MA_VERSION_MINOR,MA_VERSION_REVISION
    miniz miniz.c MZ_VERSION
    miniz miniz.h MZ_VERSION
    mongoose mongoose.h MG_VERSION
    mpfr mpfr.h MPFR_VERSION_STRING
    ncurses curses.h NCURSES_VERSION
    nghttp2 nghttp2ver.h NGHTTP2_VERSION
    nuklear . NK_NUKLEAR_H_
    oniguruma oniguruma.h ONIGURUMA_VERSION_MAJOR,ONIGURUMA_VERSION_MINOR,ONIGURUMA_VERSION_TEENY onig
    openssl opensslv.h OPENSSL_VERSION_STR ssl
    openssl opensslv.h OPENSSL_VERSION_TEXT ssl
    pcre pcre.h PCRE_MAJOR,PCRE_MINOR pcre3
    pcre2 pcre2.h PCRE2_MAJOR,PCRE2_MINOR
    pcre2 pcre2.h.generic PCRE2_MAJOR,PCRE2_MINOR
    pugixml pugixml.hpp ~PUGIXML_VERSION
    rapidjson rapidjson.h RAPIDJSON_MAJOR_VERSION,RAPIDJSON_MINOR_VERSION,RAPIDJSON_PATCH_VERSION
    raylib raylib.h RAYLIB_VERSION
    readline readline.h RL_VERSION_MAJOR,RL_VERSION_MINOR
    sdl2 sdl_version.h SDL_MAJOR_VERSION,SDL_MINOR_VERSION,SDL_PATCHLEVEL sdl
    spdlog version.h SPDLOG_VER_MAJOR,SPDLOG_VER_MINOR,SPDLOG_VER_PATCH
    sqlite sqlite3.c SQLITE_VERSION sqlite3 sqlite-amalgamation
    sqlite sqlite3.h SQLITE_VERSION sqlite3 sqlite-amalgamation
    stb_image stb_image.h stb_image@-@v stb
    stb_image_write stb_image_write.h stb_image_write@-@v stb
    stb_truetype stb_truetype.h stb_truetype.h@-@v stb
    tinyxml2 tinyxml2.h TINYXML2_MAJOR_VERSION,TINYXML2_MINOR_VERSION,TINYXML2_PATCH_VERSION
    unity unity.h UNITY_VERSION_MAJOR,UNITY_VERSION_MINOR,UNITY_VERSION_BUILD
    utf8proc utf8proc.h UTF8PROC_VERSION_MAJOR,UTF8PROC_VERSION_MINOR,UTF8PROC_VERSION_PATCH
    uthash uthash.h UTHASH_VERSION
    xxhash xxhash.h XXH_VERSION_MAJOR,XXH_VERSION_MINOR,XXH_VERSION_RELEASE
    zlib zlib.h ZLIB_VERSION
    zlib-ng zlib-ng.h ZLIBNG_VERSION
    zstd zstd.h ZSTD_VERSION_MAJOR,ZSTD_VERSION_MINOR,ZSTD_VERSION_RELEASE
    """

  /// All known libraries, by the bytes of their headers' names.
  static let byHeader: [[UInt8]: [KnownLibrary]] = Dictionary(
    grouping: table.split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      return KnownLibrary(
        name: words[0], header: words[1], macros: words[2].split(separator: ",").map(String.init),
        aliases: Array(words.dropFirst(3)))
    }, by: { Array($0.header.utf8) })

  /// The libraries by every name that a package of theirs may have; stb's have one name for all.
  static let names: [String: Set<String>] = {
    var names: [String: Set<String>] = [:]
    for library in byHeader.values.joined() {
      for name in [library.name] + library.aliases {
        names[name, default: []].insert(library.name)
        names[LibraryCopies.plainName(name, ""), default: []].insert(library.name)
      }
    }
    return names
  }()

  /// Whether the macro or text belongs to this library alone, so that it tells in any file.
  var isTelling: Bool { header == "." || (macros[0].utf8.count > 9 && header != "7zversion.h") }

  /// The libraries by the macro or text that tells them in any file.
  static let byContent: [(needle: [UInt8], library: KnownLibrary)] = byHeader.values.joined()
    .filter(\.isTelling)
    .map { ($0.needle, $0) }.sorted { ($0.0.count, $0.1.name) > ($1.0.count, $1.1.name) }

  /// Finds the first of them.
  static let contentNeedles = NeedleSet(
    byContent.map { String(decoding: $0.needle, as: UTF8.self) })

  /// The first macro or the text as it is written in a file.
  var needle: [UInt8] {
    macros[0].utf8.filter { $0 != UInt8(ascii: "~") }
      .map { $0 == UInt8(ascii: "@") ? UInt8(ascii: " ") : $0 }
  }

  /// The libraries that have a header with this file's name.
  static func candidates(for path: RelativePath) -> [KnownLibrary] {
    let start = (path.bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    let name = path.bytes[start...].map(\.lowercased)
    return byHeader[name] ?? []
  }
}
