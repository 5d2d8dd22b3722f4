// The types of values as a slice spells them, and the one map from the user's
// structs (per template instantiation) to emitted names. A slice cannot include
// the user's headers, so a value struct is mirrored: all its fields in the same
// places, without its functions, which are emitted as helpers.
#pragma once

#include "regtt/Backend/Backend.h"

#include <map>
#include <set>

namespace regtt {

class ValueTypes {
public:
  /// Collects the structs that the unit's sites hold or compute with.
  explicit ValueTypes(const Unit &unit);

  /// `type` as the slices spell it: canonical, enums as their integers.
  std::string spell(clang::QualType type) const { return declare(type, ""); }
  /// A declaration of `name`: `float min[3]`.
  std::string declare(clang::QualType type, llvm::StringRef name) const;
  /// The same of a member that is filled in later: without `const`.
  std::string declareHeld(clang::QualType type, llvm::StringRef name) const;
  /// `path` as a field of a record.
  std::string declare(const Path &path) const;
  /// The end of its row in a table of fields: `4`; `1, {3, 2}` of a bit-field
  /// of the node's; of others `8, true` where the datum is an address.
  std::string contents(const Path &path, bool ofNode = false) const;
  /// A declaration in the header, which is C, too.
  std::string declareInC(clang::QualType type, llvm::StringRef name) const;

  /// The structs' definitions, each after those it needs.
  std::string definitions() const;
  /// Those that the header needs for the uniforms.
  std::string headerDefinitions() const;
  /// What a mirror calls a field: its name, unless a struct has fields of that
  /// name from several bases, or hides one of a base.
  std::string fieldName(const clang::FieldDecl *field) const;
  /// Whether a mirrored struct has this name.
  bool taken(llvm::StringRef name) const { return used.count(name.str()) != 0; }

  /// Notes that no printer knows `e`; tryPrint() returns it.
  void notPrinted(const clang::Expr *e) const {
    unknown.push_back({e, nullptr});
  }
  void notPrinted(const std::string &what) const {
    unknown.push_back({nullptr, nullptr, what});
  }
  llvm::ArrayRef<Unprinted> unprinted() const { return unknown; }

  const clang::ASTContext &ast;

private:
  struct Mirror {
    const clang::RecordDecl *record;
    std::string name;
    bool inHeader = false; ///< defined there; the slice has another name for it
  };

  void collect(const Traversal &traversal);
  void collect(const Traversal &traversal, const Function &function);
  void collect(const Traversal &traversal, const Function &function,
               const clang::Stmt *expr);
  void add(clang::QualType type, bool inHeader = false);
  void addRecord(const clang::RecordDecl *record, bool inHeader);
  void nameAll(const Unit &unit);
  void findHidden();
  std::string base(clang::QualType type, bool inC) const;
  std::string declare(clang::QualType type, std::string name, bool inC) const;
  std::string fields(const Mirror &mirror, bool inC) const;
  std::string bases(const Mirror &mirror, bool inC) const;
  std::string headerName(const Mirror &mirror) const;
  const Mirror *find(const clang::RecordDecl *record) const;

  std::vector<Mirror> mirrors; ///< in the order of their definitions
  std::map<const clang::RecordDecl *, size_t> numbers; ///< for look-ups only
  std::set<std::string> used;
  /// Fields of bases that a struct cannot name by their names alone.
  std::set<const clang::FieldDecl *> hidden;
  mutable std::vector<Unprinted> unknown; ///< by whoever prints
};

} // namespace regtt
