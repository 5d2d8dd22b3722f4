// Which statements of a body without a traversal only the host can do: those
// that print and the like, and those that change containers which are not an
// iteration's own, by themselves or in functions that they call.
//
//     next.push_back(w);  buckets[key[i]].push_back(i);  graph.join(u, w);
#pragma once

#include "regtt/IR/Module.h"

#include <functional>
#include <map>
#include <set>

namespace regtt::recognise {

class HostStatements {
public:
  /// `isOwn` says whether an iteration has a variable, or what it leads to, for
  /// itself; `isNumber`, whether an expression is the number of the iteration.
  HostStatements(ir::Module &module,
                 std::function<bool(const ir::Variable *)> isOwn,
                 std::function<bool(const ir::Expr *)> isNumber)
      : module(module), isOwn(std::move(isOwn)), isNumber(std::move(isNumber)) {
  }

  /// By itself, without the statements in it.
  bool contains(const ir::Statement *s);

private:
  /// What a function does: of which of its parameters it changes a container.
  struct Effects {
    bool isOfHost = false; ///< prints, or changes a global container
    std::set<unsigned> params;
  };
  const Effects &effectsOf(const ir::Function *function);
  void add(const ir::Statement *s, const ir::Function &in, Effects &to);
  const ir::Place *leadsTo(const ir::CallStatement &called,
                           unsigned param) const;
  bool isShared(const ir::Place *container) const;

  ir::Module &module;
  std::function<bool(const ir::Variable *)> isOwn;
  std::function<bool(const ir::Expr *)> isNumber;
  std::map<const ir::Function *, Effects> known;
};

} // namespace regtt::recognise
