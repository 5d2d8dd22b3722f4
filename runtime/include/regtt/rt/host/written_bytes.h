/// The bytes that the iterations of one call write, the code after the call
/// included.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/array.h>
#include <regtt/rt/core/objects.h>
#include <regtt/rt/host/address_range.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace regtt::rt {

struct ArrayTables;

/// Elements side by side that one iteration writes, or any.
struct WrittenSlice {
  /// The `iteration` of elements that all share.
  static constexpr std::size_t ofAll = ~std::size_t{0};

  char *first;
  std::size_t count; ///< of elements
  std::size_t iteration;
};

/// What iterations write of one array that queries have, or that all share.
struct WrittenElements {
  int array; ///< its number among the traversal's
  const char *name;
  std::size_t stride; ///< bytes from one element to the next
  std::vector<ArrayField> fields;
  std::vector<WrittenSlice> slices; ///< sorted by address
};

/// Answers whether a range of memory is written. Built once per call; asked by
/// several threads. Borrows the call's operands' pointers.
class WrittenBytes {
public:
  /// No array of any query.
  static constexpr int noArray = -1;

  WrittenBytes() = default;
  WrittenBytes(const regtt_call &call, const FieldTables &fields);

  /// Adds what iterations write of an array; its slices need no order. Returns
  /// an empty text, or which iterations write the same elements, or what one of
  /// them writes of an object that iterations use (`used`: of these objects).
  std::string add(WrittenElements elements, const WrittenBytes &used);

  /// Whether any iteration writes in [at, at + size), but for elements of array
  /// `except`.
  bool meets(const void *at, std::size_t size, int except = noArray) const;

  /// The same of what traversals write, without the code after the call.
  bool meetsTraversals(const void *at, std::size_t size) const;

  /// What was added.
  const std::vector<WrittenElements> &elements() const { return arrays; }

private:
  struct Field {
    std::size_t offset, size;
  };
  void add(const regtt_call &call, const regtt_operand &from,
           std::vector<Field> fields);
  void addContainers(const regtt_call &call);
  struct Operand {
    std::uintptr_t base;
    std::ptrdiff_t stride;
    std::vector<Field> fields;
    std::uintptr_t first, last;          ///< all that is written lies between
    std::vector<std::uintptr_t> objects; ///< sorted; of indirect operands
  };

  bool meets(const Operand &operand, std::uintptr_t at, std::size_t size) const;
  static bool meets(const WrittenElements &elements, std::uintptr_t at,
                    std::size_t size);
  bool meetsAny(std::size_t numOperands, const void *at, std::size_t size,
                int except) const;

  std::size_t count = 0;
  std::size_t widest = 0; ///< end of the last field
  std::vector<Operand> operands;
  std::size_t ofTraversals = 0; ///< of operands: those behind are of later code
  std::vector<WrittenElements> arrays;
  /// What the containers hold that iterations change, by address and size;
  /// sorted.
  std::vector<std::pair<std::uintptr_t, std::size_t>> held;
};

/// Looks for written bytes among those that records of nodes are made of. Used
/// by several threads.
class WriteWatch {
public:
  /// Starts anew. Borrows `bytes`.
  void start(const WrittenBytes &bytes) {
    written = &bytes;
    range = nullptr;
    met = nullptr;
  }
  /// Adds what is looked at to `looked` from now on. Borrows it.
  void note(AddressRange &looked) { range = &looked; }
  /// Notes `name` where any of [at, at + size) is written.
  void look(const void *at, std::size_t size, const char *name) {
    if (written && written->meets(at, size))
      met = name;
    if (range)
      range->add(at, size);
  }
  /// An empty text, or what was met.
  std::string refusal() const;

private:
  const WrittenBytes *written = nullptr;
  AddressRange *range = nullptr;
  std::atomic<const char *> met{nullptr};
};

/// Whether what is read of `count` elements of array `number`, from `from` on,
/// is written, but through that array itself.
bool readsWritten(const WrittenBytes &written, const ArrayTables &tables,
                  int number, const char *from, std::size_t count);

} // namespace regtt::rt
