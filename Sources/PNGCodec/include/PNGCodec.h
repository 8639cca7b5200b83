#ifndef PNG_CODEC_H
#define PNG_CODEC_H

#include "RowFilters.h"

#endif
