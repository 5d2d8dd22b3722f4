// How the host file spells places that code at the annotated loop, or in
// functions called there, reads and writes.
#include "HostCode.h"
#include "HostPlaces.h"
#include "LoopBody.h"
#include "QueryOperands.h"
#include "regtt/Frontend/Model/Walk.h"

#include <clang/Basic/SourceManager.h>

using namespace regtt;
using namespace clang;

std::string HostPlaces::textOf(const Expr *lvalue) const {
  const Expr *e = lvalue->IgnoreParens();
  const auto object = [&](const Expr *base, bool arrow) -> std::string {
    base = base->IgnoreParenImpCasts();
    if (isa<CXXThisExpr>(base))
      return arrow ? "this" : "(*this)";
    const std::string text = textOf(base);
    return isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr, CallExpr>(base)
               ? text
               : "(" + text + ")";
  };
  const auto addressed = [](const Expr *pointer) -> const Expr * {
    const auto *address = dyn_cast<UnaryOperator>(plain(pointer));
    return address && address->getOpcode() == UO_AddrOf ? address->getSubExpr()
                                                        : nullptr;
  };
  if (const auto *member = dyn_cast<MemberExpr>(e);
      member && member->getMemberLoc().isInvalid()) {
    const std::string name = member->getMemberDecl()->getNameAsString();
    if (name.empty()) // its members are named as if they were its holder's
      return member->isArrow() ? "(*" + object(member->getBase(), true) + ")"
                               : textOf(member->getBase());
    if (!member->isArrow())
      return object(member->getBase(), false) + "." + name;
    if (const Expr *of = addressed(member->getBase()))
      return object(of, false) + "." + name;
    return object(member->getBase(), true) + "->" + name;
  }
  if (const auto *star = dyn_cast<UnaryOperator>(e);
      star && star->getOpcode() == UO_Deref &&
      star->getOperatorLoc() == star->getSubExpr()->getBeginLoc()) {
    const Expr *of = addressed(star->getSubExpr());
    return of ? textOf(of) : "*" + object(star->getSubExpr(), true);
  }
  return builder.sourceText(e);
}

/// Whether `lvalue` names what `s` declares.
static bool namesInner(const Expr *lvalue, const clang::Stmt *s,
                       const SourceManager &manager) {
  bool result = false;
  walkExpr(lvalue, [&](const Expr *e) {
    if (const auto *name = dyn_cast<DeclRefExpr>(e))
      result |= manager.isPointWithin(name->getDecl()->getLocation(),
                                      s->getBeginLoc(), s->getEndLoc());
  });
  return result;
}

std::string HostPlaces::keepText(const clang::Stmt *s,
                                 const Expr *target) const {
  const Expr *lvalue = wholeArray(target);
  if (const auto *member = dyn_cast<MemberExpr>(lvalue);
      member && member->getMemberDecl() &&
      isa<FieldDecl>(member->getMemberDecl()) &&
      cast<FieldDecl>(member->getMemberDecl())->isBitField()) {
    if (member->isArrow())
      return "";
    lvalue = plain(member->getBase());
  }
  const auto keep = [](const std::string &place, const std::string &bytes) {
    return "regtt_keep(&regtt_call, " + place + ", " + bytes + ");";
  };
  // Which element of the slice it is may be an inner loop's to say.
  const Expr *array = elementBase(lvalue);
  for (const QueryOperand &operand : builder.model.loop.operands)
    if (operand.input < 0 && operand.container && array && isAtLoop(array) &&
        isOwnSlice(lvalue, operand)) {
      const std::string extent = std::to_string(operand.extent);
      const std::string first = "(" + builder.sourceText(operand.container) +
                                ")[" + extent + " * " +
                                builder.model.loop.var->getNameAsString() + "]";
      return keep("&" + first, extent + " * sizeof(" + first + ")");
    }
  if (!isAtLoop(lvalue))
    return "";
  HostCode code(builder.context);
  code.add(lvalue);
  const std::string text = textOf(lvalue);
  const bool always = isa<Expr>(s) || holderOf(lvalue) || isOwnObject(lvalue);
  if (code.effect || text.empty() || !always ||
      !lvalue->getType().isTriviallyCopyableType(builder.context) ||
      namesInner(lvalue, s, builder.context.getSourceManager()))
    return "";
  return keep("&" + text, "sizeof(" + text + ")");
}
