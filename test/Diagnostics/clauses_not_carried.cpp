// A clause that this version does not carry is refused, never ignored.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

// expected-error@+1 {{clause 'if' is not carried by this version [RTT1009]}}
#pragma regtt parallel if (n > 100)
