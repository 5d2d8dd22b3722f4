// What holds a pointer to a node, and whether code may change it.
#include "PointerHolders.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

bool recognise::isOwner(const ir::Type *type) {
  const auto *library = llvm::dyn_cast_or_null<ir::LibraryType>(type);
  return library && library->arguments.size() == 1 &&
         (library->name == "std::unique_ptr" ||
          library->name == "std::shared_ptr") &&
         llvm::isa_and_nonnull<ir::StructType>(ir::followedFrom(type));
}

const ir::Type *recognise::holderIn(const ir::Type *type) {
  if (isOwner(type))
    return type;
  if (!type->isReference() || llvm::cast<ir::ReferenceType>(type)->isVolatile)
    return nullptr;
  const ir::Type *to = ir::pointeeOf(type);
  const bool isPlain = to->isPointer() &&
                       !llvm::cast<ir::PointerType>(to)->isVolatile &&
                       isa<ir::StructType>(ir::pointeeOf(to));
  return isPlain || isOwner(to) ? to : nullptr;
}

/// Whether an object of `type` may have one of type `part` in it, or own one.
static bool mayHold(const ir::Type *type, const ir::Type *part,
                    llvm::SmallPtrSetImpl<const ir::Type *> &seen) {
  if (type == part || type->kind == ir::Type::Opaque)
    return true;
  if (!seen.insert(type).second)
    return false;
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return mayHold(array->element, part, seen);
  if (const auto *record = dyn_cast<ir::StructType>(type))
    return !record->isComplete() ||
           llvm::any_of(record->fields(), [&](const ir::Field &field) {
             return mayHold(field.type, part, seen);
           });
  const auto *library = dyn_cast<ir::LibraryType>(type);
  return library && llvm::any_of(library->arguments, [&](const auto &argument) {
           const auto *of = std::get_if<const ir::Type *>(&argument);
           return of && mayHold(*of, part, seen);
         });
}

static bool mayHold(const ir::Type *type, const ir::Type *part) {
  llvm::SmallPtrSet<const ir::Type *, 16> seen;
  return mayHold(type, part, seen);
}

std::pair<const ir::Variable *, const ir::Variable *>
recognise::swappedOwners(const ir::Statement *s) {
  const auto *call = dyn_cast<ir::LibraryCallStatement>(s);
  if (!call || call->name != "std::swap" || call->arguments.size() != 2)
    return {};
  std::vector<const ir::Variable *> locals;
  for (const ir::Expr *argument : call->arguments) {
    const auto *address = dyn_cast<ir::AddressExpr>(argument);
    const ir::Variable *local =
        address ? address->place->wholeVariable() : nullptr;
    if (!local || !isOwner(local->type))
      return {};
    locals.push_back(local);
  }
  return {locals[0], locals[1]};
}

bool recognise::setsOwners(const ir::Statement *s) {
  bool result = false;
  ir::walk(s, [&](const ir::Statement *each) {
    const auto *store = dyn_cast<ir::StoreStatement>(each);
    result |=
        swappedOwners(each).first != nullptr ||
        (store && store->place->wholeVariable() && isOwner(store->place->type));
  });
  return result;
}

bool recognise::mayChangeHolders(const ir::Function &function,
                                 const ir::Type *holder) {
  bool result = false;
  const auto reaches = [&](const ir::Expr *argument) {
    const ir::Type *to = ir::pointeeOf(argument->type);
    return to && (to->isVoid() || mayHold(to, holder));
  };
  const ir::Statement *body = function.body;
  ir::walk(body, [&](const ir::Statement *s) {
    if (!isa<ir::RangeLoopStatement>(s))
      ir::forEachPlace(s, [&](const ir::Place *place) {
        result |= mayHold(place->type, holder) &&
                  !(place->wholeVariable() && place->type == holder);
      });
    if (const auto *call = dyn_cast<ir::LibraryCallStatement>(s);
        call && !swappedOwners(s).first)
      result |= llvm::any_of(call->arguments, reaches);
  });
  return result;
}

llvm::SmallPtrSet<const ir::Function *, 8>
recognise::calledElsewise(const ir::Module &module) {
  llvm::SmallPtrSet<const ir::Function *, 8> result;
  for (const ir::Function *each : module.functions()) {
    if (each->isVirtual)
      result.insert(each);
    if (!each->body)
      continue;
    ir::walkExprs(each->body, [&](const ir::Expr *e) {
      if (const auto *address = dyn_cast<ir::FunctionAddressExpr>(e))
        result.insert(address->function);
    });
    ir::walk(static_cast<const ir::Statement *>(each->body),
             [&](const ir::Statement *s) {
               if (const auto *change =
                       dyn_cast<ir::ContainerChangeStatement>(s);
                   change && change->order)
                 result.insert(change->order);
             });
  }
  return result;
}
