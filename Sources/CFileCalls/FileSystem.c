#define _GNU_SOURCE
#include "CFileCalls.h"

#ifdef __APPLE__
#include <string.h>
#include <sys/mount.h>

int file_calls_has_change_times(int directory) {
  struct statfs system;
  if (fstatfs(directory, &system) != 0) return 0;
  return strcmp(system.f_fstypename, "apfs") == 0 || strcmp(system.f_fstypename, "hfs") == 0;
}

#else
#include <stdint.h>
#include <sys/vfs.h>

int file_calls_has_change_times(int directory) {
  struct statfs system;
  if (fstatfs(directory, &system) != 0) return 0;
  switch ((uint32_t)system.f_type) {
    // statfs(2); linux/magic.h, whose installed copy may be older than the file system.
    case 0xEF53:      // ext2, ext3, ext4
    case 0x58465342:  // XFS
    case 0x9123683E:  // Btrfs
    case 0x01021994:  // tmpfs
    case 0x794C7630:  // overlayfs
    case 0xF2F52010:  // F2FS
    case 0x2FC12FC1:  // ZFS
    case 0xCA451A4E:  // bcachefs
      return 1;
    default: return 0;
  }
}
#endif
