/// All that a printed operator includes: targets, the linearised tree as it
/// sees it, and the ropes it hands its calls to. No engine, no launcher.
#pragma once

#include <regtt/rt/core/array.h>
#include <regtt/rt/core/bit_count.h>
#include <regtt/rt/core/combine.h>
#include <regtt/rt/core/heap.h>
#include <regtt/rt/core/in_order.h>
#include <regtt/rt/core/inner_bounds.h>
#include <regtt/rt/core/list.h>
#include <regtt/rt/core/ropes.h>
#include <regtt/rt/core/segments.h>
#include <regtt/rt/core/small_array.h>
#include <regtt/rt/core/target.h>
#include <regtt/rt/core/tree.h>
