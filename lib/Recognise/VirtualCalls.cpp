// Virtual calls stand for the user's where their objects are nodes, of which
// linearising sees each: in traversals, and in what these call.
#include "Downcasts.h"
#include "Spelling.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

namespace {

/// What a loop calls that is no traversal.
class OutsideCalls {
public:
  OutsideCalls(Recogniser &site) : site(site) {}

  void look(const ir::Statement *s) {
    ir::walk(s, [&](const ir::Statement *each) {
      if (const auto *call = dyn_cast<ir::CallStatement>(each))
        look(call->callee, call->loc);
      const auto *change = dyn_cast<ir::ContainerChangeStatement>(each);
      if (change && change->order)
        look(change->order, change->loc);
    });
    ir::walkExprs(s, [&](const ir::Expr *e) {
      if (const auto *call = dyn_cast<ir::CallExpr>(e))
        look(call->callee, call->loc);
    });
  }

private:
  void look(const ir::Function *callee, ir::Location at) {
    if (callee->isTraversal)
      return;
    if (callee->isVirtual)
      site.refuse(at, Diag::RTT1103,
                  {"a call of '" + spelled(*callee) + "'",
                   "it is virtual, and what it runs is known of nodes alone"});
    else if (callee->body && seen.insert(callee).second)
      look(callee->body);
  }

  Recogniser &site;
  llvm::DenseSet<const ir::Function *> seen;
};

} // namespace

bool recognise::refuseVirtual(Recogniser &site, const ir::Function &from,
                              ir::Location loc) {
  site.refuse(loc, Diag::RTT2008,
              {spelled(from), "it is virtual, and its object is not the node"});
  return false;
}

void recognise::refuseVirtualCalls(Recogniser &site) {
  OutsideCalls(site).look(site.loop);
}
