/// Bit-fields of the user's structs, held one by one in records.
#pragma once

#include <regtt/rt/core/target.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace regtt::rt {

/// A bit-field of `Width` bits: promoted, truncated and extended as the user's.
template <class T, int Width> struct Bits {
  T value : Width;
};

/// `width` bits from bit `shift` on, the lowest first; width 0: whole bytes.
struct BitRange {
  int shift = 0;
  int width = 0;

  REGTT_OP constexpr std::size_t bytesOfValue() const {
    return std::size_t(width + 7) / 8;
  }
  REGTT_OP constexpr std::uint64_t mask() const {
    return ~std::uint64_t{0} >> (64 - width);
  }
};

/// Copies a field of the user's into a record. `Field` is one of a table, with
/// `bytes` and `bits`.
template <class Field>
REGTT_OP void copyIn(void *record, const char *user, const Field &field) {
  if (field.bits.width == 0) {
    std::memcpy(record, user, field.bytes);
    return;
  }
  std::uint64_t word = 0;
  std::memcpy(&word, user, field.bytes);
  word = word >> field.bits.shift & field.bits.mask();
  std::memcpy(record, &word, field.bits.bytesOfValue());
}

/// Copies it back; the bits beside it stay as they are.
template <class Field>
REGTT_OP void copyOut(char *user, const void *record, const Field &field) {
  if (field.bits.width == 0) {
    std::memcpy(user, record, field.bytes);
    return;
  }
  std::uint64_t word = 0, value = 0;
  std::memcpy(&word, user, field.bytes);
  std::memcpy(&value, record, field.bits.bytesOfValue());
  const std::uint64_t mask = field.bits.mask() << field.bits.shift;
  word = (word & ~mask) | (value << field.bits.shift & mask);
  std::memcpy(user, &word, field.bytes);
}

/// The bytes that a record holds of a field.
template <class Field> constexpr std::size_t heldBytes(const Field &field) {
  return field.bits.width == 0 ? field.bytes : field.bits.bytesOfValue();
}

} // namespace regtt::rt
