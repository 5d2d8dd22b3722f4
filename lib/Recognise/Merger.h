// Makes one function of several that recurse through each other: what
// MergeFunctions.cpp decides, MergedBodies.cpp copies.
#pragma once

#include "Inline.h"
#include "MergeFunctions.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseSet.h>

namespace regtt::recognise {

/// What stands for a statement.
using Copied = std::vector<ir::Statement *>;

/// A body while it is copied.
struct BodyCopy {
  BodyCopy(const ir::Function *function, ir::Mapper &mapper, unsigned number)
      : function(function), mapper(mapper), number(number) {}

  const ir::Function *const function;
  ir::Mapper &mapper;
  const unsigned number; ///< 0: that of the function that is entered
  llvm::DenseSet<const ir::Variable *> nodes;
  /// Calls that nothing follows but a return, and such returns of a value.
  llvm::DenseSet<const ir::Statement *> last, returned;
};

class Merger {
public:
  Merger(Recogniser &site, const CallGroup &group)
      : site(site), module(site.module), group(group),
        entered(group.functions.front()) {
    for (const ir::Function *function : group.functions) {
      std::set<std::string> &names = own[function];
      for (const ir::Variable *param : function->params)
        names.insert(param->name);
      ir::walk(static_cast<const ir::Statement *>(function->body),
               [&](const ir::Statement *s) {
                 if (const ir::Variable *declared = ir::declaredBy(s))
                   names.insert(declared->name);
               });
    }
  }

  ir::Function *run();
  const ir::CallStatement *entry(const ir::CallStatement &call);

private:
  bool discover(const ir::Function *function,
                const llvm::DenseSet<const ir::Variable *> &nodes,
                ir::Location at);
  bool isMergeable();
  void refuse(const ir::Function *function, const std::string &why);
  bool parameters();
  ir::BlockStatement *body(size_t target);

  bool isNode(const ir::Function *function,
              const llvm::DenseSet<const ir::Variable *> &nodes,
              const ir::Expr *argument) const;
  bool isInlined(const ir::Function *function,
                 const llvm::DenseSet<const ir::Variable *> &nodes,
                 const ir::CallStatement &call) const;
  llvm::DenseSet<const ir::Variable *>
  nodesOf(const ir::Function *function,
          const llvm::DenseSet<const ir::Variable *> &nodes,
          const ir::CallStatement &call) const;

  void prepare(BodyCopy &copy, bool keepsReturns);
  void findLast(BodyCopy &copy, const ir::BlockStatement *block, bool isLast);
  std::optional<Copied> statement(BodyCopy &copy, const ir::Statement *s);
  Copied inlined(BodyCopy &copy, const ir::CallStatement &call);
  ir::Statement *enter(BodyCopy &copy, const ir::CallStatement &call);
  const ir::Variable *declare(BodyCopy &copy, const ir::Variable *variable);
  ir::Variable *variable(const ir::Variable *like, const std::string &name);
  std::string freeName(const std::string &name, unsigned copy,
                       const ir::Function *of);

  Recogniser &site;
  ir::Module &module;
  const CallGroup &group;
  const ir::Function *const entered;
  std::vector<const ir::Function *> targets;
  ir::Function *made = nullptr;
  std::vector<const ir::Variable *> params; ///< by meaning
  const ir::Variable *which = nullptr;

  unsigned numCopies = 0;
  std::vector<const ir::Function *> active; ///< bodies around
  std::vector<std::pair<std::string, unsigned>> names;
  bool joinsScopes = false;
  llvm::DenseSet<const ir::Statement *> inlinedBodies;
  std::map<const ir::Function *, std::set<std::string>> own; ///< look-up only
};

} // namespace regtt::recognise
