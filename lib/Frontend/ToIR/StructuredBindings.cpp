// Structured bindings: each name is a part of one object.
//
//     auto &[x, y] = p;      let %bound: ref @Point = refof %p
//     f(x);                  call @f(load %bound->x)
//
// In a loop alone, whose text the host file repeats, names are variables:
//
//     let %x: ref f32 = refof %bound->x
#include "Body.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::toir;
using llvm::dyn_cast;

/// Of a pair or an array, a part of the object; of others what Clang says.
const ir::Place *Body::placeOf(const clang::BindingDecl *binding) {
  if (const ir::Variable *name = named.lookup(binding))
    return make.deref(make.place(name));
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

void Body::nameParts(const clang::DecompositionDecl *several) {
  if (!unit.isLoopAlone || !alone)
    return;
  for (const clang::BindingDecl *binding : several->bindings()) {
    const ir::Place *part = placeOf(binding);
    if (!part || part->bitField() || part->type->isReference())
      continue;
    const ir::Location where = at(binding);
    ir::Variable *name = unit.module.variable(
        ir::Variable::Let, binding->getName(),
        unit.module.referenceTo(part->type, part->isVolatile), where);
    emit(unit.module.let(name, make.reference(part), where));
    named[binding] = name;
  }
}
