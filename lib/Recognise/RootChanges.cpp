// A root that all iterations would share, if the iteration did not write what
// leads to it:
//
//     visit(&qs[i], t->root);
//     t->root = spare;         'written after the call' is said here; of `t`
//                              itself, that the root depends on the iteration
#include "RootChanges.h"

#include "LocalUses.h"
#include "Spelling.h"
#include "Writes.h"

#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

namespace {

class RootChange {
public:
  RootChange(Recogniser &site, const ir::Expr *root, ir::Location at)
      : site(site), root(root), at(at) {}

  bool run() {
    for (const Level &level : site.iteration.levels)
      for (const ir::Statement *s : level.before)
        if (refuse(s, Diag::RTT1120))
          return true;
    for (const Level &level : site.iteration.levels)
      for (const Statements *list : {&level.after, &level.otherwise})
        for (const ir::Statement *s : *list)
          if (refuse(s, Diag::RTT1117))
            return true;
    return false;
  }

private:
  bool mayChange(const ir::Statement *s) const {
    Writes writes(*site.host);
    ir::walk(bodyOf(site.loop), [&](const ir::Statement *inner) {
      if (const ir::Variable *made = ir::declaredBy(inner))
        writes.own(made);
    });
    writes.add(s);
    return writes.mayChange(root);
  }

  /// What `s` does is said where it does it.
  bool refuse(const ir::Statement *s, Diag id) {
    if (!mayChange(s))
      return false;
    const ir::StoreStatement *last = nullptr;
    const ir::Statement *by = s;
    ir::walk(s, [&](const ir::Statement *inner) {
      const auto *store = dyn_cast<ir::StoreStatement>(inner);
      const bool isOwn = store && store->place->wholeVariable() &&
                         isTemporary(store->place->wholeVariable());
      if (!last && store && !isOwn && mayChange(store))
        by = last = store;
    });
    const ir::Location loc = by->loc ? by->loc : s->loc;
    if (const auto changed = whereSet(s)) {
      site.refuse(at, Diag::RTT1106, {spelled(site.module, root)},
                  {{*changed, "changed here"}});
      return true;
    }
    const bool hasName = last && !namesTemporary(last->place);
    site.refuse(loc, id,
                {hasName ? spelled(site.module, last->place)
                         : spelled(site.module, root)},
                {{at, "read here"}});
    return true;
  }

  /// Where a variable itself that the root is found by gets another value.
  std::optional<ir::Location> whereSet(const ir::Statement *s) const {
    std::optional<ir::Location> result;
    ir::walk(root, [&](const ir::Expr *e) {
      const ir::Place *place = ir::placeOf(e);
      if (place && !result)
        result = whereSet(s, place, true);
    });
    return result;
  }

  static std::optional<ir::Location>
  whereSet(const ir::Statement *s, const ir::Place *place, bool looksInto) {
    std::optional<ir::Location> result;
    ir::walk(s, [&](const ir::Statement *inner) {
      if (result)
        return;
      const auto *store = dyn_cast<ir::StoreStatement>(inner);
      const auto *called = dyn_cast<ir::CallStatement>(inner);
      const bool isIt =
          store && store->place->steps.empty() &&
          ((place->variable() &&
            store->place->variable() == place->variable()) ||
           (place->global() && store->place->global() == place->global()));
      if (isIt)
        result = store->loc;
      else if (looksInto && called && called->callee->body && place->global())
        result = whereSet(called->callee->body, place, false);
    });
    return result;
  }

  Recogniser &site;
  const ir::Expr *root;
  ir::Location at;
};

} // namespace

bool recognise::refuseRootChange(Recogniser &site, const ir::Expr *root,
                                 ir::Location at) {
  return RootChange(site, root, at).run();
}
