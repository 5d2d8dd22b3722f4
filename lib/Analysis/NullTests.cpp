// Null tests of links:
//
//   if lnot(isnull(%c)) { visit @f(%c) }   // engines skip what is not there:
//                                          // the test decides nothing
#include "NullTests.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/Analysis/Integers.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;

std::optional<NullTest> kernel::nullTestOf(const ir::Expr *e) {
  if (const auto *unary = dyn_cast<ir::UnaryExpr>(e);
      unary && unary->op == ir::UnaryOp::LNot) {
    auto test = nullTestOf(unary->operand);
    if (test)
      test->whenPresent = !test->whenPresent;
    return test;
  }
  if (const auto *intrinsic = dyn_cast<ir::IntrinsicExpr>(e);
      intrinsic && intrinsic->op == ir::IntrinsicOp::IsNull &&
      intrinsic->arguments[0]->type->isLink())
    return NullTest{intrinsic->arguments[0], false};
  if (const auto *cast = dyn_cast<ir::CastExpr>(e);
      cast && cast->op == ir::CastOp::ToBool && cast->operand->type->isLink())
    return NullTest{cast->operand, true};
  const auto *binary = dyn_cast<ir::BinaryExpr>(e);
  if (!binary || !binary->left->type->isLink() ||
      (binary->op != ir::BinaryOp::Eq && binary->op != ir::BinaryOp::Ne))
    return std::nullopt;
  const bool whenPresent = binary->op == ir::BinaryOp::Ne;
  if (llvm::isa<ir::NullExpr>(binary->right))
    return NullTest{binary->left, whenPresent};
  if (llvm::isa<ir::NullExpr>(binary->left))
    return NullTest{binary->right, whenPresent};
  return std::nullopt;
}

const ir::Expr *kernel::slotOf(const ir::Expr *link) {
  const auto *call = dyn_cast<ir::LibraryCallExpr>(link);
  return call && call->name == "rt::child" && call->arguments.size() == 1
             ? call->arguments[0]
             : nullptr;
}

/// The number of the slot that `link` is in, where that is a constant; locals
/// with one value are that value.
static std::optional<llvm::APSInt> fixedSlot(const ir::Function &function,
                                             const ir::Expr *link) {
  if (const auto *name = dyn_cast<ir::ValueExpr>(link)) {
    const ir::Expr *value = ir::onlyValueOf(name->variable, function);
    return value ? fixedSlot(function, value) : std::nullopt;
  }
  const ir::Expr *slot = slotOf(link);
  return slot ? ir::integerOf(
                    slot,
                    [](const ir::Variable *) -> std::optional<llvm::APSInt> {
                      return std::nullopt;
                    })
              : std::nullopt;
}

/// `%a` of `let %b: link = %a`: what another name has.
static const ir::Expr *firstName(const ir::Function &function,
                                 const ir::Expr *link) {
  while (const auto *name = dyn_cast<ir::ValueExpr>(link)) {
    const ir::Expr *value = ir::onlyValueOf(name->variable, function);
    if (!value || !llvm::isa<ir::ValueExpr>(value))
      break;
    link = value;
  }
  return link;
}

bool kernel::areSame(const ir::Function &function, const ir::Expr *a,
                     const ir::Expr *b) {
  if (ir::equal(firstName(function, a), firstName(function, b)))
    return true;
  const auto first = fixedSlot(function, a), second = fixedSlot(function, b);
  return first && second && llvm::APSInt::isSameValue(*first, *second);
}

/// Whether what `place` holds may be another by then.
static bool mayDiffer(const Kernel &kernel, const ir::Place *place,
                      llvm::ArrayRef<ir::Statement *> rest) {
  if (place->isVolatile || place->isIndirect() || place->global())
    return true;
  if (const ir::Variable *variable = place->variable())
    return variable->type->isReference() ||
           llvm::any_of(rest, [&](const ir::Statement *s) {
             return ir::mayChange(s, variable);
           });
  const auto *data = std::get_if<ir::DataRoot>(&place->root);
  return data && data->kind != ir::DataRoot::Shared &&
         (data->number >= kernel.data.size() ||
          kernel.data[data->number].isWritten);
}

bool kernel::staysTheSame(const Kernel &kernel, const ir::Expr *link,
                          llvm::ArrayRef<ir::Statement *> rest) {
  bool result = true;
  ir::walk(link, [&](const ir::Expr *e) {
    if (const ir::Place *place = ir::placeOf(e))
      result &= !mayDiffer(kernel, place, rest);
    result &= !llvm::isa<ir::CallExpr>(e);
  });
  return result;
}

llvm::ArrayRef<ir::Statement *>
kernel::unwrapped(const ir::BlockStatement &block) {
  const ir::BlockStatement *inner = &block;
  while (inner->statements.size() == 1) {
    const auto *next = dyn_cast<ir::BlockStatement>(inner->statements.front());
    if (!next || !next->label.empty())
      break;
    inner = next;
  }
  return inner->statements;
}
