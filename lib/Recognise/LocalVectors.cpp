// Finds what says how many elements a vector has, and that nothing else does.
#include "LocalVectors.h"

#include "Containers.h"
#include "LibraryLayout.h"
#include "LocalUses.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <set>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Looks for what may change the size of a vector, in statements that name it
/// and in the functions that these hand it to.
class SizeChanges {
public:
  explicit SizeChanges(const LocalVector &vector)
      : declaration(vector.declaration), sized(vector.sized) {
    names.insert(vector.variable);
  }

  /// False: there is one. Of statements in their order.
  bool keepsSize(const ir::Statement *s) {
    look(s);
    return !fault;
  }

  std::optional<VectorFault> fault;

private:
  using Names = llvm::SmallPtrSet<const ir::Variable *, 4>;

  /// Whether the vector itself lies there.
  bool isWhole(const ir::Place *place) const {
    if (!place || !place->variable() || !names.count(place->variable()))
      return false;
    if (!ir::pointeeOf(place->variable()->type))
      return place->steps.empty();
    const auto *deref = place->steps.size() == 1
                            ? std::get_if<ir::DerefStep>(&place->steps[0])
                            : nullptr;
    return deref && !deref->offset;
  }

  /// Whether `e` is where the vector lies.
  bool leadsThere(const ir::Expr *e) const {
    if (const auto *address = dyn_cast<ir::AddressExpr>(e))
      return isWhole(address->place);
    const auto *value = dyn_cast<ir::ValueExpr>(e);
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    const ir::Variable *held = value  ? value->variable
                               : load ? load->place->wholeVariable()
                                      : nullptr;
    return held && names.count(held) && ir::pointeeOf(held->type);
  }

  void refuse(ir::Location at, const std::string &why) {
    if (!fault)
      fault = {why, at};
  }

  void look(const ir::Statement *s) {
    if (s != declaration && s != sized)
      lookAt(s);
    ir::forEachChild(s, [&](const ir::Statement *child) { look(child); });
  }

  void lookAt(const ir::Statement *s) {
    const auto *change = dyn_cast<ir::ContainerChangeStatement>(s);
    if (!isa<ir::RangeLoopStatement>(s) &&
        !(change && change->op == ir::ChangeOp::Reserve))
      ir::forEachPlace(s, [&](const ir::Place *place) {
        if (isWhole(place))
          refuse(s->loc, change ? "its size changes" : "it is set as a whole");
      });
    const auto *let = dyn_cast<ir::LetStatement>(s);
    const auto *call = dyn_cast<ir::CallStatement>(s);
    unsigned number = 0;
    ir::forEachOperand(s, [&](const ir::Expr *operand) {
      const unsigned at = number++;
      if (!leadsThere(operand))
        return lookInto(operand, s->loc);
      if (let)
        names.insert(let->variable);
      else if (!call || at >= call->arguments.size())
        refuseWay(s->loc);
      else
        enter(call->callee, at, s->loc);
    });
  }

  /// What is evaluated: calls of pure functions may be handed the vector.
  void lookInto(const ir::Expr *operand, ir::Location loc) {
    llvm::SmallPtrSet<const ir::Expr *, 4> handed;
    ir::walk(operand, [&](const ir::Expr *e) {
      if (leadsThere(e) && !handed.contains(e))
        refuseWay(loc);
      if (const auto *call = dyn_cast<ir::CallExpr>(e))
        for (const auto &[at, argument] : llvm::enumerate(call->arguments))
          if (leadsThere(argument)) {
            handed.insert(argument);
            enter(call->callee, at, loc);
          }
    });
  }

  void refuseWay(ir::Location loc) {
    refuse(loc, "where it lies is kept, or handed on, in a way that is not "
                "followed");
  }

  void enter(const ir::Function *callee, size_t number, ir::Location loc) {
    if (!callee->body || number >= callee->params.size())
      return refuse(loc, "it is handed to what is not known");
    if (!entered.insert({callee, number}).second)
      return;
    const Names outer = names;
    names.clear();
    names.insert(callee->params[number]);
    look(callee->body);
    names = outer;
  }

  const ir::Statement *declaration, *sized;
  Names names;
  std::set<std::pair<const ir::Function *, size_t>> entered;
};

} // namespace

//===--- How many elements it has -----------------------------------------===//

static const ir::Expr *valueIn(const ir::Statement *declaration) {
  if (const auto *let = dyn_cast<ir::LetStatement>(declaration))
    return let->value;
  const auto *var = dyn_cast<ir::VarStatement>(declaration);
  return var ? var->init : nullptr;
}

/// `count`, or `count, value`; not a pair of iterators.
static bool isCount(llvm::ArrayRef<const ir::Expr *> arguments,
                    const ir::Type *element, LocalVector &out) {
  if (arguments.empty() || arguments.size() > 2 ||
      !arguments[0]->type->isInt() ||
      (arguments.size() == 2 && arguments[1]->type != element))
    return false;
  out.count = arguments[0];
  out.value = arguments.size() == 2 ? arguments[1] : nullptr;
  return true;
}

/// The statement that names it next, behind its declaration, where that is in
/// one list with it.
static const ir::Statement *
firstUse(llvm::ArrayRef<const ir::Statement *> statements,
         const ir::Statement *declaration, const ir::Variable *variable) {
  const auto isReserve = [](const ir::Statement *s) {
    const auto *change = dyn_cast<ir::ContainerChangeStatement>(s);
    return change && change->op == ir::ChangeOp::Reserve;
  };
  const auto made = llvm::find(statements, declaration);
  if (made != statements.end()) {
    const auto next =
        std::find_if(made + 1, statements.end(), [&](const ir::Statement *s) {
          return namesVariable(s, variable) && !isReserve(s);
        });
    return next == statements.end() ? nullptr : *next;
  }
  const ir::Statement *result = nullptr;
  for (const ir::Statement *s : statements)
    ir::walk(s, [&](const ir::Statement *each) {
      const auto *block = dyn_cast<ir::BlockStatement>(each);
      if (!block || !llvm::is_contained(block->statements, declaration))
        return;
      const std::vector<const ir::Statement *> list(block->statements.begin(),
                                                    block->statements.end());
      result = firstUse(list, declaration, variable);
    });
  return result;
}

static const ir::Statement *
declarationOf(llvm::ArrayRef<const ir::Statement *> statements,
              const ir::Variable *variable) {
  const ir::Statement *result = nullptr;
  for (const ir::Statement *s : statements)
    ir::walk(s, [&](const ir::Statement *each) {
      result = ir::declaredBy(each) == variable ? each : result;
    });
  return result;
}

/// False: it is another way to say it.
static bool findSize(llvm::ArrayRef<const ir::Statement *> statements,
                     LocalVector &out) {
  const ir::Expr *made = valueIn(out.declaration);
  const ir::Type *element = ir::elementOf(out.variable->type);
  out.sized = out.declaration;
  if (const auto *load = llvm::dyn_cast_or_null<ir::LoadExpr>(made)) {
    out.copied = load->place;
    return true;
  }
  const auto *call = llvm::dyn_cast_or_null<ir::LibraryCallExpr>(made);
  if (!call || call->name != "std::vector")
    return false;
  if (!call->arguments.empty())
    return isCount(call->arguments, element, out);
  const auto *change = llvm::dyn_cast_or_null<ir::ContainerChangeStatement>(
      firstUse(statements, out.declaration, out.variable));
  if (!change || change->container->wholeVariable() != out.variable ||
      (change->op != ir::ChangeOp::Resize &&
       change->op != ir::ChangeOp::Assign))
    return false;
  out.sized = change;
  return isCount(change->arguments, element, out);
}

std::optional<LocalVector>
recognise::localVector(llvm::ArrayRef<const ir::Statement *> statements,
                       const ir::Variable *variable, VectorFault &fault) {
  LocalVector result;
  result.variable = variable;
  result.declaration = declarationOf(statements, variable);
  if (!isVector(variable->type) || !result.declaration)
    return std::nullopt;
  fault = {"how many elements it has is not said where it is declared",
           result.declaration->loc};
  if (!findSize(statements, result))
    return std::nullopt;
  SizeChanges changes(result);
  for (const ir::Statement *s : statements)
    if (!changes.keepsSize(s)) {
      fault = *changes.fault;
      return std::nullopt;
    }
  return result;
}

bool recognise::isDeclaredEmpty(
    llvm::ArrayRef<const ir::Statement *> statements,
    const ir::Variable *variable) {
  const ir::Statement *declaration = declarationOf(statements, variable);
  return declaration && isMadeEmpty(declaration);
}

bool recognise::isLent(const ir::CallStatement &call,
                       const ir::Variable *variable) {
  return llvm::any_of(call.arguments, [&](const ir::Expr *argument) {
    bool result = false;
    ir::walk(argument, [&](const ir::Expr *e) {
      const auto *address = dyn_cast<ir::AddressExpr>(e);
      const auto *read = dyn_cast<ir::ContainerReadExpr>(e);
      result |= (address && address->place->variable() == variable) ||
                (read && read->op == ir::ReadOp::Data &&
                 read->container->variable() == variable);
    });
    return result;
  });
}
