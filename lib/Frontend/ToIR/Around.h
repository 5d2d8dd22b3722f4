// The text of a loop by itself, and what is around it.
#pragma once

#include "regtt/Frontend/ToIR.h"

namespace regtt::toir {

/// Declares what the loop names, ahead of it, and says which of it is known by
/// more than its name, and whose values count afterwards:
///
///     var %limit: i32
///     var %sum: i32
///     call lib "around"(refof %limit)
///     parallel for ...
///     call lib "around"(load %sum)
///
/// It says, too, that the loop stands in an instantiation, and of variables
/// that clauses give to iterations, of which ones nobody keeps the address:
///
///     call lib "instantiated"()
///     call lib "handed"(refof %query)
void declareAround(const LoweredUnit &unit, const PairedLoop &paired,
                   const clang::ASTContext &context);

/// Whether it is a traversal, or its body calls what leads to one: then it is a
/// part of what runs for the iteration (recognise::inlineLoopCalls).
bool leadsToTraversal(const Pairing &pairing,
                      const clang::FunctionDecl *function);
/// Whether a function that `s` calls is one, or leads to one.
bool leadsToTraversal(const Pairing &pairing, const clang::Stmt *s);

/// The definition that its file shows, or another one has; null: none does.
const clang::FunctionDecl *bodyOf(const Pairing &pairing,
                                  const clang::FunctionDecl *function);

/// Whether one of the two recurses, or leads to what does.
bool isOfCalls(const OpenOrder &order, const Pairing &pairing);

} // namespace regtt::toir
