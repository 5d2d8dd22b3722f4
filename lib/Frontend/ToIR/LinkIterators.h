// Iterators of the library's containers whose elements are links: pointers to
// what an element lies in, null at the end.
//
//     for (auto it = l.begin(); it != l.end(); ++it) sum += *it;
//
//     var %it: ptr @std::_List_node<int> = load %l.(links)->next
//     while ne(load %it, null) { ... load %it->value ...; store %it = load
//     %it->next }
//
// No two containers' iterators may be compared; so it does not matter that all
// have one end. What goes backwards stays a call.
#pragma once

#include "LibraryCalls.h"

namespace regtt::toir {

bool isLinkIterator(clang::QualType type);
/// Whether the loop itself goes along such a container: its head stays with the
/// user's compiler.
bool goesAlongLinks(const clang::Stmt *loop);

/// Each says whether it knows the call; if so, what that gives.
const ir::Expr *linkIteratorCall(Body &body, const LibraryUse &use, bool isUsed,
                                 bool &isKnown);
const ir::Place *linkIteratorPlace(Body &body, const LibraryUse &use,
                                   bool &isKnown);

/// Whether the call is handed such an iterator, or is one's.
bool usesLinkIterator(const Body &body, const LibraryUse &use);

} // namespace regtt::toir
