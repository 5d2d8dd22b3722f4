// Bodies of functions that are merged, while they are copied: which variables
// their own become, and what stands for calls among them.
#include "LocalUses.h"
#include "Merger.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

/// `name` for a variable of `of`, or that with a number where the name means
/// something else around the copy.
std::string Merger::freeName(const std::string &name, unsigned copy,
                             const ir::Function *of) {
  const auto isFree = [&](const std::string &candidate) {
    for (const auto &[used, by] : names)
      if (used == candidate && (by != copy || joinsScopes))
        return false;
    return llvm::all_of(group.functions, [&](const ir::Function *function) {
      return (function == of && candidate == name) ||
             !llvm::is_contained(active, function) ||
             !own[function].count(candidate);
    });
  };
  std::string result = name;
  for (int suffix = 2; !isFree(result); ++suffix)
    result = name + std::to_string(suffix);
  names.push_back({result, copy});
  return result;
}

ir::Variable *Merger::variable(const ir::Variable *like,
                               const std::string &name) {
  ir::Variable *result =
      module.variable(like->kind, name, like->type, like->loc);
  result->isConst = like->isConst;
  result->isVolatile = like->isVolatile;
  return result;
}

/// Null: under its own name, as the lowering's temporaries are.
const ir::Variable *Merger::declare(BodyCopy &copy, const ir::Variable *like) {
  if (copy.number == 0 || isTemporary(like))
    return nullptr;
  return variable(like, freeName(like->name, copy.number, copy.function));
}

void Merger::findLast(BodyCopy &copy, const ir::BlockStatement *block,
                      bool isLast) {
  if (!block)
    return;
  const auto &all = block->statements;
  for (size_t k = 0; k < all.size(); ++k) {
    const auto *next = k + 1 < all.size()
                           ? dyn_cast<ir::ReturnStatement>(all[k + 1])
                           : nullptr;
    bool last = (isLast && k + 1 == all.size()) || (next && !next->value);
    if (const auto *call = dyn_cast<ir::CallStatement>(all[k])) {
      const auto *value =
          next ? llvm::dyn_cast_or_null<ir::ValueExpr>(next->value) : nullptr;
      if (value && call->result == value->variable &&
          group.holds(call->callee) &&
          call->callee->type->result == entered->type->result &&
          isInlined(copy.function, copy.nodes, *call)) {
        copy.returned.insert(next);
        last = true;
      } else {
        last &= !call->result;
      }
    }
    if (last)
      copy.last.insert(all[k]);
    if (const auto *inner = dyn_cast<ir::BlockStatement>(all[k])) {
      findLast(copy, inner, last && inner->label.empty());
    } else if (const auto *branch = dyn_cast<ir::IfStatement>(all[k])) {
      findLast(copy, branch->then, last);
      findLast(copy, branch->otherwise, last);
    } else {
      ir::forEachChild(all[k], [&](const ir::Statement *child) {
        findLast(copy, dyn_cast<ir::BlockStatement>(child), false);
      });
    }
  }
}

void Merger::prepare(BodyCopy &copy, bool keepsReturns) {
  findLast(copy, copy.function->body, keepsReturns);
  copy.mapper.onDeclare = [this, &copy](const ir::Variable *variable) {
    return declare(copy, variable);
  };
  copy.mapper.onStatement = [this, &copy](const ir::Statement *s) {
    return statement(copy, s);
  };
}

std::optional<Copied> Merger::statement(BodyCopy &copy,
                                        const ir::Statement *s) {
  if (copy.returned.count(s))
    return Copied();
  const auto *call = dyn_cast<ir::CallStatement>(s);
  if (!call || !group.holds(call->callee))
    return std::nullopt;
  if (isInlined(copy.function, copy.nodes, *call))
    return inlined(copy, *call);
  return Copied{enter(copy, *call)};
}

/// The call of the merged function that stands for `call`.
ir::Statement *Merger::enter(BodyCopy &copy, const ir::CallStatement &call) {
  const auto target = llvm::find(targets, call.callee) - targets.begin();
  std::vector<const ir::Expr *> arguments;
  for (const ir::Variable *param : made->params) {
    if (param == which) {
      arguments.push_back(module.integer(param->type, target, call.loc));
      continue;
    }
    const auto meaning =
        static_cast<unsigned>(llvm::find(params, param) - params.begin());
    const int number = group.parameter(call.callee, meaning);
    arguments.push_back(
        number < 0
            ? module.load(module.place(param), call.loc)
            : copy.mapper.expr(call.arguments[static_cast<size_t>(number)]));
  }
  const ir::Variable *result = nullptr;
  if (call.result) {
    result = declare(copy, call.result);
    result = result ? result : variable(call.result, call.result->name);
    copy.mapper.variables[call.result] = result;
  }
  return module.callStatement(made, arguments, result, call.loc);
}

/// The body of what `call` calls.
Copied Merger::inlined(BodyCopy &copy, const ir::CallStatement &call) {
  const ir::Function *callee = call.callee;
  const bool keepsReturns =
      copy.last.count(&call) && callee->type->result == entered->type->result;
  Copied out;
  Inlining inlining(module, *callee);
  BodyCopy inner(callee, inlining.copy, numCopies++);
  inner.nodes = nodesOf(copy.function, copy.nodes, call);
  if (call.result && !keepsReturns) {
    ir::Variable *result = module.variable(
        ir::Variable::Local,
        freeName(stemOf(*callee) + "Result", numCopies, nullptr),
        call.result->type, call.loc);
    out.push_back(module.var(result, nullptr, call.loc));
    inlining.result = result;
  }
  const size_t namesAround = names.size();
  inlining.nameOf = [&](const ir::Variable *param) {
    return freeName(param->name, inner.number, callee);
  };
  inlining.keepsReturns = keepsReturns;
  std::vector<Handed> arguments;
  for (const ir::Expr *argument : call.arguments)
    arguments.push_back(
        {copy.mapper.expr(argument), staysTheSame(argument, *copy.function)});
  prepare(inner, keepsReturns);
  const bool joinedAround = joinsScopes;
  joinsScopes |= !keepsReturns;
  active.push_back(callee);
  out.push_back(inlining.run(arguments, call.loc));
  inlinedBodies.insert(out.back());
  active.pop_back();
  names.resize(namesAround);
  joinsScopes = joinedAround;
  if (inlining.result) {
    // The lowering's temporary is the variable itself.
    if (isTemporary(call.result)) {
      copy.mapper.variables[call.result] = inlining.result;
    } else {
      const ir::Variable *kept = declare(copy, call.result);
      kept = kept ? kept : variable(call.result, call.result->name);
      copy.mapper.variables[call.result] = kept;
      out.push_back(module.let(kept, module.load(module.place(inlining.result)),
                               call.loc));
    }
  }
  return out;
}
