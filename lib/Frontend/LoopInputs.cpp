// What the host file finds for each iteration ahead of all calls: whose value
// an expression of the loop's body is, and the fields of the iteration's
// record.
#include "LoopBody.h"

#include "HostCode.h"
#include "HostPlaces.h"
#include "Identity.h"
#include "QueryOperands.h"
#include "regtt/Frontend/Model/Walk.h"
#include "regtt/Kernel/Names.h"

#include <clang/Basic/SourceManager.h>

using namespace regtt;
using namespace clang;

const VarDecl *regtt::holderOf(const DeclRefExpr *name) {
  if (const auto *binding = dyn_cast<BindingDecl>(name->getDecl()))
    return dyn_cast<VarDecl>(binding->getDecomposedDecl());
  return dyn_cast<VarDecl>(name->getDecl());
}

bool regtt::dependsOnIteration(const Builder &builder,
                               const clang::Stmt *expr) {
  bool result = false;
  walkExpr(expr, [&](const Expr *e) {
    const auto *name = dyn_cast<DeclRefExpr>(e);
    const VarDecl *var = name ? holderOf(name) : nullptr;
    if (!var)
      return;
    const auto local = builder.body.locals.find(var);
    result |= var == builder.model.loop.var ||
              builder.body.writtenVariables.count(var) ||
              builder.body.ofProgram.count(var) ||
              builder.body.moved.count(var) ||
              (local != builder.body.locals.end() && local->second.varies);
  });
  return result;
}

void regtt::noteMoved(Builder &builder, const Expr *expr) {
  const Expr *change = nullptr;
  walkExpr(expr, [&](const Expr *e) {
    const auto *name = dyn_cast<DeclRefExpr>(e);
    const VarDecl *var = name ? holderOf(name) : nullptr;
    if (!change && var)
      change = builder.body.moved.lookup(var);
  });
  if (change)
    builder.diagnostics.note(change->getBeginLoc(), "changed here");
}

bool regtt::isInvariant(const Builder &builder, const Expr *expr) {
  if (dependsOnIteration(builder, expr))
    return false;
  HostCode code(builder.context);
  code.add(expr);
  return !code.effect;
}

const Expr *regtt::boundTo(const LoopBody &body, const VarDecl *var) {
  const auto local = body.locals.find(var);
  return local != body.locals.end() && local->second.value ? local->second.value
                                                           : var->getInit();
}

/// Of `T x = y` in C++, y.
static const Expr *uncopied(const Expr *e) {
  e = plain(e);
  while (const auto *made = dyn_cast<CXXConstructExpr>(e)) {
    if (made->getNumArgs() != 1 ||
        !made->getConstructor()->isCopyOrMoveConstructor() ||
        !made->getArg(0)->isLValue())
      break;
    e = plain(made->getArg(0));
  }
  return e;
}

const Expr *regtt::standsFor(const Builder &builder, const Expr *expr,
                             bool *copied) {
  const Expr *e = plain(expr);
  while (const VarDecl *var = namedVariable(e)) {
    const auto local = builder.body.locals.find(var);
    if (local == builder.body.locals.end() ||
        local->second.kind == LoopLocal::Changed ||
        (local->second.kind == LoopLocal::Copy && local->second.isProgrammed))
      break;
    const Expr *value = boundTo(builder.body, var);
    if (!value || isa<MaterializeTemporaryExpr>(value->IgnoreImplicit()))
      break;
    const Expr *init = uncopied(value);
    if (!builder.context.hasSameUnqualifiedType(
            var->getType().getNonReferenceType(), init->getType()) &&
        !(var->getType()->isPointerType() && init->getType()->isArrayType()) &&
        !(var->getType()->isPointerType() && init->getType()->isPointerType() &&
          builder.context.hasSameUnqualifiedType(
              var->getType()->getPointeeType(),
              init->getType()->getPointeeType())))
      break; // converted
    if (copied && local->second.kind == LoopLocal::Copy)
      *copied = true;
    e = init;
  }
  return e;
}

/// Whether all variables that `expr` names are there where the host file
/// prepares an iteration's calls: none is declared in an inner block of the
/// loop, or by what makes the calls.
static bool isThereAhead(const Builder &builder, const Expr *expr) {
  const SourceManager &manager = builder.context.getSourceManager();
  const auto isIn = [&](const VarDecl *var, const clang::Stmt *s) {
    return manager.isPointWithin(var->getLocation(), s->getBeginLoc(),
                                 s->getEndLoc());
  };
  bool result = true;
  walkExpr(expr, [&](const Expr *e) {
    const auto *name = dyn_cast<DeclRefExpr>(e);
    const VarDecl *var = name ? holderOf(name) : nullptr;
    if (!var || var == builder.model.loop.var ||
        llvm::is_contained(builder.body.inHead, var))
      return;
    const auto local = builder.body.locals.find(var);
    const bool isBefore =
        local != builder.body.locals.end() &&
        llvm::is_contained(builder.body.before, local->second.declaration);
    result &= isBefore || !isIn(var, builder.model.loop.loop) ||
              isIn(var, expr); // a lambda's own
  });
  return result;
}

std::string regtt::hostText(Builder &builder, const Expr *expr) {
  if (!isThereAhead(builder, expr))
    return "";
  forLocals(builder.body, expr,
            [&](const VarDecl *var) { builder.body.usedOnce.insert(var); });
  return HostPlaces(builder).textOf(expr);
}

void regtt::nameInput(const QueryLoop &loop, LoopInput &input,
                      llvm::StringRef name) {
  const std::string stem = name.empty() ? "input" : safeName(name);
  input.name = stem;
  for (int suffix = 2; llvm::any_of(
           loop.inputs,
           [&](const LoopInput &other) { return other.name == input.name; });
       ++suffix)
    input.name = stem + "_" + std::to_string(suffix);
}

bool regtt::runsWithCall(const Builder &builder, const clang::Stmt *s) {
  const LoopBody &body = builder.body;
  if (!body.isConditional())
    return true;
  const auto isIn = [&](const clang::Stmt *around) {
    return builder.context.getSourceManager().isPointWithin(
        s->getBeginLoc(), around->getBeginLoc(), around->getEndLoc());
  };
  return llvm::any_of(body.callStatements(), isIn) ||
         llvm::any_of(body.levels.back().after, isIn) ||
         llvm::any_of(body.before, [&](const clang::Stmt *before) {
           return body.levelOf.lookup(before) == body.levels.size() - 1 &&
                  isIn(before);
         });
}

int regtt::addReadPlace(Builder &builder, const Expr *lvalue) {
  const SourceManager &manager = builder.context.getSourceManager();
  const clang::Stmt *loop = builder.model.loop.loop;
  if (!runsWithCall(builder, lvalue))
    return -1;
  bool gone = false; // by the end of the statements before the call
  walkExpr(lvalue, [&](const Expr *e) {
    const auto *name = dyn_cast<DeclRefExpr>(e);
    const VarDecl *var = name ? holderOf(name) : nullptr;
    if (!var || var == builder.model.loop.var)
      return;
    const auto local = builder.body.locals.find(var);
    gone |= local != builder.body.locals.end()
                ? local->second.kind == LoopLocal::Changed
                : manager.isPointWithin(var->getLocation(), loop->getBeginLoc(),
                                        loop->getEndLoc()) ||
                      builder.body.moved.count(var);
  });
  const std::string text = HostPlaces(builder).textOf(lvalue);
  if (gone || text.empty())
    return -1;
  for (size_t i = 0; i < builder.model.loop.inputs.size(); ++i)
    if (const Expr *known = builder.model.loop.inputs[i].place;
        known && isSameExpr(builder.context, known, lvalue))
      return static_cast<int>(i);
  LoopInput input;
  input.text = "&(" + text + ")";
  input.place = lvalue;
  nameInput(builder.model.loop, input, "read");
  builder.model.loop.inputs.push_back(input);
  builder.body.evaluated.push_back(lvalue);
  return static_cast<int>(builder.model.loop.inputs.size()) - 1;
}

bool regtt::isBracedConstruction(const Expr *expr, llvm::StringRef text) {
  return text.starts_with("{") && !isa<InitListExpr>(plain(expr));
}

std::optional<unsigned> regtt::addInput(Builder &builder, const Expr *expr,
                                        QualType type, bool byAddress,
                                        llvm::StringRef name) {
  HostCode code(builder.context);
  code.add(expr);
  std::string text =
      isThereAhead(builder, expr) ? builder.sourceText(expr) : "";
  // Of `p->f()` Clang's object is `p->`, if that is a smart pointer's.
  if (const auto *arrow = dyn_cast<CXXOperatorCallExpr>(plain(expr));
      !text.empty() && arrow && arrow->getOperator() == OO_Arrow)
    text = "(" + builder.sourceText(arrow->getArg(0)) + ").operator->()";
  if (code.effect || text.empty() || isBracedConstruction(expr, text))
    return std::nullopt;
  QueryLoop &loop = builder.model.loop;
  const bool pointer = byAddress && expr->getType()->isPointerType();
  if (const auto *address = dyn_cast<UnaryOperator>(plain(expr));
      pointer && address && address->getOpcode() == UO_AddrOf)
    return addInput(builder, address->getSubExpr()->IgnoreParens(), type, true,
                    name);
  LoopInput input;
  input.type = byAddress ? QualType() : type.getUnqualifiedType();
  input.text = byAddress && !pointer ? "&(" + text + ")" : text;
  input.value = byAddress ? nullptr : namedVariable(uncopied(expr));
  for (unsigned i = 0; i < loop.operands.size(); ++i)
    if (const int known = loop.operands[i].input;
        known >= 0 && loop.inputs[known].text == input.text &&
        isSameExpr(builder.context, loop.operands[i].object, expr) &&
        builder.context.hasSameType(loop.operands[i].type,
                                    type.getUnqualifiedType()))
      return i;
  nameInput(loop, input, name);
  QueryOperand operand;
  operand.elementText = "regtt_inputs[0]." + input.name;
  operand.indirect = byAddress;
  operand.type = type.getUnqualifiedType();
  operand.text = pointer ? "*" + text : text;
  operand.name = name.str();
  operand.prefix = pointer ? text + "->" : text + ".";
  operand.input = loop.inputs.size();
  operand.object = expr;
  loop.inputs.push_back(input);
  builder.body.evaluated.push_back(expr);
  return addOperand(loop, std::move(operand));
}
