// The classes that nodes may be of, in the words of the loop's place.
//
//     struct @Shape size 8 align 8 polymorphic classes @Ball, @Group { }
//  -> base: '::Shape', names: [ '::Ball', '::Group' ]
#include "HostLoop.h"

#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::recognise;

/// What tells the classes of what begins as `type`.
static const ir::StructType *toldBy(const ir::StructType *type) {
  while (!type->classField())
    for (const ir::Field &field : type->fields())
      if (const auto *base = llvm::dyn_cast<ir::StructType>(field.type);
          base && field.isBase && field.offset == 0 && base->isPolymorphic()) {
        type = base;
        break;
      }
  return type;
}

void HostLoop::classes() {
  if (!kernel.classDatum())
    return;
  const ir::StructType *told = toldBy(recogniser.nodeType);
  host::NodeClasses &row = host.classes;
  row.base = words.type(*told);
  bool areAhead = words.isNamedAhead(*told);
  for (const ir::StructType *each : told->classes()) {
    row.names.push_back(words.type(*each));
    areAhead &= words.isNamedAhead(*each);
  }
  // Where types are parameters, these are other classes in each instantiation.
  for (const std::string &name : row.names)
    if (name.find('.') != std::string::npos ||
        (words.inTemplate &&
         (told->hidesClasses() || name.find('<') != std::string::npos)))
      return refuse({}, "the class '" + name + "' of nodes");
  if (told->hidesClasses() && !areAhead)
    return refuse({}, "a private class of nodes beside the loop's own");
  if (told->hidesClasses())
    row.tag = words.tag("classes");
}
