// What an iteration reads of the element that it took, and which of what it
// computes can be computed later as well.
#include "Inline.h"
#include "StackWays.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

static constexpr const char *takenTooLate =
    "what an iteration takes for the next one is looked at before that";

/// Whether it is the element that lay on top when the iteration began.
bool StackWays::isPopped(const Height &number, const StackPath &path) const {
  return inVisit && !number.isConstant && !path.isMerged && !path.isHidden &&
         number.value - stack.shift == -1;
}

/// The variables that hold the parts of what `p` begins with: an element, or a
/// struct that began as one.
const std::vector<const ir::Variable *> *
StackWays::partsIn(const ir::Place *p) const {
  if (const ir::Variable *variable = p->variable()) {
    if (const auto known = split.find(variable); known != split.end())
      return &known->second;
    const auto goesOn = inVisit ? carried.find(variable) : carried.end();
    if (goesOn != carried.end() && goesOn->second < 0)
      return &active->current;
  }
  const auto at = stack.elementAt(p, active->heights);
  return at && carried.empty() && isPopped(at->first, *active) ? &paramParts
                                                               : nullptr;
}

const ir::Place *StackWays::placeFor(const ir::Place *begins) const {
  if (!active)
    return nullptr;
  const ir::Variable *variable = begins->variable();
  const auto goesOn =
      inVisit && variable ? carried.find(variable) : carried.end();
  if (goesOn != carried.end() && goesOn->second >= 0) {
    const ir::Variable *now =
        active->current[static_cast<size_t>(goesOn->second)];
    if (begins->steps.empty() && !now)
      fail(loop->loc, takenTooLate);
    return begins->steps.empty() && now ? module.place(now) : nullptr;
  }
  const auto *parts = partsIn(begins);
  if (!parts)
    return nullptr;
  size_t from = 0;
  if (const auto at = stack.elementAt(begins, active->heights))
    from = at->second;
  const int part = stack.partAt(begins->steps.drop_front(from));
  const ir::Variable *now =
      part < 0 ? nullptr : (*parts)[static_cast<size_t>(part)];
  if (part >= 0 && !now)
    fail(loop->loc, takenTooLate);
  return now ? module.place(now) : nullptr;
}

/// The value of an element as a whole.
const ir::Expr *StackWays::wholeFor(const ir::Expr *e) const {
  const ir::Place *read = nullptr;
  if (const auto *load = dyn_cast<ir::LoadExpr>(e))
    read = load->place;
  else if (const auto *value = dyn_cast<ir::ValueExpr>(e))
    read = module.place(value->variable);
  const ir::Variable *whole = read ? read->wholeVariable() : nullptr;
  if (const ir::Expr *same = whole ? sameAs.lookup(whole) : nullptr)
    return same;
  if (!read || !active || read->type != stack.element ||
      stack.parts[0].steps.empty())
    return nullptr;
  const auto *parts = partsIn(read);
  if (parts && llvm::is_contained(*parts, nullptr))
    fail(loop->loc, takenTooLate);
  return parts && !llvm::is_contained(*parts, nullptr)
             ? stack.whole(module, *parts)
             : nullptr;
}

void StackWays::hook() {
  copy.onPlace = [this](const ir::Place *begins) { return placeFor(begins); };
  copy.onExpr = [this](const ir::Expr *e) { return wholeFor(e); };
  copy.onStatement = [this](const ir::Statement *s)
      -> std::optional<std::vector<ir::Statement *>> {
    if (!inVisit)
      return std::nullopt;
    if (const auto *leave = dyn_cast<ir::ReturnStatement>(s))
      return stop(leave, s->loc);
    if (isa<ir::BreakStatement>(s) && jumps.contains(s))
      return stop(nullptr, s->loc);
    return std::nullopt;
  };
}

const ir::Expr *StackWays::expr(const ir::Expr *e, StackPath &path) {
  active = &path;
  const ir::Expr *result = copy.expr(e);
  active = nullptr;
  return result;
}

/// What goes on from one iteration to the next is not there behind the loop.
void StackWays::behindLoop(const ir::Statement *s) {
  const auto look = [&](const ir::Variable *variable) {
    if (variable && (carried.count(variable) || ownCopies.count(variable)))
      fail(s->loc, "what the last iteration took is looked at behind the loop");
  };
  ir::walk(s, [&](const ir::Statement *each) {
    ir::forEachPlace(each,
                     [&](const ir::Place *place) { look(place->variable()); });
  });
  ir::walkExprs(s, [&](const ir::Expr *e) {
    if (const ir::Place *place = ir::placeOf(e))
      look(place->variable());
    if (const auto *asked = dyn_cast<ir::ContainerReadExpr>(e))
      look(asked->container->variable());
  });
}

StackWays::List StackWays::copied(ir::Statement *s, StackPath &path) {
  if (visit && !inVisit)
    behindLoop(s);
  active = &path;
  List made = copy.statements({s});
  active = nullptr;
  for (ir::Statement *each : made) {
    if (const auto *let = dyn_cast<ir::LetStatement>(each)) {
      lets[let->variable] = let->value;
      note(let->variable, let->value);
    } else if (const auto *var = dyn_cast<ir::VarStatement>(each);
               var && var->init) {
      note(var->variable, var->init);
    }
  }
  return made;
}

//===--- What can be computed later ---------------------------------------===//

/// The value that `e` has here, for later.
const ir::Expr *StackWays::kept(const ir::Expr *e, llvm::StringRef name,
                                List &out) {
  if (isa<ir::IntExpr, ir::FloatExpr, ir::BoolExpr, ir::NullExpr>(e) ||
      isOfNode(e))
    return e;
  ir::Variable *made = module.variable(
      ir::Variable::Let, name.empty() ? "next" : name, e->type, e->loc);
  out.push_back(module.let(made, e, e->loc));
  lets[made] = e;
  note(made, e);
  return module.load(module.place(made), e->loc);
}

bool StackWays::isDerived(const ir::Expr *value) const {
  bool isFound = false;
  ir::walk(value, [&](const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    const auto *named = dyn_cast<ir::ValueExpr>(e);
    const ir::Variable *root = named   ? named->variable
                               : place ? place->variable()
                                       : nullptr;
    isFound |= root && derived.contains(root);
  });
  return isFound;
}

/// A pointer that is found by what the element holds leads to a node.
void StackWays::note(const ir::Variable *variable, const ir::Expr *value) {
  if (!isDerived(value))
    return;
  derived.insert(variable);
  const ir::Type *to = ir::pointeeOf(variable->type);
  if (to && isa<ir::StructType>(to))
    nodeTypes.insert(to);
}

/// Notes of which structs something is written in `s`, and in what it calls.
void StackWays::findWritten(const ir::Statement *s) {
  ir::walk(s, [&](const ir::Statement *each) {
    ir::forEachPlace(each, [&](const ir::Place *place) {
      if (!place->isIndirect())
        return;
      for (const ir::Step &step : place->steps)
        if (const auto *inner = std::get_if<ir::FieldStep>(&step))
          writtenTypes.insert(inner->field->parent);
      writtenTypes.insert(place->type);
    });
    if (const auto *call = dyn_cast<ir::CallStatement>(each)) {
      if (!call->callee->body)
        writesAnything = true;
      else if (looked.insert(call->callee).second)
        findWritten(call->callee->body);
    }
    if (const auto *call = dyn_cast<ir::LibraryCallStatement>(each))
      writesAnything |= !llvm::StringRef(call->name).contains("::emplace") &&
                        llvm::any_of(call->arguments, [](const ir::Expr *e) {
                          return ir::pointeeOf(e->type) != nullptr;
                        });
  });
}

/// Whether the text around the loop names the variable, so that all that may
/// change it is there.
bool StackWays::isOriginal(const ir::Variable *variable) const {
  bool result = llvm::is_contained(holder.params, variable);
  ir::walkExprs(holder.body, [&](const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    result |= place && place->variable() == variable;
  });
  return result;
}

/// Whether `e` is the same, whatever runs meanwhile: it is made of the node, or
/// of what never changes. That traversals write no nodes is checked elsewhere.
bool StackWays::isOfNode(const ir::Expr *e) const {
  bool result = true;
  // What is declared around the loop and never changes, too.
  const auto isFixed = [&](const ir::Variable *variable) {
    if (variable->isFixed() || counters.contains(variable) ||
        llvm::is_contained(paramParts, variable))
      return true;
    const ir::Variable *original = variable;
    for (const auto &[of, made] : copy.variables)
      if (made == variable)
        original = of;
    return isOriginal(original) && !isReassigned(holder.body, original);
  };
  const auto isWritten = [&](const ir::Type *type) {
    return writesAnything || writtenTypes.contains(type);
  };
  const auto ofPlace = [&](const ir::Place *place) {
    const ir::Variable *variable = place->variable();
    if (!variable || !isFixed(variable))
      return false;
    if (place->steps.empty() || !place->isIndirect())
      return true;
    const ir::Type *to = ir::pointeeOf(variable->type);
    return to && derived.contains(variable) && nodeTypes.contains(to) &&
           !isWritten(to) &&
           llvm::none_of(place->steps, [&](const ir::Step &step) {
             const auto *inner = std::get_if<ir::FieldStep>(&step);
             return inner && isWritten(inner->field->parent);
           });
  };
  ir::walk(e, [&](const ir::Expr *each) {
    if (const ir::Place *place = ir::placeOf(each))
      result &= ofPlace(place);
    if (const auto *asked = dyn_cast<ir::ContainerReadExpr>(each))
      result &= ofPlace(asked->container);
    const bool isCall = isa<ir::CallExpr, ir::LibraryCallExpr>(each);
    if (const auto *call = dyn_cast<ir::CallExpr>(each))
      for (const ir::Expr *argument : call->arguments) {
        const ir::Type *to = ir::pointeeOf(argument->type);
        const auto *named = dyn_cast<ir::ValueExpr>(argument);
        const auto *load = dyn_cast<ir::LoadExpr>(argument);
        const ir::Variable *variable = named  ? named->variable
                                       : load ? load->place->wholeVariable()
                                              : nullptr;
        // What is behind a pointer that is no node's may change.
        result &= !to || isa<ir::AddressExpr>(argument) ||
                  (variable && derived.contains(variable) &&
                   nodeTypes.contains(to) && !isWritten(to));
      }
    else
      result &= !isCall;
  });
  return result;
}

/// `e` without what `inside` declares; null: it cannot be said without.
const ir::Expr *StackWays::resolved(const ir::Expr *e,
                                    const List &inside) const {
  llvm::SmallPtrSet<const ir::Variable *, 8> hidden;
  for (const ir::Statement *s : inside)
    ir::walk(s, [&](const ir::Statement *each) {
      if (const ir::Variable *declared = ir::declaredBy(each))
        hidden.insert(declared);
    });
  bool isSaid = true;
  ir::Mapper mapper(module);
  mapper.onExpr = [&](const ir::Expr *part) -> const ir::Expr * {
    const auto *value = dyn_cast<ir::ValueExpr>(part);
    if (!value || !hidden.contains(value->variable))
      return nullptr;
    const ir::Expr *known = lets.lookup(value->variable);
    return known ? mapper.expr(known) : nullptr;
  };
  mapper.onPlace = [&](const ir::Place *begins) -> const ir::Place * {
    const ir::Variable *variable = begins->variable();
    if (!variable || !hidden.contains(variable))
      return nullptr;
    // A reference: `let %c: ref @Node = refof %nodes[%i]`.
    const ir::Expr *known = lets.lookup(variable);
    const auto *address = known ? dyn_cast<ir::AddressExpr>(known) : nullptr;
    if (address && begins->steps.size() == 1 &&
        std::holds_alternative<ir::DerefStep>(begins->steps[0]) &&
        !std::get<ir::DerefStep>(begins->steps[0]).offset)
      return mapper.place(address->place);
    return nullptr;
  };
  const ir::Expr *result = mapper.expr(e);
  ir::walk(result, [&](const ir::Expr *each) {
    const ir::Place *place = ir::placeOf(each);
    const auto *value = dyn_cast<ir::ValueExpr>(each);
    const ir::Variable *named = value   ? value->variable
                                : place ? place->variable()
                                        : nullptr;
    isSaid &= !named || !hidden.contains(named);
  });
  return isSaid && isOfNode(result) ? result : nullptr;
}
