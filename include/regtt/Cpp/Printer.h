/// Prints the language as C++17 and later, in the user's words:
///
///     let %t: i32 = call @f(load %x)          y = f(x) + 1;
///     store %y = add(%t, 1:i32)
///
/// The text means exactly what the language means: the values of all types,
/// which operand is evaluated when, and how often. Conversions are written
/// where C++ would not make them by itself from the types of what is printed.
/// What C++ cannot say is refused by name.
#pragma once

#include "regtt/Cpp/Words.h"

#include <llvm/Support/Error.h>
#include <llvm/Support/raw_ostream.h>

namespace regtt::cpp {

/// `int f(int x)`; a parameter that nothing uses has no name where `isDefined`.
std::string signature(const ir::Function &function, Words &words,
                      bool isDefinition);

/// `+` of ir::BinaryOp::PtrAdd.
llvm::StringRef signOf(ir::BinaryOp op);
Precedence precedenceOf(ir::BinaryOp op);

/// A function's statements, and what its parameters are called in them.
struct Body {
  std::string text; ///< a line each
  std::vector<std::string> params;
};

/// `indent` levels deep; names are as in the signature.
llvm::Expected<Body> printBody(const ir::Module &module,
                               const ir::Function &function, Words &words,
                               unsigned indent = 0);

/// One expression, as the first value of a variable of its type; its variables
/// are called as the Words say.
llvm::Expected<Text> printValue(const ir::Module &module, const ir::Expr *e,
                                Words &words);

/// One expression whose text has the type of `e` exactly, whatever it is the
/// first value of.
llvm::Expected<Text> printExact(const ir::Module &module, const ir::Expr *e,
                                Words &words);

/// A place, as an lvalue.
llvm::Expected<Text> printPlace(const ir::Module &module,
                                const ir::Place *place, Words &words);

/// A file that stands alone: types, globals, functions. Nothing is written if
/// something of it cannot be printed.
llvm::Error printModule(const ir::Module &module, llvm::raw_ostream &out);

} // namespace regtt::cpp
