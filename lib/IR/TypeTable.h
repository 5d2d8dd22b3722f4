/// Where a module's types are kept, each once, and the arena of all that is
/// immutable in it.
#pragma once

#include "regtt/IR/Type.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Support/Allocator.h>

#include <map>
#include <memory>
#include <utility>

namespace regtt::ir {

class TypeTable {
public:
  llvm::BumpPtrAllocator arena;

  const VoidType voidType;
  const BoolType boolType;
  std::vector<std::unique_ptr<IntType>> ints;     ///< by IntType::Name
  std::vector<std::unique_ptr<FloatType>> floats; ///< by FloatType::Name

  /// What a type is made of, as a key: one map a kind.
  template <class T, class Key> using Map = std::map<Key, const T *>;
  Map<ArrayType, std::pair<const Type *, uint64_t>> arrays;
  Map<PointerType, std::pair<const Type *, bool>> pointers;
  Map<ReferenceType, std::pair<const Type *, bool>> references;
  Map<LinkType, const StructType *> links;
  Map<FunctionType, std::vector<const Type *>> functions; ///< the result first
  Map<LibraryType, std::pair<std::string, std::vector<LibraryType::Argument>>>
      libraries;

  TypeTable() {
#define INT_TYPE(NAME, TEXT, BITS, SIGNED)                                     \
  ints.push_back(std::make_unique<IntType>(IntType::NAME, TEXT, BITS, SIGNED));
#define FLOAT_TYPE(NAME, TEXT, BYTES, FORMAT)                                  \
  floats.push_back(std::make_unique<FloatType>(FloatType::NAME, TEXT, BYTES,   \
                                               llvm::APFloat::FORMAT()));
#include "regtt/IR/Types.def"
  }

  template <class T> llvm::ArrayRef<T> copy(llvm::ArrayRef<T> list) {
    T *kept = arena.Allocate<T>(list.size());
    std::uninitialized_copy(list.begin(), list.end(), kept);
    return {kept, list.size()};
  }
  llvm::StringRef copy(llvm::StringRef text) { return text.copy(arena); }

  /// The type of that key, made of `parts` where there is none yet.
  template <class T, class Key, class... Parts>
  const T *get(Map<T, Key> &map, const Key &key, Parts... parts) {
    const T *&found = map[key];
    if (!found)
      found = new (arena.Allocate<T>()) T(parts...);
    return found;
  }
};

} // namespace regtt::ir
