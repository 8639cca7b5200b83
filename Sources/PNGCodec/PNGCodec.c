#include "PNGCodec.h"
