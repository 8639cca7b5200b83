// libarchive and libcrypto, opened when first needed.
//
// Linking the two, with the eleven libraries that they depend on, would cost every start 3 ms.
// The declarations are those of their own headers; CDynamicLibraries.c compares the two where the
// headers are installed. A build needs neither library.
//
// With ASSETKIT_STATIC, as `make static` builds on Linux, the program contains both.
#ifndef C_DYNAMIC_LIBRARIES_H
#define C_DYNAMIC_LIBRARIES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct archive;
struct archive_entry;

#define LIBARCHIVE_EOF 1
#define LIBARCHIVE_OK 0
#define LIBARCHIVE_WARN (-20)

#define LIBARCHIVE_FUNCTIONS(FUNCTION)                                                            \
  FUNCTION(struct archive *, archive_read_new, (void))                                            \
  FUNCTION(int, archive_read_free, (struct archive *))                                            \
  FUNCTION(int, archive_read_support_format_raw, (struct archive *))                              \
  FUNCTION(int, archive_read_support_format_tar, (struct archive *))                              \
  FUNCTION(int, archive_read_support_format_zip_seekable, (struct archive *))                     \
  FUNCTION(int, archive_read_support_filter_bzip2, (struct archive *))                            \
  FUNCTION(int, archive_read_support_filter_gzip, (struct archive *))                             \
  FUNCTION(int, archive_read_support_filter_xz, (struct archive *))                               \
  FUNCTION(int, archive_read_support_filter_zstd, (struct archive *))                             \
  FUNCTION(int, archive_read_open_fd, (struct archive *, int, size_t))                            \
  FUNCTION(int, archive_filter_count, (struct archive *))                                         \
  FUNCTION(int, archive_read_next_header, (struct archive *, struct archive_entry **))            \
  FUNCTION(int64_t, archive_read_header_position, (struct archive *))                             \
  FUNCTION(int, archive_read_data_block, (struct archive *, const void **, size_t *, int64_t *))  \
  FUNCTION(const char *, archive_error_string, (struct archive *))                                \
  FUNCTION(mode_t, archive_entry_filetype, (struct archive_entry *))                              \
  FUNCTION(int64_t, archive_entry_size, (struct archive_entry *))                                 \
  FUNCTION(const char *, archive_entry_hardlink, (struct archive_entry *))                        \
  FUNCTION(const char *, archive_entry_hardlink_utf8, (struct archive_entry *))                   \
  FUNCTION(const char *, archive_entry_pathname, (struct archive_entry *))                        \
  FUNCTION(const char *, archive_entry_pathname_utf8, (struct archive_entry *))                   \
  FUNCTION(const char *, archive_entry_symlink, (struct archive_entry *))                         \
  FUNCTION(const char *, archive_entry_symlink_utf8, (struct archive_entry *))

struct evp_md_ctx_st;
struct evp_md_st;
struct engine_st;
struct ossl_lib_ctx_st;
struct ossl_param_st;

#define LIBCRYPTO_FUNCTIONS(FUNCTION)                                                             \
  FUNCTION(struct evp_md_ctx_st *, EVP_MD_CTX_new, (void))                                        \
  FUNCTION(void, EVP_MD_CTX_free, (struct evp_md_ctx_st *))                                       \
  FUNCTION(                                                                                       \
      struct evp_md_st *, EVP_MD_fetch, (struct ossl_lib_ctx_st *, const char *, const char *))   \
  FUNCTION(                                                                                       \
      int, EVP_DigestInit_ex2,                                                                    \
      (struct evp_md_ctx_st *, const struct evp_md_st *, const struct ossl_param_st *))           \
  FUNCTION(int, EVP_DigestUpdate, (struct evp_md_ctx_st *, const void *, size_t))                 \
  FUNCTION(int, EVP_DigestFinal_ex, (struct evp_md_ctx_st *, unsigned char *, unsigned int *))

#define DYNAMIC_LIBRARY_MEMBER(result, name, parameters) result (*name) parameters;

/// The functions of libarchive 3 that are called, by their names there.
struct libarchive {
  LIBARCHIVE_FUNCTIONS(DYNAMIC_LIBRARY_MEMBER)
};

/// The functions of libcrypto 3 that are called, by their names there.
struct libcrypto {
  LIBCRYPTO_FUNCTIONS(DYNAMIC_LIBRARY_MEMBER)
};

/// Opens libarchive and looks up its functions. The library stays open for the life of the process.
///
/// - Returns: null, or the error message, valid until the next such call on this thread.
const char *libarchive_load(struct libarchive *functions);

/// The same for libcrypto.
const char *libcrypto_load(struct libcrypto *functions);

#endif
