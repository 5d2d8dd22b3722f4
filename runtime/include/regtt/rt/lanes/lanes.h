/// All that printed lane code includes of lanes.
#pragma once

#include <regtt/rt/lanes/chosen.h>
#include <regtt/rt/lanes/lane.h>
#include <regtt/rt/lanes/math.h>
#include <regtt/rt/lanes/memory.h>
#include <regtt/rt/lanes/structs.h>
#include <regtt/rt/lanes/unit.h>
