// Where the query program in an iteration begins and ends.
//
//     const Node *best = nullptr;        from here on, since calls are handed
//     it search(root, q[i], &best); id[i] = best ? best->id : -1;      up to
//     here
#include "Iteration.h"

#include "LocalUses.h"
#include "LocalVectors.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

std::vector<const ir::CallStatement *> Iteration::allCalls() const {
  std::vector<const ir::CallStatement *> result;
  for (const ir::Statement *s : calls)
    ir::walk(s, [&](const ir::Statement *each) {
      const auto *called = dyn_cast<ir::CallStatement>(each);
      if (called && called->callee->isTraversal)
        result.push_back(called);
    });
  return result;
}

void Iteration::takeResults() {
  Statements &after = levels.back().after;
  size_t last = 0;
  const auto use = [&](const ir::Variable *made) {
    // A call's value, and what structured bindings have parts of: no text of
    // the user's names it behind the program.
    if (made && isTemporary(made) &&
        (made->name == "bound" ||
         (made->kind == ir::Variable::Let && made->name == "t")))
      for (size_t k = last; k < after.size(); ++k)
        if (namesVariable(after[k], made))
          last = k + 1;
  };
  for (const ir::Statement *s : calls)
    use(ir::declaredBy(s));
  for (size_t k = 0; k < last; ++k)
    use(ir::declaredBy(after[k]));
  const auto end = after.begin() + static_cast<std::ptrdiff_t>(last);
  calls.insert(calls.end(), after.begin(), end);
  after.erase(after.begin(), end);
}

bool Iteration::takeFrom(const ir::Variable *variable) {
  Statements &before = levels.back().before;
  const auto first = llvm::find_if(before, [&](const ir::Statement *s) {
    return ir::declaredBy(s) == variable;
  });
  if (first == before.end())
    return false;
  calls.insert(calls.begin(), first, before.end());
  before.erase(first, before.end());
  return true;
}

bool Iteration::takeAll(const ir::Variable *variable) {
  if (!isOfProgram(variable) && !takeFrom(variable))
    return false;
  Statements &after = levels.back().after;
  size_t last = 0;
  for (size_t k = 0; k < after.size(); ++k)
    if (namesVariable(after[k], variable))
      last = k + 1;
  // What the user wrote as one statement stays one.
  while (last > 0 && last < after.size() && after[last]->loc.length > 0 &&
         after[last]->loc == after[last - 1]->loc)
    ++last;
  const auto end = after.begin() + static_cast<std::ptrdiff_t>(last);
  calls.insert(calls.end(), after.begin(), end);
  after.erase(after.begin(), end);
  return true;
}

bool Iteration::isOfProgram(const ir::Variable *variable) const {
  bool result = false;
  for (const ir::Statement *s : calls)
    ir::walk(s, [&](const ir::Statement *each) {
      result |= ir::declaredBy(each) == variable;
    });
  return result;
}

bool Iteration::isChanged(const ir::Variable *variable) const {
  // What a reference leads to may be changed.
  if (variable->kind == ir::Variable::Let && !variable->type->isReference())
    return isProgram && isOfProgram(variable);
  return isProgram && llvm::any_of(calls, [&](const ir::Statement *s) {
           return ir::mayChange(s, variable);
         });
}

bool Iteration::isUsedAfter(const ir::Variable *variable) const {
  return variable != headVariable &&
         llvm::any_of(levels, [&](const Level &level) {
           return llvm::any_of(level.after, [&](const ir::Statement *s) {
             return namesVariable(s, variable);
           });
         });
}

//===--- Nodes that are kept ----------------------------------------------===//

/// Whether a value of the type is, or has for a field, a pointer to what
/// another parameter of `function` leads to.
static bool mayHoldNode(const ir::Type *type, const ir::Function &function,
                        size_t but) {
  if (const auto *record = dyn_cast<ir::StructType>(type))
    return record->isComplete() &&
           llvm::none_of(record->fields(),
                         [](const ir::Field &field) {
                           return isa<ir::LibraryType>(field.type) ||
                                  field.isBase;
                         }) &&
           llvm::any_of(record->fields(), [&](const ir::Field &field) {
             return field.type->isPointer() &&
                    mayHoldNode(field.type, function, but);
           });
  const ir::Type *to = type->isPointer() ? ir::pointeeOf(type) : nullptr;
  for (size_t k = 0; to && k < function.params.size(); ++k)
    if (k != but && ir::pointeeOf(function.params[k]->type) == to)
      return true;
  return false;
}

/// Variables whose addresses the call is handed, and which hold pointers to
/// nodes: `visit(root, &best)`.
static std::vector<const ir::Variable *>
keptPointers(const ir::CallStatement &call) {
  std::vector<const ir::Variable *> result;
  for (size_t k = 0; k < call.arguments.size(); ++k) {
    const auto *address = dyn_cast<ir::AddressExpr>(call.arguments[k]);
    const ir::Variable *variable =
        address ? address->place->wholeVariable() : nullptr;
    if (variable && mayHoldNode(variable->type, *call.callee, k))
      result.push_back(variable);
  }
  return result;
}

const ir::Variable *recognise::copiedFrom(const ir::Expr *e,
                                          const KeptNodes &kept) {
  if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
    const ir::Variable *first = copiedFrom(choice->whenTrue, kept);
    return first ? first : copiedFrom(choice->whenFalse, kept);
  }
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  const auto *value = dyn_cast<ir::ValueExpr>(e);
  const ir::Variable *variable = value  ? value->variable
                                 : load ? load->place->wholeVariable()
                                        : nullptr;
  return variable && kept.contains(variable) ? variable : nullptr;
}

void recognise::forEachCopy(
    llvm::ArrayRef<const ir::Statement *> statements, const KeptNodes &kept,
    llvm::function_ref<void(const ir::Variable *)> found) {
  const auto look = [&](const ir::Variable *to, const ir::Expr *value) {
    if (to && value && to->type->isPointer() && !kept.contains(to) &&
        copiedFrom(value, kept))
      found(to);
  };
  for (const ir::Statement *s : statements)
    ir::walk(s, [&](const ir::Statement *each) {
      if (const auto *let = dyn_cast<ir::LetStatement>(each))
        look(let->variable, let->value);
      else if (const auto *var = dyn_cast<ir::VarStatement>(each))
        look(var->variable, var->init);
      else if (const auto *store = dyn_cast<ir::StoreStatement>(each))
        look(store->place->wholeVariable(), store->value);
    });
}

/// What a statement writes to; null: nothing.
static const ir::Place *writtenBy(const ir::Statement *s) {
  if (const auto *store = dyn_cast<ir::StoreStatement>(s))
    return store->place;
  const auto *reduced = dyn_cast<ir::ReduceStatement>(s);
  return reduced ? reduced->place : nullptr;
}

/// Whether what follows the calls hands it to the library, or to what the
/// library keeps, or writes where it leads: that is done on the host.
bool Iteration::isOfHost(const ir::Variable *variable) const {
  return llvm::any_of(levels.back().after, [&](const ir::Statement *s) {
    bool result = false;
    ir::walk(s, [&](const ir::Statement *each) {
      const ir::Place *written = writtenBy(each);
      result |=
          isa<ir::LibraryCallStatement, ir::ContainerChangeStatement>(each) ||
          (written && written->variable() == variable && written->isIndirect());
    });
    return result && namesVariable(s, variable);
  });
}

void Iteration::takeKeptNodes() {
  KeptNodes kept;
  for (const ir::CallStatement *call : allCalls())
    for (const ir::Variable *variable : keptPointers(*call))
      if (takeAll(variable)) {
        isProgram = true;
        kept.insert(variable);
      }
  // And what they are copied to: a function's value, a variable of the body's.
  for (bool grows = !kept.empty(); grows;) {
    grows = false;
    std::vector<const ir::Variable *> copies;
    forEachCopy(calls, kept,
                [&](const ir::Variable *to) { copies.push_back(to); });
    for (const ir::Variable *copy : copies)
      if (kept.insert(copy) && !isOfHost(copy))
        grows |= takeAll(copy);
  }
}

//===--- Vectors ----------------------------------------------------------===//

void Iteration::takeLocalVectors() {
  const Statements before = levels.back().before;
  for (size_t k = 0; k < before.size(); ++k) {
    const ir::Variable *variable = ir::declaredBy(before[k]);
    if (!variable || isOfProgram(variable) || isOfHost(variable))
      continue;
    const bool isUsed = isProgram
                            ? llvm::any_of(calls,
                                           [&](const ir::Statement *s) {
                                             return namesVariable(s, variable);
                                           })
                            : call && isLent(*call, variable);
    Statements list(before.begin() + std::ptrdiff_t(k), before.end());
    list.insert(list.end(), calls.begin(), calls.end());
    list.insert(list.end(), levels.back().after.begin(),
                levels.back().after.end());
    VectorFault fault;
    if (isUsed && localVector(list, variable, fault) && takeAll(variable))
      isProgram = true;
  }
}
