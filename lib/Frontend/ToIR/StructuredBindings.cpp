// Structured bindings: each name is a part of one object.
//
//     auto &[x, y] = p;      let %bound: ref @Point = refof %p
//     f(x);                  call @f(load %bound->x)
//
// In a loop alone, whose text the host file repeats, names are variables. Of an
// object that has no other name, each is one of its own:
//
//     auto &[x, y] = p;      let %x: ref f32 = refof %bound->x
//     auto [x, y] = f();     var %x: f32 = load %bound.x
#include "Tuples.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::toir;
using llvm::dyn_cast;
using llvm::isa;

/// Of a pair or an array, a part of the object; of others what Clang says.
const ir::Place *Body::placeOf(const clang::BindingDecl *binding) {
  if (const ir::Variable *name = named.lookup(binding))
    return name->type->isReference() ? make.deref(make.place(name))
                                     : make.place(name);
  const auto *whole =
      llvm::cast<clang::DecompositionDecl>(binding->getDecomposedDecl());
  const clang::VarDecl *held = binding->getHoldingVar();
  if (!held)
    return place(binding->getBinding());
  const ir::Place *from = placeOf(whole);
  if (!from)
    return nullptr;
  const unsigned index =
      llvm::find(whole->bindings(), binding) - whole->bindings().begin();
  if (isTuple(whole->getType()))
    if (const ir::Field *part = tupleField(from->type, index))
      return make.field(from, part);
  const llvm::StringRef part = index == 0 ? "first" : "second";
  if (ir::memberOf(from->type, part))
    return make.member(from, part);
  if (const auto *library = dyn_cast<ir::LibraryType>(from->type);
      library && library->name == "std::array")
    return make.element(
        from,
        make.integer(unit.module.intType(ir::IntType::I64), int64_t(index)));
  return placeOf(held);
}

/// Whether the parts of what `made` declares are as good as variables of their
/// own: it is made as a value, and nothing but their names leads there. The
/// elements of an array lie side by side.
static bool areApart(const clang::DecompositionDecl *several,
                     const clang::ASTContext &context,
                     const ir::Statement *made) {
  const auto *var = dyn_cast<ir::VarStatement>(made);
  const clang::QualType type = several->getType();
  if (!isa<ir::LetStatement>(made) && !(var && var->init))
    return false;
  const auto *library = dyn_cast<ir::LibraryType>(ir::declaredBy(made)->type);
  // What a range loop declares, its head says again.
  return !several->isCXXForRangeDecl() && !type->isReferenceType() &&
         !type->isArrayType() && !type.isVolatileQualified() &&
         llvm::all_of(several->bindings(),
                      [&](const clang::BindingDecl *binding) {
                        return binding->getType().isTriviallyCopyableType(
                            context);
                      }) &&
         !(library && library->name == "std::array");
}

void Body::nameParts(const clang::DecompositionDecl *several) {
  if (!unit.isLoopAlone || !alone)
    return;
  const ir::Place *whole = placeOf(several);
  const ir::Statement *last =
      block->statements.empty() ? nullptr : block->statements.back();
  const bool isApart = whole && last &&
                       ir::declaredBy(last) == whole->wholeVariable() &&
                       areApart(several, unit.context, last);
  for (const clang::BindingDecl *binding : several->bindings()) {
    const ir::Place *part = placeOf(binding);
    if (!part || part->bitField() || part->type->isReference())
      continue;
    const ir::Location where = at(binding);
    if (isApart && !part->isVolatile) {
      ir::Variable *own = unit.module.variable(
          ir::Variable::Local, binding->getName(), part->type, where);
      own->isConst = binding->getType().isConstQualified();
      emit(unit.module.var(own, make.load(part), where));
      named[binding] = own;
      continue;
    }
    ir::Variable *name = unit.module.variable(
        ir::Variable::Let, binding->getName(),
        unit.module.referenceTo(part->type, part->isVolatile), where);
    emit(unit.module.let(name, make.reference(part), where));
    named[binding] = name;
  }
}

bool Body::nameTied(const clang::DecompositionDecl *several) {
  const clang::Expr *init = several->getInit();
  const ir::Type *type =
      init && isTuple(init->getType()) ? this->type(init->getType()) : nullptr;
  if (!type || isa<ir::StructType>(type))
    return false;
  const auto parts = partsOfTuple(*this, init);
  if (!parts || parts->size() != several->bindings().size())
    return false;
  for (const auto &[binding, part] : llvm::zip(several->bindings(), *parts)) {
    const ir::Location where = at(binding);
    ir::Variable *name = unit.module.variable(
        ir::Variable::Let, binding->getName(), part->type, where);
    emit(unit.module.let(name, part, where));
    named[binding] = name;
  }
  return true;
}
