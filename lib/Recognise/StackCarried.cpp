// What a loop with a stack is, ahead of its iterations: where it is left, and
// which variables go on from one iteration to the next.
//
//     const Node *n = root;              n is carried: it is set to what is
//     while (true) {                     taken, and the next iteration looks at
//       ...                              it first.
//       n = todo.back(); todo.pop_back();
//     }
#include "LocalUses.h"
#include "StackWays.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

/// The loop's own jumps; false: something in it leaves more than the loop.
bool StackWays::findJumps(const ir::LoopStatement &of) {
  llvm::SmallPtrSet<const ir::Statement *, 8> inside;
  ir::walk(static_cast<const ir::Statement *>(of.body),
           [&](const ir::Statement *s) { inside.insert(s); });
  bool result = true;
  const std::function<void(const ir::Statement *)> find =
      [&](const ir::Statement *s) {
        if (isa<ir::BreakStatement, ir::ContinueStatement>(s))
          jumps.insert(s);
        if (!isa<ir::LoopStatement, ir::RangeLoopStatement,
                 ir::CountedLoopStatement>(s))
          ir::forEachChild(s, [&](const ir::Statement *child) { find(child); });
      };
  find(of.body);
  ir::walk(static_cast<const ir::Statement *>(of.body),
           [&](const ir::Statement *s) {
             const auto *leave = dyn_cast<ir::LeaveStatement>(s);
             if (leave && !inside.contains(leave->block))
               result = fail(s->loc, "the loop is left for a block around it");
           });
  return result;
}

/// The variable that a place is found by, through what keeps its height.
static bool isElement(const ir::Place *place, const OwnStack &stack,
                      const llvm::SmallPtrSetImpl<const ir::Variable *> &kept) {
  if (const auto *root = std::get_if<ir::PointeeRoot>(&place->root)) {
    bool result = false;
    ir::walk(root->pointer, [&](const ir::Expr *e) {
      const auto *value = dyn_cast<ir::ValueExpr>(e);
      const ir::Place *read = ir::placeOf(e);
      result |= (value && kept.contains(value->variable)) ||
                (read && stack.isNamedBy(read->variable()));
    });
    return result;
  }
  const ir::Variable *variable = place->variable();
  return !place->steps.empty() &&
         (stack.isNamedBy(variable) ||
          (variable && variable->type->isPointer() && kept.contains(variable)));
}

/// Whether the first thing that the iteration does with the stack, on all its
/// ways, is to take an element, before it looks at anything that is declared
/// around the loop and set by what is taken.
static bool looksBeforeTaking(const ir::LoopStatement &of,
                              const ir::Variable *variable) {
  std::vector<const ir::Statement *> list;
  if (of.head)
    list.insert(list.end(), of.head->statements.begin(),
                of.head->statements.end());
  list.insert(list.end(), of.body->statements.begin(),
              of.body->statements.end());
  const auto mentions = [&](const ir::Expr *e) {
    bool result = false;
    ir::walk(e, [&](const ir::Expr *each) {
      const ir::Place *place = ir::placeOf(each);
      result |= place && place->variable() == variable;
    });
    return result;
  };
  if (mentions(of.condition))
    return true;
  for (const ir::Statement *s : list) {
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    if (store && store->place->wholeVariable() == variable)
      return mentions(store->value);
    bool isNamed = false;
    ir::walkExprs(s, [&](const ir::Expr *e) { isNamed |= mentions(e); });
    ir::walk(s, [&](const ir::Statement *each) {
      ir::forEachPlace(each, [&](const ir::Place *place) {
        isNamed |= place->variable() == variable;
      });
    });
    if (isNamed)
      return true;
  }
  return true;
}

bool StackWays::isNamedInLoop(const ir::Variable *variable) const {
  bool result = false;
  const auto look = [&](const ir::Place *place) {
    result |= place && place->variable() == variable;
  };
  ir::walk(static_cast<const ir::Statement *>(loop),
           [&](const ir::Statement *s) { ir::forEachPlace(s, look); });
  ir::walkExprs(loop, [&](const ir::Expr *e) {
    look(ir::placeOf(e));
    const auto *value = dyn_cast<ir::ValueExpr>(e);
    result |= value && value->variable == variable;
  });
  return result;
}

/// Whether something has the variable's address; what an element is made of is
/// only read.
bool StackWays::isLent(const ir::Variable *variable) const {
  unsigned lent = 0;
  const auto isOf = [&](const ir::Expr *e) {
    const auto *address = dyn_cast<ir::AddressExpr>(e);
    return address && address->place->variable() == variable &&
           !address->place->isIndirect();
  };
  ir::walkExprs(holder.body, [&](const ir::Expr *e) {
    lent += isOf(e);
    const auto *made = dyn_cast<ir::LibraryCallExpr>(e);
    if (made && made->name == "std::pair")
      lent -= llvm::count_if(made->arguments, isOf);
  });
  ir::walk(static_cast<const ir::Statement *>(holder.body),
           [&](const ir::Statement *s) {
             const auto *call = dyn_cast<ir::LibraryCallStatement>(s);
             if (call && llvm::StringRef(call->name).contains("::emplace"))
               lent -= llvm::count_if(call->arguments, isOf);
           });
  return lent != 0;
}

/// Numbers and pointers that are declared ahead of the loop, and that each
/// iteration sets before it looks at them.
void StackWays::findOwnCopies(
    const ir::LoopStatement &of,
    const llvm::SmallPtrSetImpl<const ir::Variable *> &declared) {
  llvm::SmallPtrSet<const ir::Variable *, 8> looked;
  const std::function<void(const ir::Statement *)> look =
      [&](const ir::Statement *s) {
        if (s == &of)
          return;
        ir::forEachOperand(s, [&](const ir::Expr *e) {
          ir::walk(e, [&](const ir::Expr *each) {
            if (const ir::Place *place = ir::placeOf(each))
              looked.insert(place->variable());
          });
        });
        ir::forEachChild(s, look);
      };
  look(holder.body);
  ir::walk(static_cast<const ir::Statement *>(&of),
           [&](const ir::Statement *s) {
             const auto *store = dyn_cast<ir::StoreStatement>(s);
             const ir::Variable *variable =
                 store ? store->place->wholeVariable() : nullptr;
             if (variable && variable->kind == ir::Variable::Local &&
                 !variable->isVolatile && !stack.isNamedBy(variable) &&
                 !declared.contains(variable) && !looked.contains(variable) &&
                 !isLent(variable) && !carried.count(variable) &&
                 !looksBeforeTaking(of, variable))
               ownCopies[variable] = 0;
           });
}

/// The variables that are set to what is taken, and that the next iteration
/// looks at.
bool StackWays::findCarried(const ir::LoopStatement &of) {
  llvm::SmallPtrSet<const ir::Variable *, 8> declared, kept;
  ir::walk(
      static_cast<const ir::Statement *>(&of), [&](const ir::Statement *s) {
        if (const ir::Variable *variable = ir::declaredBy(s))
          declared.insert(variable);
        const auto *let = dyn_cast<ir::LetStatement>(s);
        if (!let)
          return;
        ir::walk(let->value, [&](const ir::Expr *e) {
          const ir::Place *read = ir::placeOf(e);
          if (read && read->steps.empty() && stack.isNamedBy(read->variable()))
            kept.insert(let->variable);
        });
      });
  bool result = true;
  ir::walk(
      static_cast<const ir::Statement *>(&of), [&](const ir::Statement *s) {
        const auto *store = dyn_cast<ir::StoreStatement>(s);
        const auto *load =
            store ? dyn_cast<ir::LoadExpr>(store->value) : nullptr;
        const ir::Variable *variable =
            store ? store->place->variable() : nullptr;
        if (!load || !variable || store->place->isIndirect() ||
            declared.contains(variable) || stack.isNamedBy(variable) ||
            !isElement(load->place, stack, kept))
          return;
        if (isLent(variable))
          result = fail(s->loc, "something has the address of what goes on to "
                                "the next iteration");
        if (!looksBeforeTaking(of, variable)) {
          ownCopies[variable] = 0;
          return;
        }
        int part = -1;
        if (variable->type != stack.element || stack.parts[0].steps.empty()) {
          const bool isWhole = store->place->steps.empty();
          for (size_t from = 0; isWhole && from <= load->place->steps.size();
               ++from)
            part = std::max(part,
                            stack.partAt(load->place->steps.drop_front(from)));
          if (part < 0)
            result =
                fail(s->loc, "what goes on to the next iteration is neither "
                             "an element nor a number or pointer of one");
        }
        const auto known = carried.find(variable);
        if (known != carried.end() && known->second != part)
          result =
              fail(s->loc, "one variable is set to different parts of what is "
                           "taken");
        carried[variable] = part;
      });
  findOwnCopies(of, declared);
  ir::walk(static_cast<const ir::Statement *>(&of),
           [&](const ir::Statement *s) {
             ir::forEachPlace(s, [&](const ir::Place *place) {
               if (ownCopies.count(place->variable()))
                 ++ownCopies[place->variable()];
             });
           });
  return result;
}

/// What the loop calls what it takes: `n` of `Node *n = todo.top();`.
std::string StackWays::nameOfElement(const ir::LoopStatement &of) const {
  std::string result;
  const llvm::SmallPtrSet<const ir::Variable *, 1> none;
  ir::walk(static_cast<const ir::Statement *>(&of),
           [&](const ir::Statement *s) {
             const auto *let = dyn_cast<ir::LetStatement>(s);
             const auto *var = dyn_cast<ir::VarStatement>(s);
             const auto *store = dyn_cast<ir::StoreStatement>(s);
             const ir::Variable *named = let     ? let->variable
                                         : var   ? var->variable
                                         : store ? store->place->wholeVariable()
                                                 : nullptr;
             const ir::Expr *value = let     ? let->value
                                     : var   ? var->init
                                     : store ? store->value
                                             : nullptr;
             const auto *load =
                 value ? llvm::dyn_cast<ir::LoadExpr>(value) : nullptr;
             if (result.empty() && named && load &&
                 isElement(load->place, stack, none) && !isTemporary(named))
               result = named->name;
           });
  return result;
}
