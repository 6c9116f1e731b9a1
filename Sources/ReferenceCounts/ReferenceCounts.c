#include "ReferenceCounts.h"
