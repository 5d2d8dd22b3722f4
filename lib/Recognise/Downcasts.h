// Nodes that are seen as objects of other classes: of those derived from
// theirs, and of these classes' bases.
#pragma once

#include "Recogniser.h"

namespace regtt::recognise {

/// Whether `object` is the node, maybe as one of a derived class.
bool isNodeItself(const Recogniser &site, const Object &object);
/// Whether `object` is a `part`, or of a class that begins with one.
bool isOrBeginsWith(const ir::Type *object, const ir::Type *part);
/// Whether objects begin with that base, and so are called as it is.
bool isFirstBase(const ir::Field &field);
/// `%visitor` of `%visitor.@Base`, which it begins with.
const ir::Place *wholeOf(ir::Module &module, const ir::Place *place);
/// Where the loop hands a base over that the object begins with: the object.
void takeWhole(ir::Module &module, Operand &made);
/// Goes to the base `field` of the object at `part`.
bool intoBase(Recogniser &site, Part &part, const ir::Field &field,
              ir::Location loc);
/// Whether linearising says of which class `object` is, for it is a node, of
/// the classes that are told where `told` lies.
bool tellsClass(const Recogniser &site, const Object &object,
                const ir::Field &told);

/// Refuses virtual calls of the loop's that no traversal makes.
void refuseVirtualCalls(Recogniser &site);
/// Refuses the one that `from` calls, whose object is no node; false.
bool refuseVirtual(Recogniser &site, const ir::Function &from,
                   ir::Location loc);

} // namespace regtt::recognise
