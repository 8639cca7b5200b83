#include "CDynamicLibraries.h"

#ifdef ASSETKIT_STATIC

// The program is linked with both.
#define DECLARE(result, name, parameters) result name parameters;
#define TAKE(result, name, parameters) functions->name = name;
LIBARCHIVE_FUNCTIONS(DECLARE)
LIBCRYPTO_FUNCTIONS(DECLARE)
struct ossl_init_settings_st;
int OPENSSL_init_crypto(uint64_t options, const struct ossl_init_settings_st *settings);

const char *libarchive_load(struct libarchive *functions) {
  LIBARCHIVE_FUNCTIONS(TAKE)
  return NULL;
}

const char *libcrypto_load(struct libcrypto *functions) {
  // OPENSSL_INIT_NO_LOAD_CONFIG: this machine's openssl.cnf can name modules, which are for its own libcrypto
  // and which a static program cannot open.
  if (OPENSSL_init_crypto(0x80, NULL) != 1) return "libcrypto could not be initialised";
  LIBCRYPTO_FUNCTIONS(TAKE)
  return NULL;
}

#else

#include <dlfcn.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define SYMBOL(result, name, parameters) #name,

typedef void (*function)(void);

// Opens the first library of `names`, which ends with a null pointer, that can be opened.
static const char *load(
    const char *const *names, const char *const *symbols, size_t count, function *functions) {
  void *library = NULL;
  for (; *names != NULL && library == NULL; names++) {
    library = dlopen(*names, RTLD_LAZY | RTLD_LOCAL);
  }
  if (library == NULL) return dlerror();
  for (size_t i = 0; i < count; i++) {
    // POSIX lets an object pointer from dlsym be converted to a function pointer.
    *(void **)&functions[i] = dlsym(library, symbols[i]);
    if (functions[i] == NULL) return dlerror();
  }
  return NULL;
}

const char *libarchive_load(struct libarchive *functions) {
  static const char *const names[] = {
#ifdef __APPLE__
      "/opt/homebrew/opt/libarchive/lib/libarchive.13.dylib",
      "/usr/local/opt/libarchive/lib/libarchive.13.dylib",
      "/usr/lib/libarchive.2.dylib",
#else
      "libarchive.so.13",
#endif
      NULL};
  static const char *const symbols[] = {LIBARCHIVE_FUNCTIONS(SYMBOL)};
  _Static_assert(sizeof *functions == sizeof symbols, "a member for each symbol");
  return load(names, symbols, COUNT(symbols), (function *)functions);
}

const char *libcrypto_load(struct libcrypto *functions) {
  static const char *const names[] = {
#ifdef __APPLE__
      "/opt/homebrew/opt/openssl@3/lib/libcrypto.3.dylib",
      "/usr/local/opt/openssl@3/lib/libcrypto.3.dylib",
#else
      "libcrypto.so.3",
#endif
      NULL};
  static const char *const symbols[] = {LIBCRYPTO_FUNCTIONS(SYMBOL)};
  _Static_assert(sizeof *functions == sizeof symbols, "a member for each symbol");
  return load(names, symbols, COUNT(symbols), (function *)functions);
}

#endif

// Where the libraries' own headers are installed, they must declare what our table does.
#define SAME_TYPE(result, name, parameters)                                            \
  _Static_assert(                                                                      \
      __builtin_types_compatible_p(__typeof__(name), result parameters), #name);

#if __has_include(<archive.h>) && __has_include(<archive_entry.h>)
#include <archive.h>
#include <archive_entry.h>
LIBARCHIVE_FUNCTIONS(SAME_TYPE)
_Static_assert(LIBARCHIVE_EOF == ARCHIVE_EOF, "ARCHIVE_EOF");
_Static_assert(LIBARCHIVE_OK == ARCHIVE_OK, "ARCHIVE_OK");
_Static_assert(LIBARCHIVE_WARN == ARCHIVE_WARN, "ARCHIVE_WARN");
#endif

#if __has_include(<openssl/evp.h>)
#include <openssl/evp.h>
#if OPENSSL_VERSION_MAJOR >= 3
LIBCRYPTO_FUNCTIONS(SAME_TYPE)
#endif
#endif
