// The types of values as a slice spells them, and the one map from the user's
// structs (per template instantiation) to emitted names. A slice cannot include
// the user's headers, so a value struct is mirrored: all its fields in the same
// places, without its functions, which are emitted as helpers.
#pragma once

#include "regtt/Backend/Backend.h"

#include <llvm/ADT/SmallPtrSet.h>

#include <map>
#include <set>

namespace regtt {

class ValueTypes {
public:
  /// Collects the structs that the unit's sites hold or compute with.
  explicit ValueTypes(const Unit &unit);

  /// `type` as the slices spell it: enums as their integers.
  std::string spell(const ir::Type *type) const { return declare(type, ""); }
  /// A declaration of `name`: `float min[3]`.
  std::string declare(const ir::Type *type, llvm::StringRef name) const;
  /// The same where what a pointer or a reference leads to is const.
  std::string declareReadOnly(const ir::Type *type, llvm::StringRef name) const;
  /// `datum` as a field of a record.
  std::string declare(const kernel::Datum &datum) const;
  /// What a rope carries for a guard: an address is a number.
  std::string declare(const kernel::Capture &capture,
                      llvm::StringRef name) const;
  /// The end of its row in a table of fields: `4`; `1, {3, 2}` of a bit-field
  /// of the node's; of others `8, true` where the datum is an address.
  std::string contents(const kernel::Datum &datum, bool ofNode = false) const;
  /// A declaration in the header, which is C, too.
  std::string declareInC(const ir::Type *type, llvm::StringRef name) const;

  /// The structs' definitions, each after those it needs: Mirrors.cpp.
  std::string definitions() const;
  /// Those that the header needs for the uniforms.
  std::string headerDefinitions() const;
  /// What a mirror calls a field: its name, unless a struct has fields of that
  /// name from several bases, or hides one of a base.
  std::string fieldName(const ir::Field &field) const;
  /// Whether a mirrored struct has this name, or one that a slice has itself.
  bool taken(llvm::StringRef name) const;

  /// Notes that no printer knows something; tryPrint() returns it.
  void notPrinted(const std::string &what, ir::Location loc = {}) const {
    unknown.push_back({loc, what});
  }
  llvm::ArrayRef<Unprinted> unprinted() const { return unknown; }

private:
  friend class MirrorText;

  struct Mirror {
    const ir::StructType *type;
    std::string from; ///< `file.cpp:42`
    std::string name;
    bool inHeader = false; ///< defined there; the slice has another name for it
  };

  void collect(const Site &site);
  void collect(const kernel::Kernel &kernel, const ir::Function *function);
  void add(const kernel::Kernel &kernel, const ir::Type *type,
           bool inHeader = false);
  void addFields(const kernel::Kernel &kernel, const ir::StructType *type,
                 bool inHeader);
  void addStruct(const kernel::Kernel &kernel, const ir::StructType *type,
                 bool inHeader);
  void nameAll(const Unit &unit);
  void findHidden();
  std::string base(const ir::Type *type, bool inC) const;
  std::string declare(const ir::Type *type, std::string name, bool inC,
                      bool isConst = false) const;
  std::string headerName(const Mirror &mirror) const;
  const Mirror *find(const ir::NamedType *type) const;

  std::vector<Mirror> mirrors; ///< in the order of their definitions
  std::map<const ir::NamedType *, size_t> numbers; ///< for look-ups only
  std::map<std::string, size_t> forms;             ///< the same, by formOf()
  std::map<const ir::NamedType *, kernel::UserType> users;
  std::map<const void *, const ir::NamedType *> origins; ///< of the user's
  /// Whose fields are being added.
  llvm::SmallPtrSet<const ir::StructType *, 8> entered;
  std::set<std::string> used;
  /// Fields of bases that a struct cannot name by their names alone: of a
  /// mirror, and the field's number.
  std::set<std::pair<size_t, unsigned>> hidden;
  mutable std::vector<Unprinted> unknown; ///< by whoever prints
};

} // namespace regtt
