// Finds the pointers that go along lists, and puts numbers in their place.
#include "LinkedLists.h"
#include "Iteration.h"
#include "LocalUses.h"
#include "NestedLoops.h"
#include "Object.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/LibraryParts.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

//===--- What is done with them -------------------------------------------===//

namespace {

/// Whether pointers are only moved on, asked whether they are at the end, and
/// followed to elements; of a ring, to nothing of its links.
class Uses {
public:
  explicit Uses(const ListPointers &pointers) : pointers(pointers) {}

  bool areKnown(const ir::Function &function) {
    const LocalUses uses = usesOf(function.body);
    for (const ir::Variable *each : pointers.variables)
      if (uses.lookup(each).isAddressed || each->isVolatile)
        return false;
    ir::walk(static_cast<const ir::Statement *>(function.body),
             [&](const ir::Statement *s) { look(s); });
    return result;
  }

private:
  void look(const ir::Statement *s) {
    if (pointers.contains(settingOf(s).variable))
      return; // ListHeads.cpp looks at what they are given
    ir::forEachPlace(s, [&](const ir::Place *place) { look(place); });
    ir::forEachOperand(s, [&](const ir::Expr *e) { look(e); });
  }

  void look(const ir::Expr *e) {
    if (pointers.askedForEnd(e) ||
        (pointers.holdLinks && pointers.elementIn(e)))
      return;
    if (pointers.contains(heldIn(e)))
      result &= !pointers.holdLinks;
    else if (const ir::Place *place = ir::placeOf(e))
      look(place);
    ir::forEachOperand(e, [&](const ir::Expr *part) { look(part); });
  }

  void look(const ir::Place *place) {
    if (!pointers.contains(place->variable()) || place->steps.empty())
      return;
    const auto *deref = std::get_if<ir::DerefStep>(&place->steps[0]);
    result &= deref && !deref->offset && !pointers.holdLinks &&
              !(pointers.isRing && entersLink(place));
  }

  bool entersLink(const ir::Place *place) const {
    const auto link = llvm::ArrayRef(pointers.way).take_front(pointers.toLink);
    return place->steps.size() > link.size() &&
           llvm::equal(place->steps.slice(1, link.size()), link,
                       [](const ir::Step &a, const ir::Step &b) {
                         return ir::equal(a, b);
                       });
  }

  const ListPointers &pointers;
  bool result = true;
};

} // namespace

//===--- Numbers ----------------------------------------------------------===//

namespace {

class Numbering {
public:
  Numbering(ir::Module &module, ir::Function &function,
            const ListPointers &pointers, ListHeads heads, bool isCounted)
      : module(module), function(function), pointers(pointers),
        heads(std::move(heads)), isCounted(isCounted),
        index(module.intType(isCounted ? ir::IntType::U64 : ir::IntType::I64)),
        list(module.libraryType(
            "rt::list", {pointers.element, int64_t(pointers.nextAt),
                         pointers.isRing ? int64_t(pointers.linkAt)
                         : ir::isLinkOfRing(*pointers.next) ? ringOfLibrary
                                                            : int64_t(-1)})),
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

  /// The list that `e` is a pointer along; null of other values.
  const ir::Place *headOf(const ir::Expr *e) const {
    const ir::Place *place = ir::placeOf(e);
    return heads.at.lookup(place ? static_cast<const void *>(place) : e);
  }
  /// Which of its elements `e` leads to, or has the link of.
  const ir::Expr *numberAt(const ir::Expr *e) {
    if (const ir::Variable *from = pointers.followedIn(e))
      return after(from);
    const ir::Variable *held = heldIn(e);
    return numberIn(held ? held : ir::placeOf(e)->variable());
  }
  /// Where the pointer to that element lies.
  const ir::Place *elementOf(const ir::Expr *e) {
    const ir::Place *head = headOf(e);
    return head ? element(head, numberAt(e)) : nullptr;
  }

  /// The same question, asked of the element's number; null of other values.
  const ir::Expr *askedByNumber(const ir::Expr *e) {
    const ir::Expr *asked = pointers.askedForEnd(e);
    const ir::Place *head = asked ? headOf(asked) : nullptr;
    if (!head)
      return nullptr;
    return module.binary(
        asksWhetherAtEnd(e) ? ir::BinaryOp::Ge : ir::BinaryOp::Lt,
        numberAt(asked),
        module.read(ir::ReadOp::Size, module.list(copy.place(head), list), {},
                    e->loc),
        e->loc);
  }

  /// What element such a pointer is given; else the first one.
  const ir::Expr *numberOf(const ir::Expr *value) {
    if (const ir::Variable *from = pointers.followedIn(value))
      return after(from);
    const ir::Variable *held = heldIn(value);
    return pointers.contains(held) && numbers.count(held)
               ? numberIn(held)
               : module.integer(index, 0);
  }

  const ir::Expr *expr(const ir::Expr *e) {
    if (isCounted)
      if (const ir::Expr *made = askedByNumber(e))
        return made;
    const ir::Expr *asked = pointers.isRing ? pointers.askedForEnd(e) : nullptr;
    const ir::Expr *held = asked                        ? asked
                           : pointers.holdLinks         ? pointers.elementIn(e)
                           : dyn_cast<ir::ValueExpr>(e) ? e
                                                        : nullptr;
    const ir::Place *found = held ? elementOf(held) : nullptr;
    const ir::Expr *result = found ? module.load(found, e->loc) : nullptr;
    return result && asked
               ? module.binary(llvm::cast<ir::BinaryExpr>(e)->op, result,
                               module.null(list->typeArgument(0)), e->loc)
               : result;
  }

  const ir::Place *place(const ir::Place *p) {
    const ir::Place *head = heads.at.lookup(p);
    if (!head)
      return nullptr;
    const bool isNext = !pointers.isRing && pointers.followedIn(p);
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
    if (isCounted && pointers.ends.contains(set.variable))
      return std::vector<ir::Statement *>(); // nobody asks for it
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
  const bool isCounted;
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

using Functions = llvm::SmallSetVector<ir::Function *, 8>;

/// What `s` calls, and what that does; what `but` calls is left out.
static void reach(const ir::Statement *s, const ir::Statement *but,
                  Functions &found) {
  if (s == but)
    return;
  const auto add = [&](const ir::Function *callee) {
    if (callee->body && found.insert(const_cast<ir::Function *>(callee)))
      reach(callee->body, but, found);
  };
  const auto inExpr = [&](const ir::Expr *e) {
    if (const auto *call = dyn_cast<ir::CallExpr>(e))
      add(call->callee);
  };
  if (const auto *call = dyn_cast<ir::CallStatement>(s))
    add(call->callee);
  ir::forEachOperand(s, [&](const ir::Expr *e) { ir::walk(e, inExpr); });
  ir::forEachPlace(s, [&](const ir::Place *place) { ir::walk(place, inExpr); });
  ir::forEachChild(
      s, [&](const ir::Statement *child) { reach(child, but, found); });
}

/// Numbers the pointers along all lists that are taken. What is made has
/// variables of its own.
static void numberAll(ir::Module &module, ir::Function &function,
                      bool isCounted,
                      llvm::function_ref<bool(const ListPointers &)> isTaken) {
  const auto numberOne = [&] {
    for (const ListPointers &pointers : pointersOf(function)) {
      if (!Uses(pointers).areKnown(function) ||
          !goesToEnd(function, pointers) || !isTaken(pointers))
        continue;
      if (auto heads = findHeads(module, function, pointers);
          heads && (!isCounted || areSteady(function, pointers, *heads))) {
        Numbering(module, function, pointers, std::move(*heads), isCounted)
            .run();
        return true;
      }
    }
    return false;
  };
  while (numberOne())
    ;
}

void recognise::numberLists(ir::Module &module, ir::Function *traversal,
                            const ir::Function &host) {
  Functions all, elsewhere;
  all.insert(traversal);
  reach(traversal->body, nullptr, all);
  elsewhere.insert(traversal); // what else calls it
  reach(host.body, nullptr, elsewhere);
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
    numberAll(module, *function, false, [&](const ListPointers &pointers) {
      return !leadToNodes(*traversal, pointers) && !change(pointers);
    });
  }
}

static bool areDeclaredIn(const ir::BlockStatement *body,
                          const ListPointers &pointers) {
  size_t found = 0;
  ir::walk(static_cast<const ir::Statement *>(body),
           [&](const ir::Statement *s) {
             found += pointers.contains(ir::declaredBy(s));
           });
  return found == pointers.variables.size();
}

void recognise::numberLists(ir::Module &module, const ir::Statement *loop,
                            const ir::Function &host) {
  if (!isNested(bodyOf(loop)))
    return;
  ir::Function body("", module.functionType(module.voidType(), {}), {});
  body.body = const_cast<ir::BlockStatement *>(bodyOf(loop));
  Functions all, elsewhere;
  reach(body.body, nullptr, all);
  reach(host.body, loop, elsewhere);
  const auto isTaken = [&](const ListPointers &pointers) {
    const auto changes = [&](const ir::Function *each) {
      return changesLists(*each, pointers) || changesHeads(*each, pointers);
    };
    return !changes(&body) && llvm::none_of(all, changes);
  };
  for (ir::Function *function : all)
    if (!elsewhere.contains(function))
      numberAll(module, *function, true, isTaken);
  numberAll(module, body, true, [&](const ListPointers &pointers) {
    return areDeclaredIn(body.body, pointers) && isTaken(pointers);
  });
  setBody(const_cast<ir::Statement *>(loop), body.body);
}
