/// The bytes that the iterations of one call write.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/array.h>
#include <regtt/rt/core/objects.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace regtt::rt {

struct ArrayTables;

/// Answers whether a range of memory is written. Built once per call; asked by
/// several threads. Borrows the call and its operands' pointers.
class WrittenBytes {
public:
  WrittenBytes(const regtt_call &call, const FieldTables &fields);

  /// Whether any iteration writes in [at, at + size).
  bool meets(const void *at, std::size_t size) const;

private:
  struct Field {
    std::size_t offset, size;
  };
  struct Operand {
    std::uintptr_t base;
    std::ptrdiff_t stride;
    std::vector<Field> fields;
    std::uintptr_t first, last;          ///< all that is written lies between
    std::vector<std::uintptr_t> objects; ///< sorted; of indirect operands
  };

  bool meets(const Operand &operand, std::uintptr_t at, std::size_t size) const;

  std::size_t count;
  std::size_t widest = 0; ///< end of the last field
  std::vector<Operand> operands;
};

/// Whether what is read of `count` elements of array `number`, from `from` on,
/// is written.
bool readsWritten(const WrittenBytes &written, const ArrayTables &tables,
                  int number, const char *from, std::size_t count);

} // namespace regtt::rt
