// What iterations do for all: once or twice, by whichever of them, it comes to
// the same, as `changed = true`.
#pragma once

#include "Recogniser.h"

#include <map>

namespace regtt::recognise {

/// Statements of that kind, of variables that all combine.
class ForAll {
public:
  /// `isOfAll` says whether an expression is the same for all.
  ForAll(Recogniser &site, llvm::function_ref<bool(const ir::Expr *)> isOfAll)
      : site(site), isOfAll(isOfAll) {}

  /// False: it is none.
  bool add(const ir::Statement *s);
  bool isEmpty() const { return !isAny; }

  /// Where somebody looks at what comes of them before all iterations are done;
  /// no place: nobody does.
  ir::Location lookedAt() const;

  /// Lets what iterations leave be compared as a whole: which of them did it is
  /// open.
  void markParts() const;

private:
  Recogniser &site;
  llvm::function_ref<bool(const ir::Expr *)> isOfAll;
  bool isAny = false;
  std::map<unsigned, ir::Combiner> rows;
  std::vector<const ir::Variable *> variables;
};

} // namespace regtt::recognise
