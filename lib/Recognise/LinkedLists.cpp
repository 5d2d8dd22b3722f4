// Finds the pointers that go along lists, and puts numbers in their place.
#include "LinkedLists.h"
#include "LocalUses.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

//===--- Pointers ---------------------------------------------------------===//

/// The steps from an element to a pointer of `type` in it that `place`, which
/// follows a variable, begins with; none: it is none.
static llvm::ArrayRef<ir::Step> wayToNext(const ir::Place *place,
                                          const ir::Type *type) {
  if (!place->variable() || place->steps.empty())
    return {};
  const auto *deref = std::get_if<ir::DerefStep>(&place->steps[0]);
  if (!deref || deref->offset)
    return {};
  for (size_t k = 1; k < place->steps.size(); ++k) {
    const auto *inner = std::get_if<ir::FieldStep>(&place->steps[k]);
    if (!inner || inner->field->isVolatile || inner->field->parent->isUnion())
      return {};
    if (inner->field->type == type)
      return place->steps.slice(1, k);
  }
  return {};
}

static bool isSame(llvm::ArrayRef<ir::Step> a, llvm::ArrayRef<ir::Step> b) {
  return llvm::equal(a, b, [](const ir::Step &x, const ir::Step &y) {
    return ir::equal(x, y);
  });
}

const ir::Variable *ListPointers::followedIn(const ir::Place *place) const {
  const ir::Variable *variable = place->variable();
  return contains(variable) && !place->isVolatile &&
                 isSame(wayToNext(place, variable->type), way)
             ? variable
             : nullptr;
}

const ir::Variable *ListPointers::followedIn(const ir::Expr *e) const {
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  return load && load->place->steps.size() == way.size() + 1
             ? followedIn(load->place)
             : nullptr;
}

namespace {

/// Gives a variable a value.
struct Setting {
  const ir::Variable *variable = nullptr;
  const ir::Expr *value = nullptr;
};

} // namespace

static Setting settingOf(const ir::Statement *s) {
  if (const auto *var = dyn_cast<ir::VarStatement>(s))
    return {var->variable, var->init};
  if (const auto *let = dyn_cast<ir::LetStatement>(s))
    return {let->variable, let->value};
  const auto *store = dyn_cast<ir::StoreStatement>(s);
  return store && store->place->wholeVariable()
             ? Setting{store->place->wholeVariable(), store->value}
             : Setting();
}

/// The pointers that `variable` is set by, along `way`, and those that follow
/// them.
static ListPointers along(const ir::Function &function,
                          const ir::Variable *variable,
                          llvm::ArrayRef<ir::Step> way) {
  ListPointers result;
  result.variables.insert(variable);
  result.way = way;
  for (const ir::Step &step : way) {
    result.next = std::get<ir::FieldStep>(step).field;
    result.nextAt += result.next->offset;
  }
  for (size_t known = 0; known != result.variables.size();) {
    known = result.variables.size();
    ir::walk(static_cast<const ir::Statement *>(function.body),
             [&](const ir::Statement *s) {
               const Setting set = settingOf(s);
               if (!set.value || set.variable->type != variable->type)
                 return;
               const ir::Variable *from = heldIn(set.value);
               if (!from)
                 from = result.followedIn(set.value);
               const bool isStep = result.followedIn(set.value) != nullptr;
               if (from && isStep && result.contains(from))
                 result.variables.insert(set.variable);
               else if (from && !isStep && result.contains(set.variable) &&
                        from->kind != ir::Variable::Parameter)
                 result.variables.insert(from);
             });
  }
  return result;
}

/// Pointers along one kind of list, of which some are moved on.
static std::vector<ListPointers> pointersOf(const ir::Function &function) {
  std::vector<ListPointers> result;
  ir::walk(static_cast<const ir::Statement *>(function.body),
           [&](const ir::Statement *s) {
             const Setting set = settingOf(s);
             const auto *load =
                 set.value ? dyn_cast<ir::LoadExpr>(set.value) : nullptr;
             if (!load || !set.variable->type->isPointer())
               return;
             const auto way = wayToNext(load->place, set.variable->type);
             const ir::Variable *from = load->place->variable();
             const bool isStep = !way.empty() &&
                                 load->place->steps.size() == way.size() + 1 &&
                                 from->type == set.variable->type;
             if (isStep && llvm::none_of(result, [&](const ListPointers &each) {
                   return each.contains(from);
                 }))
               result.push_back(along(function, from, way));
           });
  return result;
}

/// Whether nothing else is done with them: none has its address taken, or is
/// moved in another way.
static bool areOnlyFollowed(const ir::Function &function,
                            const ListPointers &pointers) {
  const LocalUses uses = usesOf(function.body);
  for (const ir::Variable *each : pointers.variables)
    if (uses.lookup(each).isAddressed || each->isVolatile)
      return false;
  bool result = true;
  const auto look = [&](const ir::Place *place) {
    if (!pointers.contains(place->variable()) || place->steps.empty())
      return;
    const auto *deref = std::get_if<ir::DerefStep>(&place->steps[0]);
    result &= deref && !deref->offset;
  };
  ir::walkExprs(function.body, [&](const ir::Expr *e) {
    if (const ir::Place *place = ir::placeOf(e))
      look(place);
  });
  ir::walk(static_cast<const ir::Statement *>(function.body),
           [&](const ir::Statement *s) { ir::forEachPlace(s, look); });
  return result;
}

/// Whether an object of `type` holds the pointer to the next element.
static bool holds(const ir::Type *type, const ListPointers &pointers) {
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return holds(array->element, pointers);
  const auto *record = dyn_cast<ir::StructType>(type);
  return record && record->isComplete() &&
         (record == pointers.next->parent ||
          llvm::any_of(record->fields(), [&](const ir::Field &field) {
            return holds(field.type, pointers);
          }));
}

/// Whether `function` may change lists, which are then others.
static bool changesLists(const ir::Function &function,
                         const ListPointers &pointers) {
  bool result = false;
  ir::walk(static_cast<const ir::Statement *>(function.body),
           [&](const ir::Statement *s) {
             ir::forEachPlace(s, [&](const ir::Place *place) {
               if (llvm::isa<ir::RangeLoopStatement>(s))
                 return;
               const auto *last =
                   place->steps.empty()
                       ? nullptr
                       : std::get_if<ir::FieldStep>(&place->steps.back());
               result |= (last && last->field == pointers.next) ||
                         (place->isIndirect() && holds(place->type, pointers));
             });
           });
  return result;
}

//===--- Numbers ----------------------------------------------------------===//

namespace {

class Numbering {
public:
  Numbering(ir::Module &module, ir::Function &function,
            const ListPointers &pointers, ListHeads heads)
      : module(module), function(function), pointers(pointers),
        heads(std::move(heads)), index(module.intType(ir::IntType::I64)),
        list(module.libraryType("rt::list",
                                {pointers.variables[0]->type,
                                 int64_t(pointers.nextAt), int64_t(-1)})),
        copy(module) {}

  void run() {
    copy.onExpr = [this](const ir::Expr *e) { return expr(e); };
    copy.onWholePlace = [this](const ir::Place *p) { return place(p); };
    copy.onStatement = [this](const ir::Statement *s) { return statement(s); };
    for (const ir::Variable *each : pointers.variables)
      if (each->kind == ir::Variable::Parameter)
        atStart.push_back(declare(each, module.integer(index, 0)));
    ir::BlockStatement *made = copy.block(function.body);
    made->statements.insert(made->statements.begin(), atStart.begin(),
                            atStart.end());
    function.body = made;
  }

private:
  ir::VarStatement *declare(const ir::Variable *pointer,
                            const ir::Expr *first) {
    ir::Variable *made = module.variable(
        ir::Variable::Local, pointer->name + "_at", index, pointer->loc);
    numbers[pointer] = made;
    ir::VarStatement *result = module.var(made, first);
    result->loc = pointer->loc;
    return result;
  }

  const ir::Expr *numberIn(const ir::Variable *pointer) {
    return module.load(module.place(numbers.lookup(pointer)));
  }
  const ir::Expr *after(const ir::Variable *pointer) {
    return module.binary(ir::BinaryOp::Add, numberIn(pointer),
                         module.integer(index, 1));
  }

  /// Where the pointer to element `number` lies.
  const ir::Place *element(const ir::Place *head, const ir::Expr *number) {
    return module.element(module.list(copy.place(head), list), number);
  }

  /// What element such a pointer is given; null: the first one.
  const ir::Expr *numberOf(const ir::Expr *value) {
    if (const ir::Variable *from = pointers.followedIn(value))
      return after(from);
    const ir::Variable *held = heldIn(value);
    return pointers.contains(held) && numbers.count(held)
               ? numberIn(held)
               : module.integer(index, 0);
  }

  const ir::Expr *expr(const ir::Expr *e) {
    const auto *value = dyn_cast<ir::ValueExpr>(e);
    const ir::Place *head = value ? heads.at.lookup(e) : nullptr;
    return head ? module.load(element(head, numberIn(value->variable)), e->loc)
                : nullptr;
  }

  const ir::Place *place(const ir::Place *p) {
    const ir::Place *head = heads.at.lookup(p);
    if (!head)
      return nullptr;
    const bool isNext = pointers.followedIn(p) != nullptr;
    const ir::Place *result =
        element(head, isNext ? after(p->variable()) : numberIn(p->variable()));
    for (const ir::Step &step :
         p->steps.drop_front(isNext ? pointers.way.size() + 1 : 0))
      result = module.place(result, stepIn(step));
    return result;
  }

  ir::Step stepIn(const ir::Step &step) {
    if (const auto *at = std::get_if<ir::IndexStep>(&step))
      return ir::IndexStep{copy.expr(at->index)};
    if (const auto *at = std::get_if<ir::ElementStep>(&step))
      return ir::ElementStep{copy.expr(at->index)};
    const auto *at = std::get_if<ir::DerefStep>(&step);
    return at && at->offset ? ir::Step(ir::DerefStep{copy.expr(at->offset)})
                            : step;
  }

  std::optional<std::vector<ir::Statement *>>
  statement(const ir::Statement *s) {
    const Setting set = settingOf(s);
    if (!pointers.contains(set.variable))
      return std::nullopt;
    const ir::Expr *number = set.value ? numberOf(set.value) : nullptr;
    ir::Statement *made = nullptr;
    if (llvm::isa<ir::StoreStatement>(s))
      made = module.store(module.place(numbers.lookup(set.variable)), number);
    else
      made = declare(set.variable, number);
    made->loc = s->loc;
    return std::vector<ir::Statement *>{made};
  }

  ir::Module &module;
  ir::Function &function;
  const ListPointers &pointers;
  const ListHeads heads;
  const ir::Type *index;
  const ir::LibraryType *list;
  ir::Mapper copy;
  std::vector<ir::Statement *> atStart;
  llvm::DenseMap<const ir::Variable *, const ir::Variable *> numbers;
};

} // namespace

/// Whether what the pointers lead to may be a node: what the recursion chooses.
static bool leadToNodes(const ir::Function &traversal,
                        const ListPointers &pointers) {
  const ir::Type *type = pointers.variables[0]->type;
  bool result = false;
  ir::walk(static_cast<const ir::Statement *>(traversal.body),
           [&](const ir::Statement *s) {
             const auto *call = dyn_cast<ir::CallStatement>(s);
             if (!call || call->callee != &traversal)
               return;
             for (size_t k = 0; k < call->arguments.size(); ++k)
               result |= ir::pointeeOf(traversal.params[k]->type) ==
                             ir::pointeeOf(type) &&
                         heldIn(call->arguments[k]) != traversal.params[k];
           });
  return result;
}

/// What `function` calls, and what that does.
static void reach(const ir::Function *function,
                  llvm::SmallSetVector<ir::Function *, 8> &found) {
  const auto add = [&](const ir::Function *callee) {
    if (callee->body && found.insert(const_cast<ir::Function *>(callee)))
      reach(callee, found);
  };
  ir::walk(static_cast<const ir::Statement *>(function->body),
           [&](const ir::Statement *s) {
             if (const auto *call = dyn_cast<ir::CallStatement>(s))
               add(call->callee);
           });
  ir::walkExprs(function->body, [&](const ir::Expr *e) {
    if (const auto *call = dyn_cast<ir::CallExpr>(e))
      add(call->callee);
  });
}

/// Numbers the pointers along one list; whether there are any.
static bool numberOne(ir::Module &module, ir::Function &function,
                      llvm::function_ref<bool(const ListPointers &)> isTaken) {
  for (const ListPointers &pointers : pointersOf(function)) {
    if (!isTaken(pointers))
      continue;
    if (auto heads = findHeads(module, function, pointers)) {
      Numbering(module, function, pointers, std::move(*heads)).run();
      return true;
    }
  }
  return false;
}

void recognise::numberLists(ir::Module &module, ir::Function *traversal,
                            const ir::Function &host) {
  llvm::SmallSetVector<ir::Function *, 8> all, elsewhere;
  all.insert(traversal);
  reach(traversal, all);
  elsewhere.insert(traversal); // what else calls it
  reach(&host, elsewhere);
  const auto change = [&](const ListPointers &pointers) {
    const auto changes = [&](const ir::Function *each) {
      return changesLists(*each, pointers);
    };
    return changes(&host) || llvm::any_of(all, changes) ||
           llvm::any_of(elsewhere, changes);
  };
  for (ir::Function *function : all) {
    if (function != traversal && elsewhere.contains(function))
      continue;
    const auto isTaken = [&](const ListPointers &pointers) {
      return !leadToNodes(*traversal, pointers) &&
             areOnlyFollowed(*function, pointers) &&
             goesToEnd(*function, pointers) && !change(pointers);
    };
    // What is made has variables of its own.
    while (numberOne(module, *function, isTaken))
      ;
  }
}
