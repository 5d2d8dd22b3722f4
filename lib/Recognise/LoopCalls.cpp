// Calls in a loop's body become the bodies of what leads to a traversal.
#include "LoopCalls.h"

#include "Inline.h"
#include "Iteration.h"
#include "LocalUses.h"
#include "NestedLoops.h"
#include "Recogniser.h"
#include "Spelling.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

static bool leads(const ir::Function *function,
                  llvm::SmallPtrSetImpl<const ir::Function *> &seen);

static bool leads(const ir::Statement *s,
                  llvm::SmallPtrSetImpl<const ir::Function *> &seen) {
  bool result = false;
  ir::walk(s, [&](const ir::Statement *each) {
    const auto *call = dyn_cast<ir::CallStatement>(each);
    result = result || (call && leads(call->callee, seen));
  });
  return result;
}

static bool leads(const ir::Function *function,
                  llvm::SmallPtrSetImpl<const ir::Function *> &seen) {
  if (function->isTraversal || !function->body || !seen.insert(function).second)
    return function->isTraversal;
  return leads(function->body, seen);
}

bool recognise::leadsToTraversal(const ir::Function *function) {
  llvm::SmallPtrSet<const ir::Function *, 8> seen;
  return leads(function, seen);
}

bool recognise::leadsToTraversal(const ir::Statement *s) {
  llvm::SmallPtrSet<const ir::Function *, 8> seen;
  return leads(s, seen);
}

/// `call` of a function that does nothing but make one call of its own and
/// answer what that answers, as that call; null: the function does more.
///
///     let %d = call @find(load %q)     fn @find(%q) {
///  -> let %d = call @search(..., %q)     let %t = call @search(..., %q)
///                                        return %t
///                                      }
static ir::Statement *handedOn(ir::Module &module,
                               const ir::CallStatement &call, bool isInLoop) {
  const ir::Function &callee = *call.callee;
  const auto &all = callee.body->statements;
  const auto *inner =
      all.empty() ? nullptr : dyn_cast<ir::CallStatement>(all[0]);
  if (!inner || all.size() > 2)
    return nullptr;
  const auto *answer =
      all.size() == 2 ? dyn_cast<ir::ReturnStatement>(all[1]) : nullptr;
  const auto *value =
      answer ? llvm::dyn_cast_or_null<ir::ValueExpr>(answer->value) : nullptr;
  const bool answersIt = value && value->variable == inner->result;
  if ((all.size() == 2 && !answersIt) || (call.result && !answersIt))
    return nullptr;
  // Nothing stands between what the two calls are handed.
  ir::Mapper copy(module);
  const auto handed = [&](const ir::Variable *variable) {
    const auto param = llvm::find(callee.params, variable);
    return param == callee.params.end()
               ? nullptr
               : call.arguments[size_t(param - callee.params.begin())];
  };
  copy.onExpr = [&](const ir::Expr *e) -> const ir::Expr * {
    const auto *named = dyn_cast<ir::ValueExpr>(e);
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    const ir::Variable *whole = named  ? named->variable
                                : load ? load->place->wholeVariable()
                                       : nullptr;
    return whole ? handed(whole) : nullptr;
  };
  copy.onPlace = [&](const ir::Place *place) -> const ir::Place * {
    const auto *deref = place->steps.size() == 1
                            ? std::get_if<ir::DerefStep>(&place->steps[0])
                            : nullptr;
    const ir::Expr *to = deref ? handed(place->variable()) : nullptr;
    return to ? module.pointee(to, copy.expr(deref->offset)) : nullptr;
  };
  std::vector<const ir::Expr *> arguments;
  bool isWhole = true; // no parameter is an object by itself
  for (const ir::Expr *argument : inner->arguments) {
    arguments.push_back(copy.expr(argument));
    ir::walk(arguments.back(), [&](const ir::Expr *e) {
      const ir::Place *place = ir::placeOf(e);
      isWhole &= !(place && place->variable() && handed(place->variable()));
    });
  }
  return isWhole ? module.callStatement(inner->callee, arguments, call.result,
                                        isInLoop ? call.loc : inner->loc)
                 : nullptr;
}

/// Whether it stores to what the parameter leads to, or hands it on.
static bool mayChangeWhere(const ir::Function &function,
                           const ir::Variable *param) {
  bool result = false;
  const auto isOf = [&](const ir::Place *place) {
    result |= place->variable() == param && place->isIndirect();
  };
  ir::walk(static_cast<const ir::Statement *>(function.body),
           [&](const ir::Statement *s) {
             ir::forEachPlace(s, isOf);
             if (const auto *call = dyn_cast<ir::CallStatement>(s))
               for (const ir::Expr *argument : call->arguments)
                 ir::walk(argument, [&](const ir::Expr *e) {
                   const auto *value = dyn_cast<ir::ValueExpr>(e);
                   const ir::Place *place = ir::placeOf(e);
                   result |= (value && value->variable == param) ||
                             (place && place->variable() == param);
                 });
           });
  return result;
}

/// Whether the call changes a struct that it has by its address, and that is no
/// variable of the caller's: `bodies[j].force += f`. What is changed of it are
/// numbers then, each by itself.
static bool changesStruct(const ir::CallStatement &call) {
  const ir::Function &callee = *call.callee;
  for (size_t k = 0; callee.body && k < call.arguments.size(); ++k) {
    const ir::Expr *argument = call.arguments[k];
    const ir::Type *to = ir::pointeeOf(argument->type);
    if (!llvm::isa_and_nonnull<ir::StructType>(to))
      continue;
    const auto *address = dyn_cast<ir::AddressExpr>(argument);
    const bool isOfCaller =
        address &&
        llvm::all_of(address->place->steps, [](const ir::Step &step) {
          return std::holds_alternative<ir::FieldStep>(step);
        });
    if (!isOfCaller && mayChangeWhere(callee, callee.params[k]))
      return true;
  }
  return false;
}

namespace {

class LoopCalls {
public:
  LoopCalls(ir::Module &module, const ir::Function &host, InlinedCalls &out,
            bool takesStructs, llvm::function_ref<void(Message)> refuse)
      : module(module), host(host), out(out), takesStructs(takesStructs),
        refuse(refuse) {}

  /// `around`: where the loop's body makes the call that the block stands for;
  /// none of the body itself.
  void expand(ir::BlockStatement *block, ir::Location around) {
    auto &list = block->statements;
    for (size_t k = 0; k < list.size(); ++k) {
      auto *call = dyn_cast<ir::CallStatement>(list[k]);
      if (call && call->callee->isTraversal && around)
        out.texts[call] = around;
      const bool isActive = call && llvm::is_contained(active, call->callee);
      if (!call || call->callee->isTraversal ||
          !(leadsToTraversal(call->callee) ||
            (takesStructs && changesStruct(*call) && !isActive))) {
        through.clear();
        expandIn(list[k], around);
        continue;
      }
      if (isActive) {
        refuse({Diag::RTT1131,
                call->loc,
                {spelled(*call->callee)},
                {{call->callee->loc, "declared here"}}});
        return;
      }
      if (ir::Statement *direct = handedOn(module, *call, !around);
          direct && through.insert(call->callee).second) {
        if (!around)
          handsOver(*call, direct);
        list[k--] = direct; // which is looked at next
        continue;
      }
      through.clear();
      if (!around)
        handsOver(*call, call);
      if (takesStructs)
        call = withoutUnused(call, *block);
      auto [made, body] =
          inlinedCall(module, *call, host, stemOf(*call->callee));
      body->label = stemOf(*call->callee);
      const auto at = list.erase(list.begin() + std::ptrdiff_t(k));
      list.insert(at, made.begin(), made.end());
      if (!around)
        out.statements.insert(made.begin(), made.end());
      // What it holds is looked at where it stands: all that may change what
      // its calls are handed is around it then.
      active.push_back(call->callee);
      expand(body, around ? around : call->loc);
      active.pop_back();
      k += made.size() - 1;
    }
  }

private:
  /// The call, without a result that nobody names: `return *this += o`, where
  /// what is returned is not used.
  ir::CallStatement *withoutUnused(ir::CallStatement *call,
                                   const ir::BlockStatement &block) {
    const bool isUsed =
        call->result &&
        llvm::any_of(block.statements, [&](const ir::Statement *s) {
          return s != call && namesVariable(s, call->result);
        });
    return isUsed ? call
                  : module.callStatement(call->callee, call->arguments, nullptr,
                                         call->loc);
  }

  /// The loop's own text makes `call`, which `made` stands for.
  void handsOver(const ir::CallStatement &call, const ir::Statement *made) {
    if (!out.statements.count(&call))
      out.arguments.insert(out.arguments.end(), call.arguments.begin(),
                           call.arguments.end());
    out.statements.insert(made);
  }

  void expandIn(ir::Statement *s, ir::Location around) {
    if (auto *inner = dyn_cast<ir::BlockStatement>(s))
      return expand(inner, around);
    ir::forEachChild(s, [&](ir::Statement *child) { expandIn(child, around); });
  }

  ir::Module &module;
  const ir::Function &host;
  InlinedCalls &out;
  const bool takesStructs; ///< also of what changes a struct elsewhere
  llvm::function_ref<void(Message)> refuse;
  std::vector<const ir::Function *> active;
  /// That only hand the call on which is looked at.
  llvm::SmallPtrSet<const ir::Function *, 4> through;
};

} // namespace

InlinedCalls
recognise::inlineLoopCalls(ir::Module &module, const ir::Function &host,
                           const ir::Statement *loop,
                           llvm::function_ref<void(Message)> refuse) {
  InlinedCalls result;
  LoopCalls(module, host, result, isNested(bodyOf(loop)), refuse)
      .expand(const_cast<ir::BlockStatement *>(bodyOf(loop)), {});
  return result;
}
