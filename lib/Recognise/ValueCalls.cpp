// Calls of functions that only compute where elements of arrays lie become what
// they return:
//
//     fn @Graph::near(%this: ref @Graph, %v: i32) -> @Range {
//       let %e: i32 = load %this->row[load %v]
//       return aggregate<@Range>(ptradd(load %this->col, %e), ...)
//     }
//
//     store %r = @Graph::near(refof %g, load %u)
//  -> store %r = aggregate<@Range>(ptradd(load %g.col, ...), ...)
//
// Functions of which one way leads through all statements, which set nothing
// but their own variables: what these are is put where they are looked at.
// Nothing has an effect meanwhile, so that it may be evaluated wherever it
// stands.
#include "ValueCalls.h"
#include "LocalUses.h"
#include "ValueEvaluation.h"
#include "ValueParts.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

namespace {

class ValueCalls {
public:
  ValueCalls(ir::Module &module, ir::BlockStatement *&body)
      : module(module), body(body) {}

  void run() {
    ir::walk(static_cast<const ir::Statement *>(body),
             [&](const ir::Statement *s) { own.insert(ir::declaredBy(s)); });
    ir::Mapper copy(module);
    copy.onDeclare = [](const ir::Variable *declared) { return declared; };
    copy.onExpr = [&](const ir::Expr *e) -> const ir::Expr * {
      const auto *call = dyn_cast<ir::CallExpr>(e);
      if (!call || !concerns(call->callee, call->arguments))
        return nullptr;
      std::vector<const ir::Expr *> arguments;
      for (const ir::Expr *argument : call->arguments)
        arguments.push_back(copy.expr(argument));
      return evaluate(call->callee, arguments);
    };
    copy.onStatement = [&](const ir::Statement *s)
        -> std::optional<std::vector<ir::Statement *>> {
      if (const auto *known = dyn_cast<ir::LibraryCallStatement>(s))
        if (const ir::Expr *value = valueOf(module, *known))
          return std::vector<ir::Statement *>{
              module.let(known->result, copy.expr(value), s->loc)};
      const auto *call = dyn_cast<ir::CallStatement>(s);
      if (!call || !concerns(call->callee, call->arguments))
        return std::nullopt;
      std::vector<const ir::Expr *> arguments;
      for (const ir::Expr *argument : call->arguments)
        arguments.push_back(copy.expr(argument));
      if (!call->result)
        return constructed(*call, arguments);
      const ir::Expr *value = evaluate(call->callee, arguments);
      if (!value)
        return std::nullopt;
      return std::vector<ir::Statement *>{
          module.let(call->result, value, s->loc)};
    };
    body = copy.block(body);
  }

private:
  /// Whether it answers where elements lie, or is asked of a value of the body
  /// that says it.
  bool concerns(const ir::Function *callee,
                llvm::ArrayRef<const ir::Expr *> arguments) const {
    if (callee->isTraversal || callee->isVirtual || !callee->body)
      return false;
    const ir::Type *made = callee->type->result;
    if (made->isPointer() || valueParts(module, made))
      return true;
    return llvm::any_of(arguments, [&](const ir::Expr *e) {
      if (valueParts(module, e->type))
        return true;
      const ir::Type *to = ir::pointeeOf(e->type);
      if (!to || !valueParts(module, to))
        return false;
      const auto *address = dyn_cast<ir::AddressExpr>(e);
      const ir::Variable *variable =
          address ? address->place->variable() : heldIn(e);
      return variable && own.contains(variable);
    });
  }

  const ir::Expr *evaluate(const ir::Function *callee,
                           llvm::ArrayRef<const ir::Expr *> arguments) {
    if (callee->isTraversal || callee->isVirtual || !callee->body ||
        llvm::is_contained(active, callee))
      return nullptr;
    active.push_back(callee);
    const ir::Expr *result = returnedBy(module, *callee, arguments, onCall());
    active.pop_back();
    return result;
  }

  OnCall onCall() {
    return [this](const ir::Function *inner,
                  llvm::ArrayRef<const ir::Expr *> handed) {
      return concerns(inner, handed) ? evaluate(inner, handed) : nullptr;
    };
  }

  /// What a constructor of such a value does.
  std::optional<std::vector<ir::Statement *>>
  constructed(const ir::CallStatement &call,
              llvm::ArrayRef<const ir::Expr *> arguments) {
    const auto *address =
        arguments.empty() ? nullptr : dyn_cast<ir::AddressExpr>(arguments[0]);
    const ir::Variable *made =
        address ? address->place->wholeVariable() : nullptr;
    if (!made || !own.contains(made) || !valueParts(module, made->type))
      return std::nullopt;
    const std::vector<const ir::Expr *> values =
        partsSetBy(module, *call.callee, arguments, made, onCall());
    if (values.empty())
      return std::nullopt;
    std::vector<ir::Statement *> result;
    for (unsigned k = 0; k < values.size(); ++k)
      if (values[k])
        result.push_back(
            module.store(recognise::partOf(module, module.place(made), k),
                         values[k], call.loc));
    return result;
  }

  ir::Module &module;
  ir::BlockStatement *&body;
  llvm::SmallPtrSet<const ir::Variable *, 16> own; ///< that it declares
  std::vector<const ir::Function *> active;
};

} // namespace

void recognise::evaluateValueCalls(ir::Module &module,
                                   ir::BlockStatement *&body) {
  ValueCalls(module, body).run();
}
