/// The text form: what Reader.h reads, one text for one module.
#pragma once

#include "regtt/IR/Module.h"

#include <llvm/Support/raw_ostream.h>

namespace regtt::ir {

struct PrintOptions {
  /// Print where things stand in the user's files, and how they are spelled
  /// there.
  bool sources = false;
};

void print(const Module &module, llvm::raw_ostream &out,
           PrintOptions options = {});

/// Parts of it, for messages and for debugging. Variables of one name are not
/// told apart here.
std::string toString(const Type *type);
std::string toString(const Expr *e);
std::string toString(const Place *place);
/// Its declaration: `struct @P size 4 align 4 { x: f32 @0 }`.
std::string declarationOf(const NamedType *type);
/// Its first line: `if lt(%a, %b) {`.
std::string headOf(const Statement *s);

} // namespace regtt::ir
