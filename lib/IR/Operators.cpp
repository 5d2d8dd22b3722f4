// Names of operators and of the other kinds that tables list; the laws of those
// that combine.
#include "regtt/IR/Operators.h"

#include "regtt/IR/Function.h"

using namespace regtt::ir;

llvm::StringRef regtt::ir::textOf(UnaryOp op) {
  static constexpr llvm::StringLiteral texts[] = {
#define UNARY(NAME, TEXT) TEXT,
#include "regtt/IR/Expr.def"
  };
  return texts[static_cast<unsigned>(op)];
}

llvm::StringRef regtt::ir::textOf(BinaryOp op) {
  static constexpr llvm::StringLiteral texts[] = {
#define BINARY(NAME, TEXT) TEXT,
#include "regtt/IR/Expr.def"
  };
  return texts[static_cast<unsigned>(op)];
}

llvm::StringRef regtt::ir::textOf(CastOp op) {
  static constexpr llvm::StringLiteral texts[] = {
#define CAST(NAME, TEXT) TEXT,
#include "regtt/IR/Expr.def"
  };
  return texts[static_cast<unsigned>(op)];
}

llvm::StringRef regtt::ir::textOf(IntrinsicOp op) {
  static constexpr llvm::StringLiteral texts[] = {
#define INTRINSIC(NAME, TEXT, OPERANDS) TEXT,
#include "regtt/IR/Expr.def"
  };
  return texts[static_cast<unsigned>(op)];
}

llvm::StringRef regtt::ir::textOf(ReadOp op) {
  static constexpr llvm::StringLiteral texts[] = {
#define CONTAINER_READ(NAME, TEXT, ARGUMENTS) TEXT,
#include "regtt/IR/Library.def"
  };
  return texts[static_cast<unsigned>(op)];
}

llvm::StringRef regtt::ir::textOf(ChangeOp op) {
  static constexpr llvm::StringLiteral texts[] = {
#define CONTAINER_CHANGE(NAME, TEXT, ARGUMENTS) TEXT,
#include "regtt/IR/Library.def"
  };
  return texts[static_cast<unsigned>(op)];
}

llvm::StringRef regtt::ir::textOf(StoreKind kind) {
  static constexpr llvm::StringLiteral texts[] = {
#define STORE_KIND(NAME, TEXT) TEXT,
#include "regtt/IR/Statement.def"
  };
  return texts[static_cast<unsigned>(kind)];
}

llvm::StringRef regtt::ir::textOf(LoopForm form) {
  static constexpr llvm::StringLiteral texts[] = {
#define LOOP_FORM(NAME, TEXT) TEXT,
#include "regtt/IR/Statement.def"
  };
  return texts[static_cast<unsigned>(form)];
}

llvm::StringRef regtt::ir::textOf(Clause::Kind kind) {
  static constexpr llvm::StringLiteral texts[] = {
#define CLAUSE(NAME, TEXT, WORD, PLACE, VALUE) TEXT,
#include "regtt/IR/Clause.def"
  };
  return texts[static_cast<unsigned>(kind)];
}

llvm::StringRef regtt::ir::textOf(DataRoot::Kind kind) {
  static constexpr llvm::StringLiteral texts[] = {"node",    "own",  "shared",
                                                  "element", "host", "linked"};
  return texts[kind];
}

llvm::StringRef regtt::ir::textOf(Kernel::Domain domain) {
  static constexpr llvm::StringLiteral texts[] = {"queries", "nested", "nodes",
                                                  "grid"};
  return texts[domain];
}

llvm::StringRef regtt::ir::textOf(Combiner combiner) {
  static constexpr llvm::StringLiteral texts[] = {
#define COMBINER(NAME, TEXT, OPERATOR, INVERSE) TEXT,
#include "regtt/IR/Operators.def"
  };
  return texts[static_cast<unsigned>(combiner)];
}

bool regtt::ir::isComparison(BinaryOp op) {
  return op >= BinaryOp::Eq && op <= BinaryOp::Ge;
}

//===--- Laws -------------------------------------------------------------===//

const Laws *regtt::ir::lawsOf(Combiner combiner, Laws::Of values) {
  struct Row {
    Combiner combiner;
    Laws::Of values;
    Laws laws;
  };
  static constexpr Row rows[] = {
#define LAWS(NAME, OF, IDENTITY, IDENTITY_HOLDS, EXACT, ASSOCIATIVE,           \
             COMMUTATIVE, IDEMPOTENT, NAN_TEXT, EQUAL_TEXT)                    \
  {Combiner::NAME,                                                             \
   Laws::OF,                                                                   \
   {Laws::IDENTITY, Holds::IDENTITY_HOLDS, EXACT, Holds::ASSOCIATIVE,          \
    Holds::COMMUTATIVE, Holds::IDEMPOTENT, NAN_TEXT, EQUAL_TEXT}},
#include "regtt/IR/Operators.def"
  };
  for (const Row &row : rows)
    if (row.combiner == combiner && row.values == values)
      return &row.laws;
  return nullptr;
}

std::optional<Laws::Of> regtt::ir::lawClassOf(const Type *type) {
  if (type->isBool())
    return Laws::Bool;
  if (type->isInt())
    return Laws::Integer;
  if (type->isFloat())
    return Laws::Float;
  return std::nullopt;
}

namespace {
/// The columns of BinaryOps, in which None is an entry, too.
namespace column {
constexpr std::optional<BinaryOp> None = std::nullopt;
#define BINARY(NAME, TEXT)                                                     \
  [[maybe_unused]] constexpr std::optional<BinaryOp> NAME = BinaryOp::NAME;
#include "regtt/IR/Expr.def"
} // namespace column
} // namespace

std::optional<Combiner> regtt::ir::combinerOf(BinaryOp op) {
#define COMBINER(NAME, TEXT, OPERATOR, INVERSE)                                \
  if (column::OPERATOR == op)                                                  \
    return Combiner::NAME;
#include "regtt/IR/Operators.def"
  return std::nullopt;
}

std::optional<BinaryOp> regtt::ir::inverseOf(Combiner combiner) {
  static constexpr std::optional<BinaryOp> inverses[] = {
#define COMBINER(NAME, TEXT, OPERATOR, INVERSE) column::INVERSE,
#include "regtt/IR/Operators.def"
  };
  return inverses[static_cast<unsigned>(combiner)];
}
