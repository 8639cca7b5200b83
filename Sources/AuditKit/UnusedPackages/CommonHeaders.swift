/// Names of headers that many libraries have, so that including one does not tell which is used.
enum CommonHeaders {
  /// What projects call their own headers, then those of ISO C and POSIX, which some libraries replace.
  private static let names = """
    config.h configure.h version.h types.h type.h util.h utils.h utility.h common.h platform.h debug.h
    log.h logging.h test.h tests.h main.h stdafx.h pch.h error.h errors.h list.h hash.h global.h
    globals.h defs.h internal.h private.h export.h exports.h api.h base.h buffer.h memory.h file.h
    io.h macros.h compat.h compiler.h port.h portability.h os.h system.h core.h queue.h tree.h array.h
    vector.h map.h options.h parser.h lexer.h resource.h random.h thread.h threads.h socket.h timer.h
    build.h features.h init.h misc.h tools.h status.h result.h autoconf.h acconfig.h
    config.hpp version.hpp types.hpp util.hpp utils.hpp common.hpp platform.hpp error.hpp macros.hpp
    assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h
    setjmp.h signal.h stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h
    stdnoreturn.h string.h tgmath.h time.h uchar.h wchar.h wctype.h unistd.h fcntl.h dirent.h getopt.h
    glob.h fnmatch.h regex.h strings.h pthread.h sched.h semaphore.h spawn.h poll.h netdb.h pwd.h grp.h
    stat.h wait.h socket.h select.h ioctl.h mman.h uio.h un.h in.h inet.h tcp.h syslog.h termios.h
    iconv.h langinfo.h libintl.h gettext.h alloca.h malloc.h endian.h byteswap.h
    """

  /// Folders that do not make such a name telling.
  static let folders: Set<String> = [
    "src", "include", "includes", "inc", "source", "lib", "common", "internal", "config", "sys",
    "net", "netinet", "arpa", "linux", "win32", "windows", "unix", "detail", "util", "utils",
    "core",
  ]

  /// The hashes of the names.
  static let hashes = Set(
    names.split { $0 == " " || $0 == "\n" }.map { Mentions.hash(String($0)) })
}
