/// Where each query lies, as far as its numbers say, as a key: its place on a
/// space-filling curve (Morton 1966) through the numbers that no visit changes.
/// Nothing of it depends on the tree: whatever the numbers mean, the order of
/// queries is no part of any result.
///
/// A Traversal names the numbers:
///
///     static constexpr std::array<rt::Coordinate, 1> coordinates = {{
///         {offsetof(Point, coord), rt::Coordinate::Float, 3},
///     }};
#pragma once

#include <regtt/rt/core/inspect.h>
#include <regtt/rt/core/target.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

namespace regtt::rt {

/// `count` numbers of one type side by side, `record` bytes into a Query.
struct Coordinate {
  enum Type { Float, Double, Int, UnsignedInt, Long, UnsignedLong };

  std::size_t record;
  Type type;
  int count;
};

/// How many of a query's numbers the curve goes through: the first 16.
template <class Traversal> constexpr int numCoordinates() {
  if constexpr (requires { Traversal::coordinates; }) {
    int result = 0;
    for (const Coordinate &coordinate : Traversal::coordinates)
      result += coordinate.count;
    return std::min(result, 16);
  } else {
    return 0;
  }
}

/// Why queries have no place on a curve; null if they have.
template <class Traversal> constexpr const char *whyNoCurve() {
  return numCoordinates<Traversal>() ? nullptr
                                     : "they hold no numbers that stay as they "
                                       "are";
}

namespace detail {

template <class Number> REGTT_OP float numberAt(const char *at) {
  Number number;
  __builtin_memcpy(&number, at, sizeof number);
  return static_cast<float>(number);
}

REGTT_OP float coordinateAt(const char *at, Coordinate::Type type) {
  switch (type) {
  case Coordinate::Float:
    return numberAt<float>(at);
  case Coordinate::Double:
    return numberAt<double>(at);
  case Coordinate::Int:
    return numberAt<std::int32_t>(at);
  case Coordinate::UnsignedInt:
    return numberAt<std::uint32_t>(at);
  case Coordinate::Long:
    return numberAt<std::int64_t>(at);
  case Coordinate::UnsignedLong:
    return numberAt<std::uint64_t>(at);
  }
  return 0;
}

constexpr std::size_t sizeOf(Coordinate::Type type) {
  return type == Coordinate::Float || type == Coordinate::Int ||
                 type == Coordinate::UnsignedInt
             ? 4
             : 8;
}

/// Coordinate C of all, as one number.
template <class Traversal, int C> constexpr Coordinate nthCoordinate() {
  int left = C;
  for (const Coordinate &coordinate : Traversal::coordinates) {
    if (left < coordinate.count)
      return {coordinate.record + std::size_t(left) * sizeOf(coordinate.type),
              coordinate.type, 1};
    left -= coordinate.count;
  }
  return {};
}

/// Calls visit(c, value) for each of a query's coordinates that is a number and
/// not infinite.
template <class Traversal, int... C, class Visit>
REGTT_OP void eachCoordinate(const void *query,
                             std::integer_sequence<int, C...>, Visit visit) {
  const auto one = [&](int c, const Coordinate &coordinate) {
    const float value = coordinateAt(
        static_cast<const char *>(query) + coordinate.record, coordinate.type);
    if (value - value == 0)
      visit(c, value);
  };
  (one(C, nthCoordinate<Traversal, C>()), ...);
}

template <class Traversal, class Visit>
REGTT_OP void eachCoordinate(const void *query, Visit visit) {
  eachCoordinate<Traversal>(
      query, std::make_integer_sequence<int, numCoordinates<Traversal>()>(),
      visit);
}

} // namespace detail

/// The box that queries lie in; of none, an empty one.
template <int Count> struct CurveBox {
  float low[Count], high[Count];

  REGTT_OP static CurveBox empty() {
    CurveBox result;
    for (int c = 0; c < Count; ++c) {
      result.low[c] = std::numeric_limits<float>::max();
      result.high[c] = -std::numeric_limits<float>::max();
    }
    return result;
  }
  REGTT_OP void add(int c, float value) {
    low[c] = value < low[c] ? value : low[c];
    high[c] = value > high[c] ? value : high[c];
  }
  REGTT_OP void add(const CurveBox &other) {
    for (int c = 0; c < Count; ++c) {
      low[c] = other.low[c] < low[c] ? other.low[c] : low[c];
      high[c] = other.high[c] > high[c] ? other.high[c] : high[c];
    }
  }
};

/// Bits of a coordinate: as asked for, or so many that a few queries share a
/// cell where they are most crowded (0); what a key has room for and a float
/// tells apart.
template <int Count> int curveBits(int asked, std::size_t queries) {
  constexpr int most = std::min(64 / Count, 24);
  const int usual = (int(std::bit_width(queries)) + Count - 1) / Count + 5;
  return std::min(asked ? asked : usual, most);
}

/// Where a query lies on the curve through `box`, on a grid of 2^bits cells to
/// an edge.
template <class Traversal, int Count>
REGTT_OP PlaceKey curveKey(const void *query, const CurveBox<Count> &box,
                           int bits) {
  std::uint32_t cells[Count];
  for (int c = 0; c < Count; ++c)
    cells[c] = 0; // of what is no number
  const float edge = static_cast<float>((std::uint32_t(1) << bits) - 1);
  detail::eachCoordinate<Traversal>(query, [&](int c, float value) {
    // Halves, since the whole may be too large for a float.
    const float length = box.high[c] / 2 - box.low[c] / 2;
    if (length > 0)
      cells[c] = static_cast<std::uint32_t>((value / 2 - box.low[c] / 2) /
                                            length * edge);
  });
  PlaceKey key = 0;
  for (int bit = bits - 1; bit >= 0; --bit) {
    REGTT_UNROLL
    for (int c = 0; c < Count; ++c)
      key = key << 1 | (cells[c] >> bit & 1u);
  }
  return key;
}

} // namespace regtt::rt
