// What several calls of a traversal, which are a program together, hand over:
// the same object at each, which is found once, or what each call has to set.
//
//     call @count(%q, load %root, load %q->reach)    %q: the same
//     store %q->reach = ...                          the value: as it is when
//     call @count(%q, load %other, load %q->reach)   it is read
//     call @count(%q, load %other, 0x1p0:f32)        or set by each call
#include "Operands.h"

#include "Recogniser.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

const ir::Type *OperandFinder::typeAt(const ir::Place *place) {
  const auto found = at(origins.of(place));
  return found && !found->isCopied && !found->operand.extent ? found->type
                                                             : nullptr;
}

std::optional<OwnPart> OperandFinder::object(const ir::Place *place) {
  const auto found = at(origins.of(place));
  return found && !found->isCopied ? std::optional(partOf(*found))
                                   : std::nullopt;
}

std::optional<OwnPart> OperandFinder::objectBehind(const ir::Expr *pointer) {
  const auto found = pointee(origins.of(pointer));
  return found && !found->isCopied ? std::optional(partOf(*found))
                                   : std::nullopt;
}

unsigned OperandFinder::variable(const ir::Variable *variable, bool isChanged) {
  Operand made;
  made.name = variable->name;
  made.prefix = variable->name + ".";
  const bool isName = variable->type->isReference();
  made.type = isName ? ir::pointeeOf(variable->type) : variable->type;
  if (isChanged) {
    made.form = Operand::Local;
    made.local = variable;
  } else {
    // What pointers in it lead to is one array, whoever names it.
    const auto handed =
        llvm::find_if(iteration.operands, [&](const auto &each) {
          const auto *address =
              llvm::dyn_cast_or_null<ir::AddressExpr>(each.origin);
          return each.form == Operand::Value && each.type == made.type &&
                 address && address->place->wholeVariable() == variable;
        });
    if (handed != iteration.operands.end() && !isCopyable(made.type))
      return unsigned(handed - iteration.operands.begin());
    made.form = Operand::Value;
    const ir::Place *place = module.place(variable);
    made.expr =
        module.load(isName ? module.deref(place) : place, variable->loc);
    made.origin = origins.of(made.expr);
  }
  return add(std::move(made));
}

/// Whether `e`, which all calls hand over, is the same at each: it reads no
/// more than variables that the program leaves as they are, and what all
/// iterations see.
bool OperandFinder::isLasting(const ir::Expr *e, const Writes &writes) const {
  bool result = !writes.mayChange(e);
  ir::walk(e, [&](const ir::Expr *each) {
    const auto *value = dyn_cast<ir::ValueExpr>(each);
    const ir::Place *place = ir::placeOf(each);
    const ir::Variable *variable = value   ? value->variable
                                   : place ? place->variable()
                                           : nullptr;
    result &= !variable || !iteration.isOfProgram(variable);
    result &= !isa<ir::CallExpr>(each);
    if (place && !isa<ir::AddressExpr>(each))
      result &= place->wholeVariable() || !origins.varies(place);
  });
  return result;
}

bool OperandFinder::differs(unsigned param,
                            llvm::ArrayRef<const ir::CallStatement *> calls,
                            const Writes &writes) {
  const bool isThrough = ir::pointeeOf(traversal->params[param]->type);
  const auto locate = [&](const ir::Expr *e) {
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    return isThrough ? pointee(e)
                     : (load ? at(load->place) : std::optional<Located>());
  };
  const ir::Expr *one = origins.of(calls[0]->arguments[param]);
  const auto found = locate(one);
  for (const ir::CallStatement *call : calls.drop_front()) {
    const ir::Expr *other = origins.of(call->arguments[param]);
    const auto at = ir::equal(one, other) ? found : locate(other);
    if (!ir::equal(one, other) && (!found || !at || found->steps != at->steps ||
                                   !isSame(found->operand, at->operand)))
      return true;
  }
  if (found && !found->isCopied &&
      (isThrough || !isReachedBesides(param, found->operand)))
    return false;
  if (isThrough && ownVariable(one))
    return false;
  return !isLasting(one, writes);
}
