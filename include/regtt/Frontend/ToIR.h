/// Clang's functions -> the language of include/regtt/IR: a plain translation.
///
/// Everything implicit is made explicit, and effects are statements in the
/// order of C++17. It knows nothing of nodes, queries or links. What it does
/// not understand it refuses by name; that function is then only declared.
#pragma once

#include "regtt/Frontend/Pairing.h"
#include "regtt/IR/Module.h"
#include "regtt/Support/Diag.h"

#include <llvm/ADT/DenseMap.h>

#include <array>
#include <map>
#include <string>
#include <vector>

namespace regtt {

/// Something of a function that has no counterpart.
struct NotLowered {
  const clang::FunctionDecl *function; ///< null: of a type or a global
  clang::SourceLocation loc;
  std::string what; ///< `new`, `call through a pointer`
  /// The row of the table that says it of a traversal; without arguments,
  /// `what` is the one that it has.
  Diag id = Diag::RTT2004;
  std::vector<std::string> arguments = {};
  /// Of what is named, where a note says so.
  clang::SourceLocation declared = {};
  bool isOfTraversal = false; ///< of a loop alone: of one, or called by one
};

/// Two operands that disturb each other, in an order that C or C++ leaves open.
struct OpenOrder {
  const clang::FunctionDecl *function;
  const clang::Expr *first, *second;
};

/// Where in Clang's files the locations of a module lie: by file, line and
/// column.
using PlacesInSource = std::map<std::array<unsigned, 3>, clang::SourceLocation>;
/// Invalid where the module names no such place.
clang::SourceLocation sourceOf(const PlacesInSource &places, ir::Location loc);

/// A module, and what of it stands for what of the user's.
struct LoweredUnit {
  std::unique_ptr<ir::Module> module;
  /// By canonical declarations.
  llvm::DenseMap<const clang::FunctionDecl *, ir::Function *> functions;
  llvm::DenseMap<const clang::VarDecl *, const ir::Variable *> variables;
  llvm::DenseMap<const clang::VarDecl *, ir::Global *> globals;
  llvm::DenseMap<const clang::TagDecl *, const ir::Type *> types;
  /// A field by its number: a struct's fields lie in the struct.
  llvm::DenseMap<const clang::FieldDecl *, unsigned> fields;
  /// The loops that stand behind a directive.
  llvm::DenseMap<const clang::Stmt *, ir::Statement *> loops;
  PlacesInSource places;
  /// Of a loop alone: which text of the user's each statement of its body is a
  /// part of; of the traversals' calls, which text they are.
  llvm::DenseMap<ir::Statement *, ir::Location> ranges;
  std::vector<NotLowered> notLowered; ///< in the order of the functions
  /// Of clauses, which the language then lacks.
  std::vector<NotLowered> clauseFaults;
  /// Of a loop alone: in the traversal and in what it calls.
  std::vector<OpenOrder> openOrders;
};

/// Before: the translation unit has no errors. After: a module that ir::verify
/// takes, of the annotated functions, of those that hold annotated loops, and
/// of all that they call and that is visible.
LoweredUnit lowerToIR(clang::ASTContext &context, const Pairing &pairing);

/// An annotated loop by itself.
struct LoweredLoop {
  LoweredUnit unit;
  /// Null where something in its own text was not lowered.
  const ir::Statement *loop = nullptr;
};

/// The same of one loop, of which analyses ask what it accesses: variables from
/// around it are declared and nothing more, and where C or C++ leave the order
/// of operands open, one order is as good as another.
LoweredLoop lowerLoopToIR(clang::ASTContext &context, const Pairing &pairing,
                          const PairedLoop &paired);

/// The same, of which messages are wanted and nothing else: functions keep
/// their bodies, without the statements that were not lowered and those that
/// name what these declare.
LoweredLoop lowerRestOfLoop(clang::ASTContext &context, const Pairing &pairing,
                            const PairedLoop &paired);

/// The text of a loop by itself, after its line as a comment; variables from
/// around it are declared ahead of it.
void printLoop(LoweredLoop loop, const PairedLoop &paired,
               const clang::ASTContext &context, llvm::raw_ostream &out);

/// The module's text, and as comments after it what was not lowered.
void printLowered(const LoweredUnit &unit, const clang::ASTContext &context,
                  llvm::raw_ostream &out);

} // namespace regtt
