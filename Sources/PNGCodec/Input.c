#include "Input.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

bool PNGInputRefill(PNGInput *input) {
  input->start = 0;
  if (input->memory != NULL) {
    input->end = input->memoryLeft < PNGInputBytes ? input->memoryLeft : PNGInputBytes;
    memcpy(input->bytes, input->memory, input->end);
    input->memory += input->end;
    input->memoryLeft -= input->end;
    return input->end > 0;
  }
  ssize_t count;
  do {
    count = pread(input->descriptor, input->bytes, PNGInputBytes, input->offset);
  } while (count < 0 && errno == EINTR);
  input->error = count < 0 ? errno : 0;
  input->end = count < 0 ? 0 : (size_t)count;
  input->offset += (off_t)input->end;
  return count > 0;
}

bool PNGInputTake(PNGInput *input, uint8_t *bytes, size_t count) {
  while (count > 0) {
    if (input->start == input->end && !PNGInputRefill(input)) return false;
    size_t part = input->end - input->start;
    if (part > count) part = count;
    memcpy(bytes, input->bytes + input->start, part);
    input->start += part;
    bytes += part;
    count -= part;
  }
  return true;
}
