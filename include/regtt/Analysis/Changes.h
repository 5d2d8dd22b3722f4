/// What may change a variable: stores to it, and what is handed its address.
#pragma once

#include "regtt/IR/Function.h"
#include "regtt/IR/Statement.h"

namespace regtt::ir {

/// Whether anything in `s` may change `variable`: stores to it or to a part of
/// it, its declaration, or what takes its address or a reference to it. What
/// functions only read through a parameter does not count.
bool mayChange(const Statement *s, const Variable *variable);

/// What `variable` of `function` has for as long as it lives: the one value
/// that it is declared with, if nothing may change it. Null of others.
const Expr *onlyValueOf(const Variable *variable, const Function &function);

/// Whether a call of `function` may store through the address that parameter
/// number `number` is, itself or in what it hands it on to. What comes back may
/// be that address.
bool writesThrough(const Function *function, size_t number);
/// The same of what `body` does with `address`, a pointer or a reference, but
/// for returning it.
bool writesThrough(const Statement *body, const Variable *address);

/// Whether all that a function of the library does is to read what its
/// arguments lead to and to answer a number: strlen and the like.
bool onlyReads(const LibraryCallStatement &call);

} // namespace regtt::ir
