/// Sets of lanes, and what is true or false in each lane:
///
///     rt::Mask go = active & (x < y);   // x < y: Lane<bool>
///     if (!go)                          // no lane at all
///       return;
///
/// Both are sixteen bits, whatever the width of the values that are compared. A
/// Mask says which lanes run: `if (mask)` asks whether any does. A Lane<bool>
/// is a value of each lane: `!x` is each lane's own, and it is no condition of
/// an `if`, which would have to be all lanes'.
#pragma once

#include <regtt/rt/lanes/isa.h>

namespace regtt::rt {
namespace {

/// Sixteen values, one of each lane's (lane.h).
template <class T> class Lane;
template <class T> class Column; // fields.h

template <> class Lane<bool> {
public:
  using Value = bool;

  Lane() = default;
  REGTT_OP Lane(bool same) : held(same ? 0xffff : 0) {}
  /// Whether each is something else than 0 (lane.h).
  template <class U> REGTT_OP Lane(const Lane<U> &numbers);
  template <class U> REGTT_OP Lane(const Column<U> &column);
  /// Bit k: lane k.
  REGTT_OP static Lane of(unsigned bits) {
    Lane result;
    result.held = std::uint16_t(bits);
    return result;
  }

  REGTT_OP unsigned bits() const { return held; }
  REGTT_OP bool operator[](int k) const { return (held >> k & 1) != 0; }
  REGTT_OP void set(int k, bool value) {
    held = std::uint16_t((held & ~(1u << k)) | unsigned(value) << k);
  }

  REGTT_OP friend Lane operator!(Lane a) { return of(a.held ^ 0xffffu); }

private:
  std::uint16_t held = 0;
};

/// A set of lanes.
class Mask {
public:
  Mask() = default;
  /// Bit k: lane k.
  REGTT_OP explicit Mask(unsigned bits) : held(std::uint16_t(bits)) {}

  REGTT_OP static Mask none() { return Mask(0); }
  REGTT_OP static Mask all() { return Mask(0xffff); }
  /// Lanes 0 to count - 1.
  REGTT_OP static Mask first(int count) { return Mask((1u << count) - 1); }
  REGTT_OP static Mask only(int lane) { return Mask(1u << lane); }

  REGTT_OP unsigned bits() const { return held; }
  REGTT_OP bool has(int lane) const { return (held >> lane & 1) != 0; }
  REGTT_OP int size() const { return __builtin_popcount(held); }
  /// Of a set that is not empty.
  REGTT_OP int lowest() const { return __builtin_ctz(held); }
  /// Whether any lane is in it.
  REGTT_OP explicit operator bool() const { return held != 0; }

  REGTT_OP friend Mask operator&(Mask a, Mask b) {
    return Mask(unsigned(a.held) & b.held);
  }
  REGTT_OP friend Mask operator|(Mask a, Mask b) {
    return Mask(unsigned(a.held) | b.held);
  }
  /// The lanes of a that are not in b.
  REGTT_OP friend Mask operator-(Mask a, Mask b) {
    return Mask(unsigned(a.held) & ~unsigned(b.held));
  }
  REGTT_OP friend bool operator==(Mask a, Mask b) = default;

  // Those for which something holds, of all or of each lane.
  REGTT_OP friend Mask operator&(Mask a, bool same) {
    return same ? a : none();
  }
  template <template <class> class Own, class T>
  REGTT_OP friend Mask operator&(Mask a, const Own<T> &own) {
    return Mask(unsigned(a.held) & Lane<bool>(own).bits());
  }
  REGTT_OP friend Mask operator-(Mask a, bool same) {
    return same ? none() : a;
  }
  template <template <class> class Own, class T>
  REGTT_OP friend Mask operator-(Mask a, const Own<T> &own) {
    return Mask(unsigned(a.held) & ~Lane<bool>(own).bits());
  }

  template <class Set> REGTT_OP Mask &operator&=(Set b) {
    return *this = *this & b;
  }
  template <class Set> REGTT_OP Mask &operator-=(Set b) {
    return *this = *this - b;
  }
  REGTT_OP Mask &operator|=(Mask b) { return *this = *this | b; }

private:
  std::uint16_t held = 0;
};

/// f(k) for each lane of the set, from the lowest on: what has no vector form.
template <class F> REGTT_OP void eachLane(Mask lanes, const F &f) {
  for (unsigned left = lanes.bits(); left != 0; left &= left - 1)
    f(__builtin_ctz(left));
}

} // namespace
} // namespace regtt::rt
