// What the variables of one function are called: as the user calls them, with a
// number (`acc_2`) only where C++ would take one for the other.
#pragma once

#include "Folding.h"

#include "regtt/Cpp/Words.h"

#include <llvm/ADT/StringSet.h>

namespace regtt::cpp {

class LocalNames {
public:
  LocalNames(const ir::Function &function, Words &words,
             const Folding &folding);

  std::string of(const ir::Variable *variable) const {
    return names.lookup(variable);
  }
  /// A name that nothing in the function has, for what only the printer needs.
  std::string fresh(const std::string &stem);

private:
  using Statements = llvm::ArrayRef<ir::Statement *>;

  Words &words;
  const Folding &folding;
  llvm::DenseMap<const ir::Variable *, std::string> names;
  llvm::StringSet<> all;
  /// Of each scope around, the variables that are declared so far.
  std::vector<std::vector<const ir::Variable *>> scopes;

  void declare(const ir::Variable *variable, Statements seenBy);
  void list(Statements statements, Statements alsoSeenBy = {});
  void statement(ir::Statement *s);
  void loop(ir::LoopStatement &loop);
  template <class Function> void inScope(Function visit) {
    scopes.emplace_back();
    visit();
    scopes.pop_back();
  }
};

} // namespace regtt::cpp
