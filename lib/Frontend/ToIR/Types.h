// Clang's types -> the language's.
#pragma once

#include "regtt/Frontend/ToIR.h"

namespace regtt::toir {

class Unit;

class Types {
public:
  explicit Types(Unit &unit) : unit(unit) {}

  /// Null, said once, where the language has no such type.
  const ir::Type *of(clang::QualType type, clang::SourceLocation loc = {});
  const ir::Field *field(const clang::FieldDecl *field);
  /// The field that is `base` in `derived`, a direct base.
  const ir::Field *base(const ir::Type *derived, clang::QualType base);
  /// What __normal_iterator is of: a pointer; nothing of other types.
  static clang::QualType iteratedPointer(clang::QualType type);
  /// Refuses a struct that is not the same here as in the file that has it.
  void compare(const clang::RecordDecl *record, const ir::StructType *type);

private:
  Unit &unit;
  llvm::DenseMap<const clang::Type *, const ir::Type *> known;
  /// By element, and what the name of what it lies in begins with.
  llvm::DenseMap<std::pair<const clang::Type *, const void *>, ir::StructType *>
      linkNodes;

  const ir::Type *make(clang::QualType type, clang::SourceLocation loc);
  const ir::Type *builtin(const clang::BuiltinType *type);
  const ir::Type *record(const clang::RecordDecl *record,
                         clang::SourceLocation loc);
  const ir::Type *library(const clang::RecordDecl *record,
                          clang::SourceLocation loc);
  /// A std::tuple of values as a struct; null of any other.
  const ir::Type *tuple(const clang::RecordDecl *record,
                        clang::SourceLocation loc);
  /// The same of a std::optional.
  const ir::Type *optional(const clang::RecordDecl *record,
                           clang::SourceLocation loc);
  /// What an iterator over links is (LinkIterators.h); null of other types.
  const ir::Type *linkIterator(const clang::RecordDecl *record,
                               clang::SourceLocation loc);
  const ir::Type *enumeration(const clang::EnumDecl *decl);
  /// Of what another file has, too, and by which it is known; else null.
  const ir::Type *linked(const clang::TagDecl *tag);
  const ir::Type *opaque(const clang::RecordDecl *record,
                         const std::string &name);
  bool isSame(const clang::EnumDecl *decl, const ir::EnumType &type);
  /// Nothing, said once, where the language has no such struct.
  std::optional<ir::StructBody> layOut(const clang::RecordDecl *record,
                                       clang::SourceLocation loc);
  /// The library's class as a struct of the parts that it has, which are
  /// values.
  const ir::Type *ofLibrary(const clang::CXXRecordDecl *definition,
                            ir::StructBody body);
  bool addBases(ir::StructBody &body, const clang::CXXRecordDecl *record,
                clang::SourceLocation loc);
  bool arguments(llvm::ArrayRef<clang::TemplateArgument> from,
                 std::vector<ir::LibraryType::Argument> &to,
                 clang::SourceLocation loc);
  std::string freeTypeName(const clang::TagDecl *decl) const;
};

} // namespace regtt::toir
