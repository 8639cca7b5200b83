#define _GNU_SOURCE
#include "CFileCalls.h"

#include <unistd.h>

void file_calls_flush_file_system(int directory) {
#ifdef __linux__
  syncfs(directory);
#else
  (void)directory;
#endif
}
