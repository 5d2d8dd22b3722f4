// A struct with a base, arrays, structs, bools and narrow numbers, and what a
// slice has for sixteen of them.
#pragma once

#include "test_lanes.h"

namespace {

struct Flags {
  short few;
  bool isOn;
  unsigned char code;
};
struct Base {
  unsigned count;
  double all;
};
struct Whole : Base {
  float size;
  int many[2][3];
  Flags flags[2];
  bool isOn;
  long long wide;
};

/// What a slice says of a struct.
#define LANE_STRUCT(Name, Of)                                                  \
  using Single = Of;                                                           \
  using Lanes = Name<Lane>;                                                    \
  Name() = default;                                                            \
  template <class From>                                                        \
    requires rt::lane::FormOf<From, Of>                                        \
  Name(const From &from) {                                                     \
    rt::lane::assign(*this, from);                                             \
  }                                                                            \
  template <class Other, class F> static void eachField(const F &f)
#define LANE_FIELD(Name, field) f(&Name::field, &Other::field)

template <template <class> class Each> struct LaneFlags {
  Each<short> few;
  Each<bool> isOn;
  Each<unsigned char> code;
  LANE_STRUCT(LaneFlags, Flags) {
    LANE_FIELD(LaneFlags, few);
    LANE_FIELD(LaneFlags, isOn);
    LANE_FIELD(LaneFlags, code);
  }
};
template <template <class> class Each> struct LaneBase {
  Each<unsigned> count;
  Each<double> all;
  LANE_STRUCT(LaneBase, Base) {
    LANE_FIELD(LaneBase, count);
    LANE_FIELD(LaneBase, all);
  }
};
template <template <class> class Each> struct LaneWhole : LaneBase<Each> {
  Each<float> size;
  Each<int> many[2][3];
  LaneFlags<Each> flags[2];
  Each<bool> isOn;
  Each<long long> wide;
  LANE_STRUCT(LaneWhole, Whole) {
    LaneBase<Each>::template eachField<Other>(f);
    LANE_FIELD(LaneWhole, size);
    LANE_FIELD(LaneWhole, many);
    LANE_FIELD(LaneWhole, flags);
    LANE_FIELD(LaneWhole, isOn);
    LANE_FIELD(LaneWhole, wide);
  }
};

/// How many numbers a Whole has, and of how many bytes.
constexpr int numbersInWhole = 2 + 1 + 6 + 2 * 3 + 1 + 1;
constexpr std::size_t bytesInWhole = 12 + 4 + 6 * 4 + 2 * 4 + 1 + 8;

Whole nextWhole(unsigned seed) {
  Whole result;
  rt::lane::eachSingle<LaneWhole<Lane>>(result, [&](auto &value) {
    value = Values<std::remove_cvref_t<decltype(value)>>(++seed).next();
  });
  return result;
}
using Wholes = std::array<Whole, 16>;
Wholes sixteenWholes(unsigned seed) {
  Wholes result;
  for (Whole &one : result)
    one = nextWhole(seed += 100);
  return result;
}

LaneWhole<Lane> lanesOf(const Wholes &wholes) {
  LaneWhole<Lane> result;
  for (int k = 0; k < 16; ++k)
    rt::lane::eachElement(
        result, wholes[std::size_t(k)],
        [&](auto &lanes, const auto &value) { lanes.set(k, value); });
  return result;
}

/// Whether lane k of `got`, in lanes or in columns, has what `wanted` has.
template <class Got> bool isSameIn(const Got &got, int k, const Whole &wanted) {
  bool result = true;
  int numbers = 0;
  rt::lane::eachElement(got, wanted, [&](const auto &lanes, const auto &value) {
    result = result && isSame(lanes[k], value);
    ++numbers;
  });
  return result && numbers == numbersInWhole;
}

/// The numbers of queries, or of nodes, in the lanes that run; elsewhere ones
/// that lead out of whatever there is.
std::array<int, 16> numbersBelow(int count, Mask runs,
                                 std::mt19937_64 &random) {
  std::array<int, 16> result;
  for (int k = 0; k < 16; ++k)
    result[std::size_t(k)] = runs.has(k) ? int(random() % unsigned(count))
                             : random() % 2 == 0 ? INT_MIN
                                                 : int(random());
  return result;
}

} // namespace
