// Finds numbers that lie in one place throughout a loop, and lets them be
// arrays.
#include "SharedScalars.h"

#include "Around.h"
#include "CombinedUses.h"
#include "Deferral.h"
#include "DeferredValues.h"
#include "LocalUses.h"
#include "NestedLoops.h"

#include "regtt/Analysis/Overlap.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

static void declareAhead(ir::Function &host, const ir::Statement *loop,
                         ir::Statement *declared) {
  ir::walk(static_cast<ir::Statement *>(host.body), [&](ir::Statement *s) {
    auto *list = dyn_cast<ir::BlockStatement>(s);
    if (!list || !declared)
      return;
    const auto at = llvm::find(list->statements, loop);
    if (at == list->statements.end())
      return;
    list->statements.insert(at, declared);
    declared = nullptr;
  });
}

const ir::Variable *recognise::pointAhead(Recogniser &site, ir::Function &host,
                                          const ir::Statement *loop,
                                          std::vector<ir::Clause> &clauses,
                                          const ir::Place *place,
                                          const std::string &name,
                                          ir::Location loc) {
  ir::Module &module = site.module;
  if (const ir::Place *scalar = site.scalars.lookup(place->wholeVariable()))
    place = scalar;
  ir::Variable *made = module.variable(ir::Variable::Local, name + ".at",
                                       module.pointerTo(place->type), loc);
  ir::Statement *declared = module.var(made, module.addressOf(place, loc));
  declareAhead(host, loop, declared);
  clauses.push_back({ir::Clause::CopyIn, "", module.place(made),
                     module.integer(module.intType(ir::IntType::I32), 1), loc});
  return made;
}

namespace {

class Scalars {
public:
  Scalars(Recogniser &site, ir::Function &host, const ir::Statement *loop,
          ir::BlockStatement *&body, llvm::ArrayRef<ir::Clause> clauses)
      : site(site), module(site.module), host(host), loop(loop), body(body),
        clauses(clauses) {}

  /// Those that may not be one of the others: in which order two are changed
  /// does not matter.
  void name() {
    const Around around(host, loop);
    const std::vector<Found> found = find();
    for (const auto &[place, loc] : found)
      if (llvm::none_of(found, [&, place = place](const Found &other) {
            return other.first != place && mayMeet(place, other.first, around);
          }))
        name(place, loc);
  }

  void share(std::vector<ir::Clause> &toArrays) {
    const auto named = site.scalars; // which grows
    for (const auto &[variable, place] : named)
      if (namesVariable(body, variable))
        exchange(module.place(variable),
                 pointAhead(site, host, loop, toArrays, place, variable->name,
                            variable->loc),
                 place);
    for (const auto &[place, loc] : find())
      exchange(
          place,
          pointAhead(site, host, loop, toArrays, place, nameOf(place), loc),
          place);
  }

private:
  /// Whether it is a number in one place, which is more than a local variable
  /// and which nothing in the loop may make another.
  bool isOne(const ir::Place *place) const {
    const ir::Variable *variable = place->variable();
    const ir::Type *type = place->type;
    if ((!variable && !place->global()) || place->isVolatile ||
        place->bitField() ||
        !(type->isInt() || type->isFloat() || type->isBool()) ||
        ir::sizeOf(type).value_or(16) > 8 || (variable && place->steps.empty()))
      return false;
    for (const ir::Step &step : place->steps) {
      const auto *deref = std::get_if<ir::DerefStep>(&step);
      const auto *into = std::get_if<ir::FieldStep>(&step);
      if ((!deref || deref->offset) &&
          (!into || into->field->parent->isUnion()))
        return false;
    }
    if (!variable)
      return isKept(place);
    return !own.contains(variable) && !site.scalars.count(variable) &&
           !site.flags.count(variable) &&
           !isNamedInHead(loop, body, variable) &&
           !isLeftToHost(body, variable) && !isNamed(variable) && isKept(place);
  }

  bool isNamed(const ir::Variable *variable) const {
    return llvm::any_of(clauses, [&](const ir::Clause &clause) {
      return clause.place && clause.place->variable() == variable;
    });
  }

  /// Whether the body looks at the pointer itself: there may be nothing behind
  /// it.
  bool isAskedFor(const ir::Place *pointer) const {
    bool result = false;
    ir::walkExprs(static_cast<const ir::Statement *>(body),
                  [&](const ir::Expr *e) {
                    const auto *load = dyn_cast<ir::LoadExpr>(e);
                    const auto *value = dyn_cast<ir::ValueExpr>(e);
                    result |= (load && ir::equal(load->place, pointer)) ||
                              (value && !value->type->isReference() &&
                               value->variable == pointer->wholeVariable());
                  });
    return result;
  }

  /// Whether the pointers on the way to it stay the same, by whatever name.
  bool isKept(const ir::Place *place) const {
    llvm::SmallVector<const ir::Type *> pointers;
    for (size_t k = 0; k < place->steps.size(); ++k)
      if (std::holds_alternative<ir::DerefStep>(place->steps[k])) {
        const ir::Place *holder =
            module.place(place->root, place->steps.take_front(k));
        if (!holder->type->isReference())
          pointers.push_back(holder->type);
        if (isAskedFor(holder))
          return false;
      }
    bool result = true;
    ir::walk(static_cast<const ir::Statement *>(body),
             [&](const ir::Statement *s) {
               ir::forEachPlace(s, [&](const ir::Place *each) {
                 const ir::Variable *local = each->wholeVariable();
                 result &= !llvm::is_contained(pointers, each->type) ||
                           (local && own.contains(local));
               });
             });
    return result;
  }

  /// The field's, or that of what leads there, unless something is called so.
  std::string nameOf(const ir::Place *place) const {
    std::string name = deferredSumName(module.place(place->root, {}));
    for (const ir::Step &step : place->steps)
      if (const auto *into = std::get_if<ir::FieldStep>(&step))
        name = into->field->name;
    bool isTaken = llvm::any_of(host.params, [&](const ir::Variable *param) {
      return param->name == name;
    });
    ir::walk(static_cast<const ir::Statement *>(host.body),
             [&](const ir::Statement *s) {
               const ir::Variable *made = ir::declaredBy(s);
               isTaken |= made && made->name == name;
             });
    return isTaken ? name + "_of_all" : name;
  }

  using Found = std::pair<const ir::Place *, ir::Location>;

  /// What the body stores to.
  std::vector<Found> find() {
    own.clear();
    const auto all = static_cast<const ir::Statement *>(body);
    ir::walk(all, [&](const ir::Statement *s) {
      if (const ir::Variable *made = ir::declaredBy(s))
        own.insert(made);
      if (const auto *range = dyn_cast<ir::RangeLoopStatement>(s))
        own.insert(range->variable);
    });
    if (const auto *range = dyn_cast<ir::RangeLoopStatement>(loop))
      own.insert(range->variable);
    std::vector<Found> found;
    ir::walk(all, [&](const ir::Statement *s) {
      const auto *store = dyn_cast<ir::StoreStatement>(s);
      if (store && isOne(store->place) &&
          llvm::none_of(found, [&](const Found &each) {
            return ir::equal(each.first, store->place);
          }))
        found.push_back({store->place, s->loc});
    });
    return found;
  }

  static ir::Region regionOf(const ir::Place *place) {
    ir::Region result = place->variable() ? ir::Region::of(place->variable(), 0)
                                          : ir::Region::of(place->global());
    const ir::Type *type = ir::typeOf(place->root);
    for (const ir::Step &step : place->steps) {
      type = ir::typeAfter(step, type);
      if (const auto *into = std::get_if<ir::FieldStep>(&step))
        result.steps.push_back(ir::RegionStep(into->field));
      else
        result.steps.push_back(
            {ir::RegionStep::Deref, type, ir::Number::constant(0)});
    }
    result.type = place->type;
    return result;
  }

  static bool mayMeet(const ir::Place *a, const ir::Place *b,
                      const Around &around) {
    return ir::mayOverlap(
        regionOf(a), regionOf(b), [&](const ir::Region &region) {
          return !region.variable() || around.isShared(region.variable());
        });
  }

  void name(const ir::Place *place, ir::Location loc) {
    ir::Variable *made =
        module.variable(ir::Variable::Local, nameOf(place), place->type, loc);
    declareAhead(host, loop, module.var(made));
    site.scalars[made] = place;
    exchange(place, module.place(made));
  }

  /// `pointer` leads to `at` now.
  void exchange(const ir::Place *place, const ir::Variable *pointer,
                const ir::Place *at) {
    site.scalars[pointer] = at;
    exchange(place,
             module.deref(module.place(pointer),
                          module.integer(module.intType(ir::IntType::I32), 0)));
  }

  void exchange(const ir::Place *place, const ir::Place *made) {
    ir::Mapper mapper(module);
    mapper.onDeclare = [](const ir::Variable *declared) { return declared; };
    mapper.onPlace = [&](const ir::Place *each) {
      return each->type == place->type && ir::equal(each, place) ? made
                                                                 : nullptr;
    };
    body = mapper.block(body);
  }

  Recogniser &site;
  ir::Module &module;
  ir::Function &host;
  const ir::Statement *loop;
  ir::BlockStatement *&body;
  llvm::ArrayRef<ir::Clause> clauses;
  llvm::SmallPtrSet<const ir::Variable *, 16> own; ///< that it declares
};

} // namespace

void recognise::nameScalars(Recogniser &site, ir::Function &host,
                            const ir::Statement *loop,
                            ir::BlockStatement *&body,
                            llvm::ArrayRef<ir::Clause> clauses) {
  if (isNested(body))
    Scalars(site, host, loop, body, clauses).name();
}

void recognise::shareScalars(Recogniser &site, ir::Function &host,
                             const ir::Statement *loop,
                             ir::BlockStatement *&body,
                             std::vector<ir::Clause> &clauses) {
  const std::vector<ir::Clause> given = clauses; // to which it adds
  if (isNested(body))
    Scalars(site, host, loop, body, given).share(clauses);
}
