// Declarations in an iteration: of the stack, of what keeps its height, and of
// structs that are an element.
#include "Inline.h"
#include "StackWays.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

/// A variable that keeps its one value is as good as a let.
std::optional<bool> StackWays::fixed(const ir::Variable *variable,
                                     const ir::Expr *value, ir::Location loc,
                                     StackPath &path, List &out) {
  const ir::Type *type = variable->type;
  const bool isOnce =
      ownCopies.count(variable) || !isReassigned(holder.body, variable);
  if (!inVisit || type->isReference() || variable->isVolatile || !isOnce ||
      isLent(variable) ||
      !(type->isInt() || type->isFloat() || type->isBool() ||
        type->isPointer()))
    return std::nullopt;
  const ir::Expr *now = expr(value, path);
  // Another name for a part of the element, or for its number in a wider type.
  const ir::Expr *part = now;
  if (const auto *cast = dyn_cast<ir::CastExpr>(now);
      cast && cast->op == ir::CastOp::IntToInt)
    part = cast->operand;
  if (const auto *load = dyn_cast<ir::LoadExpr>(part);
      load && llvm::is_contained(paramParts, load->place->wholeVariable())) {
    if (part == now)
      copy.variables[variable] = load->place->wholeVariable();
    else
      sameAs[variable] = now;
    return true;
  }
  ir::Variable *made =
      module.variable(ir::Variable::Let, variable->name, type, variable->loc);
  out.push_back(module.let(made, now, loc));
  copy.variables[variable] = made;
  lets[made] = now;
  note(made, now);
  return true;
}

/// A struct that is made to be pushed is its parts.
std::optional<bool> StackWays::madeElement(const ir::Variable *variable,
                                           const ir::Expr *value,
                                           ir::Location loc, StackPath &path,
                                           List &out) {
  if (variable->type != stack.element || stack.parts[0].steps.empty() ||
      variable->isVolatile || variable->type->isReference() ||
      (!inVisit && isNamedInLoop(variable)))
    return std::nullopt;
  std::optional<std::vector<const ir::Expr *>> values;
  if (value && !(values = stack.partsOf(module, value)))
    return std::nullopt;
  const bool isKept = values && !isReassigned(holder.body, variable);
  std::vector<const ir::Variable *> own;
  for (size_t k = 0; k < stack.parts.size(); ++k) {
    const ElementPart &part = stack.parts[k];
    const ir::Variable *made =
        module.variable(isKept ? ir::Variable::Let : ir::Variable::Local,
                        part.name, part.type, variable->loc);
    const ir::Expr *starts = values ? expr((*values)[k], path) : nullptr;
    if (isKept) {
      out.push_back(module.let(made, starts, loc));
      lets[made] = starts;
      note(made, starts);
    } else {
      out.push_back(module.var(made, starts, loc));
      if (starts && isDerived(starts))
        derived.insert(made);
    }
    own.push_back(made);
  }
  split[variable] = std::move(own);
  return true;
}

/// Whether a function is handed the stack, or what is made to be pushed: a
/// constructor, `pushChildren(todo, n)`. Its body says what it does.
bool StackWays::isHandedStack(const ir::Statement *s) const {
  const auto *call = dyn_cast<ir::CallStatement>(s);
  return call && call->callee->body &&
         !llvm::is_contained(inlined, call->callee) &&
         llvm::any_of(call->arguments, [&](const ir::Expr *e) {
           const auto *of = dyn_cast<ir::AddressExpr>(e);
           const ir::Variable *variable =
               of && !of->place->isIndirect() ? of->place->variable() : nullptr;
           return stack.isNamedBy(variable) ||
                  (variable && of->place->steps.empty() &&
                   split.count(variable));
         });
}

/// A declaration of the stack, of what keeps its height, or of a struct that
/// begins as an element.
std::optional<bool> StackWays::declaration(const ir::Variable *variable,
                                           const ir::Expr *value,
                                           ir::Location loc, StackPath &path,
                                           List &out) {
  if (variable == stack.storage) {
    const auto *made = value ? dyn_cast<ir::LibraryCallExpr>(value) : nullptr;
    if (made && !made->arguments.empty())
      return fail(loc, "it does not begin empty; push what it begins with");
    const auto *elements = value ? dyn_cast<ir::AggregateExpr>(value) : nullptr;
    if (elements)
      for (size_t k = 0; k < elements->elements.size(); ++k)
        if (auto parts = stack.partsOf(module, elements->elements[k]))
          for (size_t p = 0; p < parts->size(); ++p) {
            auto &element = path.stored[static_cast<int64_t>(k) - stack.shift];
            element.push_back(
                kept(expr((*parts)[p], path), stack.parts[p].name, out));
          }
    return true;
  }
  if (variable == stack.top) {
    const auto constant =
        value ? stack.topNumber(value) : std::optional(stack.bottom);
    if (!constant || inVisit)
      return fail(loc, "how many elements it has here is not known");
    path.heights.now = path.start = {true, *constant};
    path.start.value = path.lowest = stack.bottom;
    return true;
  }
  if (!value)
    return madeElement(variable, value, loc, path, out);
  if (variable->kind == ir::Variable::Let)
    if (const auto height = stack.heightOf(value, path.heights)) {
      path.heights.held[variable] = *height;
      return true;
    }
  const auto *load = dyn_cast<ir::LoadExpr>(value);
  const auto at =
      load ? stack.elementAt(load->place, path.heights) : std::nullopt;
  if (!at || at->second != load->place->steps.size() ||
      stack.parts[0].steps.empty()) {
    const auto made = madeElement(variable, value, loc, path, out);
    return made ? made : fixed(variable, value, loc, path, out);
  }
  if (!isPopped(at->first, path) || !carried.empty())
    return fail(loc, "it is not the last element that is looked at here");
  std::vector<const ir::Variable *> own = paramParts;
  if (isReassigned(holder.body, variable))
    for (size_t k = 0; k < own.size(); ++k) {
      const ir::Variable *made = module.variable(
          ir::Variable::Local, stack.parts[k].name, stack.parts[k].type, loc);
      out.push_back(module.var(made, module.load(module.place(own[k])), loc));
      derived.insert(made);
      own[k] = made;
    }
  split[variable] = std::move(own);
  return true;
}
