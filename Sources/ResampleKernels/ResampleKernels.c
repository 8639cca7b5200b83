#include "ResampleKernels.h"
