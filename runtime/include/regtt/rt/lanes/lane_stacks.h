/// The stacks of sixteen lanes, one beside the other.
#pragma once

#include <regtt/rt/lanes/structs.h>
#include <regtt/rt/lanes/waiting_memory.h>

#include <vector>

namespace regtt::rt {
namespace {

namespace lane {

/// Numbers of a rope that take 4 bytes in a stack, narrow ones among them, and
/// of those that take 8.
struct Widths {
  int single = 0, wide = 0;

  /// Of what `Form` holds.
  template <class Form> static constexpr Widths of() {
    if constexpr (std::is_array_v<Form>) {
      const Widths each = of<std::remove_extent_t<Form>>();
      constexpr int count = int(std::extent_v<Form>);
      return {each.single * count, each.wide * count};
    } else if constexpr (Struct<Form>) {
      Widths result;
      Form::template eachField<Form>([&](auto member, auto) {
        result += of<std::remove_reference_t<decltype(std::declval<Form &>().*
                                                      member)>>();
      });
      return result;
    } else {
      return sizeof(typename Form::Value) == 8 ? Widths{0, 1} : Widths{1, 0};
    }
  }
  constexpr Widths &operator+=(Widths other) {
    single += other.single;
    wide += other.wide;
    return *this;
  }
  /// Takes the number's place among those of its width.
  template <class T> constexpr int next() {
    return sizeof(T) == 8 ? wide++ : single++;
  }
};

} // namespace lane

/// Ropes that wait: row after row one of each lane. A number of a rope lies
/// beside those of the other lanes, whatever else their ropes carry: it has a
/// place among the numbers of its width. Grows as it needs to.
class LaneStacks {
public:
  explicit LaneStacks(lane::Widths widths)
      : wideWords(2 * numLanes * widths.wide),
        rowWords(wideWords + numLanes * widths.single) {}

  void clear() { next = 0; }
  /// The lanes in which something waits.
  REGTT_OP Mask filled() const { return Mask::all() & (next != 0); }
  /// Makes room for `count` more in each lane.
  REGTT_OP void reserve(int count) {
    if (Mask::all() & (next > words - count * rowWords))
      grow(count);
  }

  /// Of the rope above the last one of these lanes.
  template <class T>
  REGTT_OP void put(Mask lanes, int place, const Lane<T> &values) {
    const Lane<Held<T>> held(values);
    lane::scatterNumbered(lanes.bits(), column<lane::Element<Held<T>>>(place),
                          numbers<Held<T>>().parts(), held.parts());
  }
  template <class T> REGTT_OP Lane<T> get(Mask lanes, int place) const {
    return Lane<T>(gather(lanes, column<Held<T>>(place), numbers<Held<T>>()));
  }
  REGTT_OP void raise(Mask lanes) { where(lanes, next) += rowWords; }
  REGTT_OP void lower(Mask lanes) { where(lanes, next) -= rowWords; }

private:
  /// Narrow types are held as int.
  template <class T>
  using Held = std::conditional_t<(sizeof(T) < 4), std::int32_t, T>;

  template <class T> REGTT_OP T *column(int place) const {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8);
    const int before = sizeof(T) == 8 ? 0 : 4 * wideWords;
    return reinterpret_cast<T *>(memory + before) + numLanes * place;
  }
  template <class T> REGTT_OP Lane<std::int32_t> numbers() const {
    return (sizeof(T) == 4 ? next : next >> 1) + lane::indices();
  }

  __attribute__((noinline)) void grow(int count) {
    const int wanted = std::max(2 * words, 64 * rowWords) + count * rowWords;
    std::vector<Byte> larger(std::size_t(wanted) * 4 + 64);
    const auto first = reinterpret_cast<std::uintptr_t>(larger.data());
    Byte *start = reinterpret_cast<Byte *>((first + 63) / 64 * 64);
    std::copy_n(memory, std::size_t(words) * 4, start);
    held.swap(larger);
    memory = start;
    words = wanted;
  }

  const int wideWords; ///< of a row's numbers of 8 bytes, which come first
  const int rowWords;
  int words = 0; ///< there is room for
  std::vector<Byte> held;
  Byte *memory = nullptr;
  Lane<std::int32_t> next; ///< number of the word where the next row begins
};

} // namespace
} // namespace regtt::rt
