// Memory of a function's own that holds pointers into one array, the nearest
// nodes that are found, holds numbers of elements instead:
//
//     let %found: ptr ptr @Node = ptrtoptr(%t)     let %found: ptr i64 = ...
//     store %found[1] = ptradd(load %nodes,    ->  store %found[1] = load %i
//                              load %i)
//     load %found[1]->x                            load %nodes[load
//     %found[1]].x
//
// It is done where every value that is put there is made of that array and a
// number, or was there before, in this function and in all that are handed the
// memory, and nobody changes which array that is. Which array it is each
// function says in its own words: where it makes such pointers, or by what it
// hands to those that do. One that only moves elements about need not know.
#include "PointerArrays.h"
#include "LocalUses.h"
#include "LoopCalls.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

bool PointerArrays::isArray(const ir::Expr *e) const {
  const ir::Variable *held = heldIn(e);
  return held && arrays.contains(held);
}

bool PointerArrays::isBase(const ir::Function &f, const ir::Expr *e) const {
  const auto base = bases.find(&f);
  if (base == bases.end() || base->second.kind != PointedArray::Pointer)
    return false;
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  const ir::Variable *held = heldIn(e);
  const ir::Place *holder = base->second.holder;
  return (load && ir::equal(load->place, holder)) ||
         (held && holder->wholeVariable() == held);
}

bool PointerArrays::isElement(const ir::Place *place) const {
  return place->steps.size() == 1 && place->variable() &&
         arrays.contains(place->variable()) &&
         std::holds_alternative<ir::DerefStep>(place->steps[0]);
}

namespace {

class Finder {
public:
  Finder(ir::Module &module, const ir::Function &host,
         const ir::StructType *type)
      : module(module), host(host), type(type) {}

  bool run() {
    findMade();
    if (known.arrays.empty())
      return false;
    for (size_t before = 0; isGood && before != size();) {
      before = size();
      forEachBody([&](const ir::Function &f) { followArrays(f); });
    }
    forEachBody([&](const ir::Function &f) { checkUses(f); });
    // A name for the array itself is none for what is put there.
    for (const bool takesNames : {false, true})
      for (size_t before = 0; isGood && before != size();) {
        before = size();
        forEachBody([&](const ir::Function &f) { findValues(f, takesNames); });
      }
    forEachBody([&](const ir::Function &f) { countValues(f); });
    std::vector<PointedArray> bases;
    for (const auto &[function, base] : known.bases)
      bases.push_back(base);
    return isGood && !bases.empty() && stayTheSame(module, host, bases);
  }

  PointerArrays known;

private:
  size_t size() const {
    return known.arrays.size() + known.values.size() + known.bases.size();
  }

  void forEachBody(llvm::function_ref<void(const ir::Function &)> found) {
    for (const ir::Function *each : module.functions())
      if (each->body && isGood)
        found(*each);
  }

  template <class F>
  static void forEachStatement(const ir::Function &f, F found) {
    ir::walk(static_cast<const ir::Statement *>(f.body), found);
  }

  /// All calls in `f` of functions with a body.
  static void
  forEachCall(const ir::Function &f,
              llvm::function_ref<void(const ir::Function &,
                                      llvm::ArrayRef<const ir::Expr *>)>
                  found) {
    forEachStatement(f, [&](const ir::Statement *s) {
      const auto *call = dyn_cast<ir::CallStatement>(s);
      if (call && call->callee->body)
        found(*call->callee, call->arguments);
    });
    ir::walkExprs(f.body, [&](const ir::Expr *e) {
      const auto *call = dyn_cast<ir::CallExpr>(e);
      if (call && call->callee->body)
        found(*call->callee, call->arguments);
    });
  }

  //===--- The arrays -----------------------------------------------------===//

  static bool isMaking(const ir::LibraryCallStatement &call) {
    llvm::StringRef name = call.name;
    name.consume_front("std::");
    name.consume_front("__builtin_");
    // What calloc makes is null, which is no element.
    return call.result && (name == "alloca" || name == "malloc");
  }

  static const ir::Expr *withoutCast(const ir::Expr *e) {
    const auto *cast = llvm::dyn_cast_or_null<ir::CastExpr>(e);
    return cast && cast->op == ir::CastOp::PtrToPtr ? cast->operand : e;
  }

  bool holdsPointers(const ir::Variable *variable) const {
    const ir::Type *to = ir::pointeeOf(variable->type);
    return variable->type->isPointer() && !variable->isVolatile && to &&
           to->isPointer() && ir::pointeeOf(to) == type;
  }

  void findMade() {
    for (const ir::Function *f : module.functions()) {
      if (!f->body || f == &host || f->isTraversal || !leadsToTraversal(f))
        continue;
      llvm::SmallPtrSet<const ir::Variable *, 4> made;
      forEachStatement(*f, [&](const ir::Statement *s) {
        const auto *call = dyn_cast<ir::LibraryCallStatement>(s);
        if (call && isMaking(*call))
          made.insert(call->result);
        const auto *let = dyn_cast<ir::LetStatement>(s);
        if (let && holdsPointers(let->variable) &&
            made.contains(heldIn(withoutCast(let->value))))
          known.arrays.insert(let->variable);
      });
    }
  }

  void followArrays(const ir::Function &f) {
    forEachCall(f, [&](const ir::Function &callee, auto arguments) {
      for (size_t k = 0; k < arguments.size(); ++k)
        if (known.isArray(arguments[k]) ||
            known.arrays.contains(callee.params[k])) {
          isGood &= &f != &host && known.isArray(arguments[k]) &&
                    holdsPointers(callee.params[k]);
          known.arrays.insert(callee.params[k]);
        }
    });
    forEachStatement(f, [&](const ir::Statement *s) {
      const auto *let = dyn_cast<ir::LetStatement>(s);
      if (let && known.isArray(let->value) && holdsPointers(let->variable))
        known.arrays.insert(let->variable);
    });
  }

  /// Whether each time that `f` names one of them is one that is known.
  void checkUses(const ir::Function &f) {
    unsigned uses = 0, understood = 0;
    const auto isIn = [&](const ir::Place *place) {
      return place->variable() && known.arrays.contains(place->variable());
    };
    ir::walkExprs(f.body, [&](const ir::Expr *e) {
      uses += known.isArray(e);
      if (const ir::Place *place = ir::placeOf(e);
          place && isIn(place) && !known.isArray(e))
        isGood &= leadsIn(place) &&
                  !(isa<ir::AddressExpr>(e) && known.isElement(place));
      understood += isNullTest(e);
    });
    forEachCall(f, [&](const ir::Function &, auto arguments) {
      understood += llvm::count_if(
          arguments, [&](const ir::Expr *e) { return known.isArray(e); });
    });
    forEachStatement(f, [&](const ir::Statement *s) {
      ir::forEachPlace(s, [&](const ir::Place *place) {
        isGood &= !isIn(place) ||
                  (leadsIn(place) &&
                   (!known.isElement(place) || isa<ir::StoreStatement>(s)));
      });
      const auto *let = dyn_cast<ir::LetStatement>(s);
      understood += let && known.isArray(let->value) &&
                    known.arrays.contains(let->variable);
      const auto *call = dyn_cast<ir::LibraryCallStatement>(s);
      llvm::StringRef name = call ? llvm::StringRef(call->name) : "";
      name.consume_front("std::");
      name.consume_front("__builtin_");
      understood += name == "free" && call->arguments.size() == 1 &&
                    known.isArray(withoutCast(call->arguments[0]));
    });
    isGood &= uses == understood;
  }

  static bool leadsIn(const ir::Place *place) {
    return !place->steps.empty() &&
           std::holds_alternative<ir::DerefStep>(place->steps[0]);
  }

  bool isNullTest(const ir::Expr *e) const {
    if (const auto *cast = dyn_cast<ir::CastExpr>(e))
      return cast->op == ir::CastOp::ToBool && known.isArray(cast->operand);
    const auto *asked = dyn_cast<ir::IntrinsicExpr>(e);
    return asked && asked->op == ir::IntrinsicOp::IsNull &&
           known.isArray(asked->arguments[0]);
  }

  //===--- What is put there ----------------------------------------------===//

  /// What becomes a number in `f`: each value that is put into an element, or
  /// handed to or named by what is.
  void forEachNumbered(const ir::Function &f,
                       llvm::function_ref<void(const ir::Expr *)> found) const {
    forEachStatement(f, [&](const ir::Statement *s) {
      const auto *store = dyn_cast<ir::StoreStatement>(s);
      if (store && known.isElement(store->place))
        found(store->value);
      const auto *let = dyn_cast<ir::LetStatement>(s);
      if (let && known.values.contains(let->variable))
        found(let->value);
    });
    forEachCall(f, [&](const ir::Function &callee, auto arguments) {
      for (size_t k = 0; k < arguments.size(); ++k)
        if (known.values.contains(callee.params[k]))
          found(arguments[k]);
    });
  }

  void findValues(const ir::Function &f, bool takesNames) {
    llvm::SmallVector<const ir::Expr *> all;
    forEachNumbered(f, [&](const ir::Expr *e) { all.push_back(e); });
    isGood &= all.empty() || &f != &host;
    for (const ir::Expr *e : all)
      take(f, e, takesNames);
    // What those that are handed the memory lead into.
    forEachCall(f, [&](const ir::Function &callee, auto arguments) {
      const auto base = known.bases.find(&callee);
      if (base == known.bases.end() ||
          llvm::none_of(arguments,
                        [&](const ir::Expr *e) { return known.isArray(e); }))
        return;
      const PointedArray there = base->second;
      const ir::Place *here = inCaller(callee, arguments, there.holder);
      if (here)
        setBase(f, {there.kind, here});
      isGood &= here != nullptr;
    });
  }

  void take(const ir::Function &f, const ir::Expr *e, bool takesNames) {
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
      take(f, choice->whenTrue, takesNames);
      return take(f, choice->whenFalse, takesNames);
    }
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    if (load && known.isElement(load->place))
      return;
    if (const auto pointer = elementPointer(module, e);
        pointer && (!pointer->number || pointer->number->type->isInt()))
      return setBase(f, pointer->array);
    const ir::Variable *held = heldIn(e);
    if (known.isBase(f, e))
      return;
    if (load && !held && isNamed(load->place))
      return setBase(f, {PointedArray::Pointer, load->place});
    if (held && !takesNames)
      return;
    if (held && isValue(f, held))
      known.values.insert(held);
    else
      isGood = false;
  }

  bool isValue(const ir::Function &f, const ir::Variable *variable) const {
    if (variable->isVolatile || !variable->type->isPointer())
      return false;
    if (variable->kind == ir::Variable::Let) {
      bool result = false;
      forEachStatement(f, [&](const ir::Statement *s) {
        const auto *let = dyn_cast<ir::LetStatement>(s);
        result |= let && let->variable == variable;
      });
      return result;
    }
    return variable->kind == ir::Variable::Parameter && !f.isTraversal &&
           isUnchanged(f, variable);
  }

  static bool isUnchanged(const ir::Function &f, const ir::Variable *variable) {
    const LocalUse use = usesOf(f.body).lookup(variable);
    return variable->isFixed() || (use.changes == 0 && !use.isAddressed);
  }

  void setBase(const ir::Function &f, PointedArray array) {
    array.holder = original(f, array.holder);
    const ir::Variable *root = array.holder->variable();
    isGood &= !root || (!root->isVolatile && isUnchanged(f, root) &&
                        isMadeOnce(f, root));
    const auto [at, isNew] = known.bases.insert({&f, array});
    isGood &= isNew || at->second == array;
  }

  /// What a name that `f` declares once was made of.
  static const ir::Place *original(const ir::Function &f,
                                   const ir::Place *place) {
    for (const ir::Statement *s : f.body->statements)
      if (const auto *let = dyn_cast<ir::LetStatement>(s);
          let && place->wholeVariable() == let->variable)
        if (const auto *load = dyn_cast<ir::LoadExpr>(let->value);
            load && isNamed(load->place))
          return original(f, load->place);
    return place;
  }

  /// Whether a call of `f` has it once: no loop declares it anew.
  static bool isMadeOnce(const ir::Function &f, const ir::Variable *variable) {
    return variable->kind == ir::Variable::Parameter ||
           llvm::any_of(f.body->statements, [&](const ir::Statement *s) {
             return ir::declaredBy(s) == variable;
           });
  }

  /// What the callee calls `place`, where the call is made; null: that is not
  /// known.
  const ir::Place *inCaller(const ir::Function &callee,
                            llvm::ArrayRef<const ir::Expr *> arguments,
                            const ir::Place *place) const {
    if (place->global())
      return place;
    const auto param = llvm::find(callee.params, place->variable());
    if (param == callee.params.end())
      return nullptr;
    const ir::Expr *handed = arguments[size_t(param - callee.params.begin())];
    const ir::Place *at = nullptr;
    auto steps = place->steps;
    if (const auto *address = dyn_cast<ir::AddressExpr>(handed)) {
      if (steps.empty())
        return nullptr;
      at = address->place;
      steps = steps.drop_front(); // it leads there
    } else if (const auto *load = dyn_cast<ir::LoadExpr>(handed)) {
      at = load->place;
    } else if (const auto *value = dyn_cast<ir::ValueExpr>(handed)) {
      at = module.place(value->variable);
    }
    if (!at || !isNamed(at))
      return nullptr;
    for (const ir::Step &step : steps)
      at = module.place(at, step);
    return at;
  }

  //===--- What else is done with it --------------------------------------===//

  /// Pointers are looked through only where it is known which array they lead
  /// into.
  void countValues(const ir::Function &f) {
    llvm::DenseMap<const ir::Variable *, int> others;
    int elements = 0;
    const auto count = [&](const ir::Expr *e, int by) {
      const auto *load = dyn_cast<ir::LoadExpr>(e);
      const ir::Variable *held = heldIn(e);
      if (load && known.isElement(load->place))
        elements += by;
      if (held && known.values.contains(held))
        others[held] += by;
    };
    ir::walkExprs(f.body, [&](const ir::Expr *e) {
      count(e, 1);
      const ir::Place *place = ir::placeOf(e);
      if (place && !heldIn(e))
        countPlace(place, others, elements);
    });
    forEachStatement(f, [&](const ir::Statement *s) {
      ir::forEachPlace(s, [&](const ir::Place *place) {
        if (!(isa<ir::StoreStatement>(s) && known.isElement(place)))
          countPlace(place, others, elements);
      });
    });
    forEachNumbered(f, [&](const ir::Expr *e) { discount(e, count); });
    bool needsBase = elements != 0;
    for (const auto &[variable, number] : others)
      if (number != 0) {
        isGood &= variable->kind == ir::Variable::Let;
        known.followed.insert(variable);
        needsBase = true;
      }
    isGood &= !needsBase || known.bases.count(&f);
  }

  void countPlace(const ir::Place *place,
                  llvm::DenseMap<const ir::Variable *, int> &others,
                  int &elements) const {
    const ir::Variable *variable = place->variable();
    if (variable && known.values.contains(variable))
      ++others[variable];
    elements +=
        variable && known.arrays.contains(variable) && place->steps.size() > 1;
  }

  static void discount(const ir::Expr *e,
                       llvm::function_ref<void(const ir::Expr *, int)> count) {
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
      discount(choice->whenTrue, count);
      return discount(choice->whenFalse, count);
    }
    count(e, -1);
  }

  ir::Module &module;
  const ir::Function &host;
  const ir::StructType *type;
  bool isGood = true;
};

} // namespace

void recognise::numberPointerArrays(ir::Module &module,
                                    const ir::Function &host) {
  std::vector<const ir::StructType *> types;
  for (const ir::NamedType *each : module.namedTypes())
    if (const auto *type = dyn_cast<ir::StructType>(each))
      types.push_back(type);
  for (const ir::StructType *type : types) {
    Finder finder(module, host, type);
    if (finder.run())
      numberElements(module, host, finder.known);
  }
}
