// Evaluates a function's statements one after the other: what its variables are
// is kept as expressions of what it is handed.
//
//     let %e: i32 = load %this->row[load %v]    %e is load %g.row[load %u]
//     return ptradd(load %this->col, %e)        ptradd(load %g.col,
//                                                      load %g.row[load %u])
#include "ValueEvaluation.h"
#include "LocalUses.h"
#include "ValueParts.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <utility>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

const ir::Expr *recognise::valueOf(ir::Module &module,
                                   const ir::LibraryCallStatement &call) {
  const ir::Type *type = call.result ? call.result->type : nullptr;
  const auto parts = type ? valueParts(module, type) : std::nullopt;
  const std::vector<const ir::Expr *> &given = call.arguments;
  if (!parts || given.empty())
    return nullptr;
  if (call.name == "std::make_pair" && given.size() == 2)
    return given[0]->type == (*parts)[0].type &&
                   given[1]->type == (*parts)[1].type
               ? module.libraryCall("std::pair", type, given, call.loc)
               : nullptr;
  llvm::StringRef name = call.name;
  const auto *address = dyn_cast<ir::AddressExpr>(given[0]);
  if (!address || !isSpan(address->place->type) || !isSpan(type) ||
      !name.consume_front("std::span::"))
    return nullptr;
  const ir::Expr *data =
      module.read(ir::ReadOp::Data, address->place, {}, call.loc);
  const ir::Expr *size =
      module.read(ir::ReadOp::Size, address->place, {}, call.loc);
  const auto less = [&](const ir::Expr *e) {
    return module.binary(ir::BinaryOp::Sub, size, e, call.loc);
  };
  const ir::Expr *from = nullptr, *count = nullptr;
  if (name == "first" && given.size() == 2)
    count = given[1];
  else if (name == "last" && given.size() == 2)
    from = less(given[1]), count = given[1];
  else if (name == "subspan" && given.size() == 2)
    from = given[1], count = less(given[1]);
  else if (name == "subspan" && given.size() == 3)
    from = given[1], count = given[2];
  if (!count || count->type != size->type)
    return nullptr;
  return module.libraryCall(
      "std::span", type,
      {from ? module.binary(ir::BinaryOp::PtrAdd, data, from, call.loc) : data,
       count},
      call.loc);
}

namespace {

/// What one call returns, or sets.
class Evaluation {
public:
  Evaluation(ir::Module &module, OnCall onCall)
      : module(module), copy(module), onCall(onCall) {
    copy.onExpr = [this](const ir::Expr *e) { return expr(e); };
    copy.onPlace = [this](const ir::Place *place) {
      return this->place(place);
    };
  }

  const ir::Expr *returned(const ir::Function &callee,
                           llvm::ArrayRef<const ir::Expr *> arguments) {
    return enter(callee, arguments) && result && staysOutside(result) &&
                   changed.empty()
               ? result
               : nullptr;
  }

  std::vector<const ir::Expr *> set(const ir::Function &callee,
                                    llvm::ArrayRef<const ir::Expr *> arguments,
                                    const ir::Variable *made) {
    std::vector<const ir::Expr *> all;
    if (!enter(callee, arguments) || result)
      return all;
    changed.erase(made);
    if (!changed.empty())
      return all;
    for (unsigned k = 0; k < valueParts(module, made->type)->size(); ++k) {
      all.push_back(parts.lookup({made, k}));
      if (all.back() && (!staysOutside(all.back()) || names(all.back(), made)))
        return {};
    }
    return all;
  }

private:
  using Part = std::pair<const ir::Variable *, unsigned>;

  bool enter(const ir::Function &callee,
             llvm::ArrayRef<const ir::Expr *> arguments) {
    const LocalUses uses = usesOf(callee.body);
    if (llvm::is_contained(active, &callee))
      return false;
    for (size_t k = 0; k < callee.params.size(); ++k) {
      const ir::Variable *param = callee.params[k];
      if (uses.lookup(param).isAddressed && !param->type->isReference())
        return false;
      inside.insert(param);
      values[param] = arguments[k];
    }
    ir::walk(static_cast<const ir::Statement *>(callee.body),
             [&](const ir::Statement *s) { inside.insert(ir::declaredBy(s)); });
    active.push_back(&callee);
    const bool isFollowed = through(callee.body);
    active.pop_back();
    return isFollowed;
  }

  bool through(const ir::BlockStatement *block) {
    if (!block->label.empty())
      return false;
    for (const ir::Statement *s : block->statements)
      if (result || !step(s))
        return false;
    return true;
  }

  bool step(const ir::Statement *s) {
    if (const auto *inner = dyn_cast<ir::BlockStatement>(s))
      return through(inner);
    if (const auto *end = dyn_cast<ir::ReturnStatement>(s))
      return !end->value || (result = copy.expr(end->value));
    if (const auto *let = dyn_cast<ir::LetStatement>(s))
      return set(let->variable, copy.expr(let->value));
    if (const auto *var = dyn_cast<ir::VarStatement>(s))
      return !var->init || set(var->variable, copy.expr(var->init));
    if (const auto *known = dyn_cast<ir::LibraryCallStatement>(s)) {
      const ir::Expr *value = valueOf(module, *known);
      return value && set(known->result, copy.expr(value));
    }
    if (const auto *call = dyn_cast<ir::CallStatement>(s))
      return call->callee->body && !call->callee->isTraversal &&
             !call->callee->isVirtual && this->call(*call);
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    return store && this->store(*store);
  }

  bool call(const ir::CallStatement &call) {
    std::vector<const ir::Expr *> arguments;
    for (const ir::Expr *argument : call.arguments)
      arguments.push_back(copy.expr(argument));
    const ir::Expr *outer = std::exchange(result, nullptr);
    const bool isFollowed = enter(*call.callee, arguments);
    const ir::Expr *value = std::exchange(result, outer);
    return isFollowed && (!call.result || (value && set(call.result, value)));
  }

  /// The variable, of the callee's or one that it is handed, that the place is
  /// a part of.
  std::optional<Part> partOf(const ir::Place *place) const {
    const ir::Variable *variable = place->variable();
    llvm::ArrayRef<ir::Step> steps = place->steps;
    const auto *through =
        steps.empty() ? nullptr : std::get_if<ir::DerefStep>(&steps.front());
    if (variable && through && !through->offset) {
      const auto *address =
          llvm::dyn_cast_or_null<ir::AddressExpr>(values.lookup(variable));
      variable = address ? address->place->wholeVariable() : nullptr;
      steps = steps.drop_front();
    }
    const auto k =
        variable && steps.size() == 1 ? partAt(steps.front()) : std::nullopt;
    return k ? std::optional(Part{variable, *k}) : std::nullopt;
  }

  bool store(const ir::StoreStatement &store) {
    const ir::Variable *whole = store.place->wholeVariable();
    const ir::Expr *value = copy.expr(store.value);
    if (whole && inside.contains(whole) && !whole->isVolatile)
      return set(whole, value);
    const auto part = partOf(store.place);
    if (!part || values.count(part->first) || part->first->isVolatile ||
        !valueParts(module, part->first->type) ||
        value->type != store.place->type)
      return false;
    parts[*part] = value;
    if (!inside.contains(part->first))
      changed.insert(part->first);
    return true;
  }

  bool set(const ir::Variable *variable, const ir::Expr *value) {
    const std::vector<const ir::Expr *> made = partsMade(module, value);
    if (!made.empty()) {
      for (unsigned k = 0; k < made.size(); ++k)
        parts[{variable, k}] = made[k];
      values.erase(variable);
      return true;
    }
    values[variable] = value;
    return value->type == variable->type;
  }

  /// A whole value of the parts that are known; null: some are not.
  const ir::Expr *whole(const ir::Variable *variable, ir::Location loc) {
    const auto types = valueParts(module, variable->type);
    std::vector<const ir::Expr *> all;
    for (unsigned k = 0; types && k < types->size(); ++k)
      if (const ir::Expr *part = parts.lookup({variable, k}))
        all.push_back(part);
    if (!types || all.size() != types->size())
      return nullptr;
    const auto *library = dyn_cast<ir::LibraryType>(variable->type);
    return library ? module.libraryCall(library->name, variable->type, all, loc)
                   : module.aggregate(variable->type, all, loc);
  }

  const ir::Expr *expr(const ir::Expr *e) {
    if (const auto *call = dyn_cast<ir::CallExpr>(e)) {
      std::vector<const ir::Expr *> arguments;
      for (const ir::Expr *argument : call->arguments)
        arguments.push_back(copy.expr(argument));
      const ir::Expr *made = evaluated(*call, arguments);
      return made ? made : module.call(call->callee, arguments, e->loc);
    }
    if (const ir::Variable *held = heldIn(e)) {
      if (const ir::Expr *known = values.lookup(held))
        return known;
      if (const ir::Expr *made = whole(held, e->loc))
        return made;
    }
    if (const auto *read = dyn_cast<ir::ContainerReadExpr>(e);
        read && isSpan(read->container->type) &&
        read->container->wholeVariable()) {
      const ir::Variable *span = read->container->variable();
      if (read->op == ir::ReadOp::Data)
        return parts.lookup({span, 0});
      if (read->op == ir::ReadOp::Size)
        return parts.lookup({span, 1});
    }
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    const auto part = load ? partOf(load->place) : std::nullopt;
    return part ? parts.lookup(*part) : nullptr;
  }

  /// What a call comes to that is handed what this one has set; null: nothing,
  /// or it is not followed.
  const ir::Expr *evaluated(const ir::CallExpr &call,
                            llvm::ArrayRef<const ir::Expr *> arguments) {
    const bool isOfParts = llvm::any_of(arguments, [&](const ir::Expr *e) {
      const auto *address = dyn_cast<ir::AddressExpr>(e);
      const ir::Variable *variable =
          address ? address->place->wholeVariable() : nullptr;
      return variable && parts.count({variable, 0});
    });
    if (!isOfParts || !call.callee->body || call.callee->isVirtual ||
        call.callee->isTraversal)
      return onCall(call.callee, arguments);
    const ir::Expr *outer = std::exchange(result, nullptr);
    const bool isFollowed = enter(*call.callee, arguments);
    const ir::Expr *made = std::exchange(result, outer);
    return isFollowed ? made : nullptr;
  }

  const ir::Place *place(const ir::Place *place) {
    const ir::Variable *variable = place->variable();
    const ir::Expr *known = variable ? values.lookup(variable) : nullptr;
    const auto *deref = place->steps.size() == 1
                            ? std::get_if<ir::DerefStep>(&place->steps[0])
                            : nullptr;
    if (known && deref) {
      const auto *address = dyn_cast<ir::AddressExpr>(known);
      return address && !deref->offset
                 ? address->place
                 : module.pointee(known, copy.expr(deref->offset));
    }
    const auto *load =
        known && place->steps.empty() ? dyn_cast<ir::LoadExpr>(known) : nullptr;
    return load ? load->place : nullptr;
  }

  /// Whether `e` names nothing of the callees': what it is could not be told,
  /// as where the place of a value is asked for.
  bool staysOutside(const ir::Expr *e) const {
    return llvm::none_of(inside, [&](const ir::Variable *variable) {
      return variable && names(e, variable);
    });
  }

  static bool names(const ir::Expr *e, const ir::Variable *variable) {
    bool result = false;
    ir::walk(e, [&](const ir::Expr *part) {
      const auto *value = dyn_cast<ir::ValueExpr>(part);
      const ir::Place *place = ir::placeOf(part);
      result |= (value && value->variable == variable) ||
                (place && place->variable() == variable);
    });
    return result;
  }

  ir::Module &module;
  ir::Mapper copy;
  OnCall onCall;
  std::vector<const ir::Function *> active;
  llvm::SmallPtrSet<const ir::Variable *, 16> inside; ///< the callees' own
  /// Others of which it sets parts.
  llvm::SmallPtrSet<const ir::Variable *, 4> changed;
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> values;
  llvm::DenseMap<Part, const ir::Expr *> parts;
  const ir::Expr *result = nullptr;
};

} // namespace

const ir::Expr *
recognise::returnedBy(ir::Module &module, const ir::Function &callee,
                      llvm::ArrayRef<const ir::Expr *> arguments,
                      OnCall onCall) {
  return Evaluation(module, std::move(onCall)).returned(callee, arguments);
}

std::vector<const ir::Expr *>
recognise::partsSetBy(ir::Module &module, const ir::Function &callee,
                      llvm::ArrayRef<const ir::Expr *> arguments,
                      const ir::Variable *made, OnCall onCall) {
  return Evaluation(module, std::move(onCall)).set(callee, arguments, made);
}
