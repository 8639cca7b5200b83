#define _GNU_SOURCE
#include "CFileCalls.h"

#include <unistd.h>

#ifdef __linux__
#include <stdio.h>
#include <sys/utsname.h>

int file_calls_flush_file_system(int directory) {
  if (syncfs(directory) != 0) return -1;
  // syncfs(2): since Linux 5.8 it reports what could not be written; on overlayfs some releases later.
  struct utsname system;
  int major;
  return uname(&system) == 0 && sscanf(system.release, "%d", &major) == 1 && major >= 6;
}

#else
int file_calls_flush_file_system(int directory) {
  (void)directory;
  return 0;
}
#endif
