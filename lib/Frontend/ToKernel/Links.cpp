// Links: children, the locals that hold them, and what is asked about them.
#include "Segment.h"

#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Walk.h"

using namespace regtt;
using namespace regtt::tokernel;
using clang::VarDecl;
using llvm::dyn_cast;

/// The child in a slot, or of a number.
const ir::Expr *Segment::child(unsigned group, const ir::Expr *index) {
  const int first = traversal.slots[group].first;
  index = as(kernels.counter(), index);
  if (!index)
    index = make.integer(kernels.counter(), first);
  else if (first != 0)
    index = make.binary(ir::BinaryOp::Add,
                        make.integer(kernels.counter(), first), index);
  return make.library("rt::child", kernels.link(), {index});
}

const ir::Expr *Segment::children(const SlotGroup &group) {
  return group.isList() ? make.library("rt::children", kernels.counter(), {})
                        : make.integer(kernels.counter(), group.count);
}

const ir::Place *Segment::linkPlace(const clang::Expr *e) {
  e = linkExpr(e);
  if (const LinkElement element = linkElement(function, e); element.array)
    return make.element(variable(element.array), code.value(element.index));
  const VarDecl *var = variableOf(e);
  return var && function.roles.lookup(var).kind == Role::Link ? variable(var)
                                                              : nullptr;
}

const ir::Expr *Segment::link(const clang::Expr *e) {
  e = linkExpr(e);
  if (const auto root = function.roots.find(e); root != function.roots.end()) {
    const ir::IntType *number = module.intType(ir::IntType::U32);
    return make.library("rt::root", kernels.link(),
                        {make.integer(number, root->second.group),
                         root->second.index
                             ? as(number, code.value(root->second.index))
                             : make.integer(number, 0)});
  }
  if (const auto found = function.children.find(e);
      found != function.children.end())
    return child(found->second.group, found->second.index
                                          ? code.value(found->second.index)
                                          : nullptr);
  if (const auto *choice = dyn_cast<clang::ConditionalOperator>(e))
    return make.select(code.condition(choice->getCond()),
                       link(choice->getTrueExpr()),
                       link(choice->getFalseExpr()));
  if (const VarDecl *var = variableOf(e); var && function.eachChild.count(var))
    return make.load(variable(var));
  if (const ir::Place *held = linkPlace(e))
    return make.load(held);
  if (setsLink(e)) {
    const auto *assign = llvm::cast<clang::BinaryOperator>(e);
    return make.load(linkPlace(assign->getLHS()));
  }
  if (traversal.nodesAreNumbers)
    return code.refuse(e, "a number that is no child here");
  return module.null(kernels.link(), at(e->getBeginLoc()));
}

bool Segment::setsLink(const clang::Expr *e) {
  if (const auto *call = dyn_cast<clang::CallExpr>(e);
      call && isSwap(e) && linkPlace(call->getArg(0))) {
    const ir::Place *first = linkPlace(call->getArg(0));
    const ir::Place *second = linkPlace(call->getArg(1));
    const ir::Variable *old = code.temporary(kernels.link());
    if (!first || !second)
      return true;
    emit(module.let(old, make.load(first), at(e->getBeginLoc())));
    emit(module.store(first, make.load(second), at(e->getBeginLoc())));
    emit(
        module.store(second, make.load(make.place(old)), at(e->getBeginLoc())));
    return true;
  }
  const auto [var, value] = linkSet(function, e);
  if (!var)
    return false;
  const ir::Expr *next = link(value);
  const ir::Place *place =
      linkPlace(llvm::cast<clang::BinaryOperator>(e)->getLHS());
  if (next && place)
    emit(module.store(place, next, at(e->getBeginLoc())));
  return true;
}

const clang::Expr *regtt::tokernel::asked(const clang::Expr *e) {
  while (true) {
    e = e->IgnoreParens();
    const auto *cast = dyn_cast<clang::ImplicitCastExpr>(e);
    if (!cast || (cast->getCastKind() != clang::CK_PointerToBoolean &&
                  cast->getCastKind() != clang::CK_IntegralToBoolean &&
                  cast->getCastKind() != clang::CK_LValueToRValue &&
                  cast->getCastKind() != clang::CK_UserDefinedConversion &&
                  cast->getCastKind() != clang::CK_NoOp))
      return e;
    e = cast->getSubExpr();
  }
}

const ir::Expr *Segment::test(const clang::Expr *e) {
  e = asked(e);
  if (const auto known = function.folded.find(e);
      known != function.folded.end())
    return module.boolean(known->second, at(e->getBeginLoc()));
  if (isOnHost && traversal.nodesAreNumbers)
    return nullptr; // numbers are compared as they are
  if (const auto same = function.sameChildren.find(e);
      same != function.sameChildren.end())
    return make.binary(same->second.whenSame ? ir::BinaryOp::Eq
                                             : ir::BinaryOp::Ne,
                       link(same->second.left), link(same->second.right));
  if (const auto size = function.listSizes.find(e);
      size != function.listSizes.end() && size->second.isEmpty)
    return make.binary(ir::BinaryOp::Eq,
                       children(traversal.slots[size->second.group]),
                       make.integer(kernels.counter(), 0));
  const auto found = function.nullTests.find(e);
  if (found == function.nullTests.end())
    return nullptr;
  const auto held = function.children.find(found->second.link);
  // Whether a list has any.
  if (held != function.children.end() && traversal.list() &&
      !held->second.index)
    return make.binary(
        found->second.whenPresent ? ir::BinaryOp::Ne : ir::BinaryOp::Eq,
        children(*traversal.list()), make.integer(kernels.counter(), 0));
  const ir::Expr *which = link(found->second.link);
  if (!which)
    return nullptr;
  const ir::Expr *isNull =
      module.intrinsic(ir::IntrinsicOp::IsNull, {which}, at(e->getBeginLoc()));
  return found->second.whenPresent ? make.unary(ir::UnaryOp::LNot, isNull)
                                   : isNull;
}
