// Names of a function's variables, under C++'s rules of scope: a name of an
// inner block hides one of an outer block, which is fine where nothing in the
// inner one's scope, its own first value included, means the outer one.
#include "LocalNames.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::cpp;
using llvm::dyn_cast;

LocalNames::LocalNames(const ir::Function &function, Words &words,
                       const Folding &folding)
    : words(words), folding(folding) {
  scopes.emplace_back();
  ir::Statement *body = function.body;
  // A function's outermost block may not declare its parameters' names anew.
  for (const ir::Variable *param : function.params)
    declare(param, body ? Statements(body) : Statements());
  if (function.body)
    list(function.body->statements);
}

std::string LocalNames::fresh(const std::string &stem) {
  std::string name = stem;
  for (unsigned number = 2; words.isTaken(name) || !all.insert(name).second;
       ++number)
    name = stem + "_" + std::to_string(number);
  return name;
}

static bool isUsedIn(llvm::ArrayRef<ir::Statement *> statements,
                     const ir::Variable *variable) {
  bool result = false;
  for (const ir::Statement *s : statements)
    usesOf(s, [&](const ir::Variable *used) { result |= used == variable; });
  return result;
}

void LocalNames::declare(const ir::Variable *variable, Statements seenBy) {
  const std::string stem = words.variable(*variable);
  std::string name = stem;
  const auto clashes = [&] {
    if (words.isTaken(name))
      return true;
    for (const auto &scope : scopes)
      for (const ir::Variable *other : scope)
        if (names.lookup(other) == name &&
            (&scope == &scopes.back() || isUsedIn(seenBy, other)))
          return true;
    return false;
  };
  for (unsigned number = 2; clashes(); ++number)
    name = stem + "_" + std::to_string(number);
  names[variable] = name;
  all.insert(name);
  scopes.back().push_back(variable);
}

void LocalNames::list(Statements statements, Statements alsoSeenBy) {
  size_t first = 0; // of those that are printed as part of statement `k`
  for (size_t k = 0; k < statements.size(); ++k) {
    if (folding.isFolded(statements[k]))
      continue;
    const bool isLoop =
        llvm::isa<ir::CountedLoopStatement, ir::RangeLoopStatement>(
            statements[k]);
    const ir::Variable *declared = ir::declaredBy(statements[k]);
    if (declared && !isLoop) {
      std::vector<ir::Statement *> seenBy(statements.begin() + first,
                                          statements.end());
      seenBy.insert(seenBy.end(), alsoSeenBy.begin(), alsoSeenBy.end());
      declare(declared, seenBy);
    }
    statement(statements[k]);
    first = k + 1;
  }
}

/// What a loop's first block and its head declare is seen by all of it, and
/// printed in one scope with the body.
void LocalNames::loop(ir::LoopStatement &loop) {
  ir::Statement *whole = &loop;
  inScope([&] {
    if (loop.init)
      list(loop.init->statements, whole);
    if (loop.form == ir::LoopForm::DoWhile && loop.body)
      inScope([&] { list(loop.body->statements); });
    if (loop.head)
      list(loop.head->statements, whole);
    if (loop.step)
      inScope([&] { list(loop.step->statements); });
    if (loop.form != ir::LoopForm::DoWhile && loop.body)
      list(loop.body->statements);
  });
}

void LocalNames::statement(ir::Statement *s) {
  if (auto *block = dyn_cast<ir::BlockStatement>(s))
    return inScope([&] { list(block->statements); });
  if (auto *looping = dyn_cast<ir::LoopStatement>(s))
    return loop(*looping);
  const bool declares =
      llvm::isa<ir::CountedLoopStatement, ir::RangeLoopStatement>(s);
  inScope([&] {
    if (declares)
      declare(ir::declaredBy(s), s);
    ir::forEachChild(s, [&](ir::Statement *child) {
      auto *block = dyn_cast<ir::BlockStatement>(child);
      if (block && declares)
        list(block->statements);
      else if (block)
        inScope([&] { list(block->statements); });
    });
  });
}
