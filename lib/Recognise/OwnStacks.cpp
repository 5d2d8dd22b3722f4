// Which traversals have a stack of their own, and the functions that come of
// their loops.
#include "regtt/Recognise/OwnStacks.h"

#include "Iteration.h"
#include "LocalUses.h"
#include "LoopCalls.h"
#include "Recogniser.h"
#include "Spelling.h"
#include "StackObjects.h"
#include "StackWays.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

using Variables = llvm::SmallPtrSet<const ir::Variable *, 16>;

//===--- What a body names ------------------------------------------------===//

/// The variables that `body` names, in the order of their naming.
static llvm::SetVector<const ir::Variable *>
namedIn(const ir::Statement *body) {
  llvm::SetVector<const ir::Variable *> result;
  const auto add = [&](const ir::Place *place) {
    if (place && place->variable())
      result.insert(place->variable());
  };
  ir::walk(body, [&](const ir::Statement *s) {
    ir::forEachPlace(s, add);
    ir::forEachOperand(s, [&](const ir::Expr *e) {
      ir::walk(e, [&](const ir::Expr *each) {
        if (const auto *value = dyn_cast<ir::ValueExpr>(each))
          result.insert(value->variable);
        if (const auto *asked = dyn_cast<ir::ContainerReadExpr>(each))
          add(asked->container);
        add(ir::placeOf(each));
      });
    });
  });
  return result;
}

static Variables declaredIn(const ir::Statement *body) {
  Variables result;
  ir::walk(body, [&](const ir::Statement *s) {
    if (const ir::Variable *variable = ir::declaredBy(s))
      result.insert(variable);
  });
  return result;
}

/// Whether something else may lead to `variable`, or to a part of it.
static bool isAddressedIn(const ir::Statement *body,
                          const ir::Variable *variable) {
  bool result = false;
  ir::walkExprs(body, [&](const ir::Expr *e) {
    const auto *address = dyn_cast<ir::AddressExpr>(e);
    result |= address && address->place->variable() == variable &&
              !address->place->isIndirect();
  });
  return result;
}

static bool isStored(const ir::Statement *body, const ir::Variable *variable) {
  bool result = false;
  ir::walk(body, [&](const ir::Statement *s) {
    ir::forEachPlace(s, [&](const ir::Place *place) {
      result |= place->variable() == variable && !place->isIndirect();
    });
  });
  return result;
}

//===--- The function -----------------------------------------------------===//

namespace {

/// Makes a function of the body that `ways` has found, and hands it what stands
/// around.
class StackFunction {
public:
  StackFunction(ir::Module &module, ir::Function &holder, StackWays &ways)
      : module(module), holder(holder), ways(ways) {}

  /// Null, or why there is none.
  const char *run(std::vector<ir::Statement *> &around, const OwnStack &stack) {
    leaveOutUnused(around);
    const Variables own = declaredIn(ways.visit),
                    inLoop = declaredIn(ways.loop);
    for (const ir::Variable *variable : namedIn(module.block(around)))
      if (stack.isNamedBy(variable))
        return otherUse;
      else if (ways.isSplit(variable))
        return splitUse;
      else if (own.contains(variable) || inLoop.contains(variable))
        return "what an iteration declares is looked at behind the loop";
    for (const ir::Variable *variable : namedIn(ways.visit)) {
      if (own.contains(variable) || llvm::is_contained(ways.params, variable))
        continue;
      if (stack.isNamedBy(variable) || inLoop.contains(variable))
        return otherUse;
      if (ways.isSplit(variable))
        return splitUse;
      if (variable->isVolatile)
        return "its loop looks at something volatile";
      captured.push_back(variable);
    }
    make(around);
    return nullptr;
  }

private:
  static constexpr const char *splitUse =
      "a struct that is pushed or taken is used as a whole elsewhere";
  static constexpr const char *otherUse =
      "it is used for more than pushing elements, taking the last one and "
      "asking whether there is one";

  /// Declarations of what the function has for itself now.
  void leaveOutUnused(std::vector<ir::Statement *> &around) {
    const auto named = namedIn(module.block(around));
    const auto inside = namedIn(ways.visit);
    llvm::erase_if(around, [&](const ir::Statement *s) {
      const auto *var = dyn_cast<ir::VarStatement>(s);
      return var && !var->init && !named.contains(var->variable) &&
             !inside.contains(var->variable);
    });
  }

  /// Whether the value is the same as long as the loop runs.
  bool isFixed(const ir::Variable *variable,
               const std::vector<ir::Statement *> &around) const {
    if (variable->isFixed())
      return true;
    const ir::Type *type = variable->type;
    const bool isValue = type->isInt() || type->isFloat() || type->isBool() ||
                         type->isEnum() || type->isPointer();
    return isValue && !isStored(ways.visit, variable) &&
           !isAddressedIn(ways.visit, variable) &&
           !isAddressedIn(module.block(around), variable) &&
           !isAddressedIn(holder.body, variable);
  }

  void make(const std::vector<ir::Statement *> &around) {
    std::vector<const ir::Type *> types;
    std::vector<bool> byValue;
    for (const ir::Variable *variable : captured) {
      byValue.push_back(isFixed(variable, around));
      types.push_back(byValue.back() ? variable->type
                                     : module.referenceTo(variable->type));
    }
    std::vector<ir::Variable *> handed;
    for (size_t k = 0; k < ways.params.size(); ++k)
      if (ways.handsPart(k)) {
        handed.push_back(ways.params[k]);
        types.push_back(ways.params[k]->type);
      }
    ir::Function *made = module.createFunction(
        module.freeName(holder.name + "::" + stemOf(holder)),
        module.functionType(module.voidType(), types), holder.loc);
    made->isTraversal = true;
    made->linkage = holder.linkage;
    made->clauses = std::exchange(holder.clauses, {});
    holder.isTraversal = false;
    ir::Mapper copy(module);
    std::vector<const ir::Expr *> inside, outside;
    for (size_t k = 0; k < captured.size(); ++k) {
      const ir::Variable *variable = captured[k];
      ir::Variable *param =
          module.parameter(made, variable->name, variable->loc);
      const ir::Place *place = module.place(param);
      inside.push_back(module.load(place));
      outside.push_back(byValue[k]
                            ? module.load(module.place(variable))
                            : module.referenceTo(module.place(variable)));
      if (byValue[k])
        copy.variables[variable] = param;
      else
        behind[variable] = module.deref(place);
    }
    for (ir::Variable *part : handed)
      copy.variables[part] = module.parameter(made, part->name, part->loc);
    copy.onPlace = [&](const ir::Place *begins) -> const ir::Place * {
      const ir::Variable *whole = begins->wholeVariable();
      return whole ? behind.lookup(whole) : nullptr;
    };
    finish(ways.inner, made, inside);
    finish(ways.outer, made, outside);
    // The arguments that are the function's own parameters are so already.
    made->body = copy.block(ways.visit);
    for (ir::Clause &clause : made->clauses) {
      clause.place = clause.place ? copy.place(clause.place) : nullptr;
      clause.value = clause.value ? copy.expr(clause.value) : nullptr;
    }
    holder.body = module.block(around, holder.body->loc);
  }

  static void finish(llvm::ArrayRef<ir::CallStatement *> calls,
                     const ir::Function *callee,
                     llvm::ArrayRef<const ir::Expr *> handed) {
    for (ir::CallStatement *call : calls) {
      call->callee = callee;
      call->arguments.insert(call->arguments.begin(), handed.begin(),
                             handed.end());
    }
  }

  ir::Module &module;
  ir::Function &holder;
  StackWays &ways;
  std::vector<const ir::Variable *> captured;
  llvm::DenseMap<const ir::Variable *, const ir::Place *> behind;
};

} // namespace

//===--- Which loops ------------------------------------------------------===//

/// The loops that stand in no other one.
static void outermostLoops(const ir::Statement *s,
                           std::vector<const ir::LoopStatement *> &out) {
  if (const auto *loop = dyn_cast<ir::LoopStatement>(s)) {
    out.push_back(loop);
    return;
  }
  if (!isa<ir::RangeLoopStatement>(s))
    ir::forEachChild(
        s, [&](const ir::Statement *child) { outermostLoops(child, out); });
}

/// Whether the loop takes elements of the stack and pushes others.
static bool takes(const ir::LoopStatement *loop, const OwnStack &stack) {
  const ir::Variable *changed = stack.isContainer() ? stack.storage : stack.top;
  bool pops = false, pushes = false, isOwn = false;
  StackState heights;
  ir::walk(static_cast<const ir::Statement *>(loop),
           [&](const ir::Statement *s) {
             isOwn |= ir::declaredBy(s) == stack.storage;
             if (const auto *let = dyn_cast<ir::LetStatement>(s))
               if (const auto height = stack.heightOf(let->value, heights))
                 heights.held[let->variable] = *height;
             const auto *change = dyn_cast<ir::ContainerChangeStatement>(s);
             pops |= change && change->op == ir::ChangeOp::Pop &&
                     change->container->wholeVariable() == changed;
             const auto *store = dyn_cast<ir::StoreStatement>(s);
             if (!store || store->place->wholeVariable() != changed)
               return;
             const auto height = stack.heightOf(store->value, heights);
             pops |= height && height->value < 0;
             pushes |= height && height->value > 0;
           });
  return pops && (pushes || stack.isContainer()) && !isOwn;
}

static bool callsItself(const ir::Function &function) {
  llvm::SmallPtrSet<const ir::Function *, 8> seen;
  std::vector<const ir::Function *> todo = {&function};
  bool result = false;
  while (!todo.empty()) {
    const ir::Function *each = todo.back();
    todo.pop_back();
    if (!each->body || !seen.insert(each).second)
      continue;
    const auto called = [&](const ir::Function *callee) {
      result |= callee == &function;
      todo.push_back(callee);
    };
    ir::walk(static_cast<const ir::Statement *>(each->body),
             [&](const ir::Statement *s) {
               if (const auto *call = dyn_cast<ir::CallStatement>(s))
                 called(call->callee);
             });
    ir::walkExprs(each->body, [&](const ir::Expr *e) {
      if (const auto *call = dyn_cast<ir::CallExpr>(e))
        called(call->callee);
    });
  }
  return result;
}

/// Why no stack of the function's is followed; nothing where one was, and an
/// empty message where it has none.
static std::optional<Message> recoverOne(ir::Module &module,
                                         ir::Function &function) {
  std::vector<const ir::LoopStatement *> loops;
  outermostLoops(function.body, loops);
  std::optional<Message> first;
  for (OwnStack stack : ownStacks(function.body))
    for (const ir::LoopStatement *loop : loops) {
      if (!takes(loop, stack))
        continue;
      for (int64_t bottom : {0, -1, 1}) {
        if (stack.isContainer() && bottom != 0)
          continue;
        stack.bottom = bottom;
        StackWays ways(module, function, stack);
        ways.loop = loop;
        std::vector<ir::Statement *> around;
        const bool isFollowed = ways.around(function.body->statements, around);
        const char *why = nullptr;
        if (isFollowed &&
            !(why = StackFunction(module, function, ways).run(around, stack)))
          return std::nullopt;
        if (!first)
          first = Message{Diag::RTT2063,
                          why || !ways.whyAt ? loop->loc : ways.whyAt,
                          {stack.storage->name, why ? why : ways.why},
                          {{stack.storage->loc, "declared here"}}};
      }
    }
  return first ? first : Message{};
}

static void recover(ir::Module &module, ir::Function &function,
                    llvm::function_ref<void(Message)> refuse) {
  std::optional<Message> why = recoverOne(module, function);
  if (!why)
    return;
  if (ir::BlockStatement *other = withoutStackObjects(module, function)) {
    ir::BlockStatement *written = std::exchange(function.body, other);
    std::optional<Message> second = recoverOne(module, function);
    if (!second)
      return;
    function.body = written;
    if (!why->loc)
      why = second;
  }
  if (why->loc)
    refuse(std::move(*why));
}

/// Of a loop that has the stack in its own body the host file would have to
/// repeat that without its declarations.
static void refuseInLoop(const ir::BlockStatement *body,
                         llvm::function_ref<void(Message)> refuse) {
  std::vector<const ir::LoopStatement *> loops;
  outermostLoops(body, loops);
  for (const OwnStack &stack : ownStacks(body))
    for (const ir::LoopStatement *loop : loops)
      if (takes(loop, stack)) {
        refuse({Diag::RTT1133,
                loop->loc,
                {stack.storage->name},
                {{stack.storage->loc, "declared here"}}});
        return;
      }
}

/// Where all that is left of the function is a call of what came of its loop,
/// its callers make that.
static void callDirectly(ir::Module &module, const ir::Function &function) {
  const auto &body = function.body->statements;
  const auto *call =
      body.size() == 1 ? dyn_cast<ir::CallStatement>(body[0]) : nullptr;
  if (!call || call->result)
    return;
  const auto isHandedOn = [&](const ir::Expr *e) {
    return isa<ir::IntExpr, ir::FloatExpr, ir::BoolExpr>(e) ||
           llvm::is_contained(function.params, heldIn(e));
  };
  if (!llvm::all_of(call->arguments, isHandedOn))
    return;
  for (ir::Function *caller : module.functions())
    if (caller->body && caller != &function)
      ir::walk(caller->body, [&](ir::Statement *s) {
        auto *of = dyn_cast<ir::CallStatement>(s);
        if (!of || of->callee != &function)
          return;
        ir::Mapper handed(module);
        handed.onExpr = [&](const ir::Expr *e) -> const ir::Expr * {
          const ir::Variable *variable = heldIn(e);
          for (size_t k = 0; k < function.params.size(); ++k)
            if (variable == function.params[k])
              return of->arguments[k];
          return nullptr;
        };
        std::vector<const ir::Expr *> arguments;
        for (const ir::Expr *e : call->arguments)
          arguments.push_back(handed.expr(e));
        of->callee = call->callee;
        of->arguments = std::move(arguments);
      });
}

void recognise::recoverRecursion(ir::Module &module, const ir::Statement *loop,
                                 llvm::function_ref<void(Message)> refuse) {
  const std::vector<ir::Function *> all(module.functions().begin(),
                                        module.functions().end());
  for (ir::Function *function : all)
    if (function->isTraversal && function->body && !callsItself(*function)) {
      recover(module, *function, refuse);
      if (!function->isTraversal)
        callDirectly(module, *function);
    }
  if (loop && !leadsToTraversal(loop))
    refuseInLoop(bodyOf(loop), refuse);
}
