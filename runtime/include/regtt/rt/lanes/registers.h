/// The operations of one register of lanes, for this unit's instruction set.
#pragma once

#include <regtt/rt/lanes/isa.h>

#if defined(REGTT_LANES_AVX512)
#include <regtt/rt/lanes/registers_avx512.h>
#elif defined(REGTT_LANES_AVX2)
#include <regtt/rt/lanes/registers_avx2.h>
#else
#include <regtt/rt/lanes/registers_plain.h>
#endif
