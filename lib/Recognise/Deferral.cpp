// Finds what of inner loops is left to the host.
#include "Deferral.h"

#include "Body.h"
#include "Claims.h"
#include "CombinedUses.h"
#include "Constructs.h"
#include "DeferredRecords.h"
#include "HostStatements.h"
#include "Leaving.h"
#include "LocalUses.h"
#include "LoopClauses.h"
#include "NestedLoops.h"
#include "UserTexts.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>

#include <functional>
#include <set>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

std::vector<const ir::DeferStatement *>
recognise::deferredIn(const ir::BlockStatement *body) {
  std::vector<const ir::DeferStatement *> result;
  ir::walk(static_cast<const ir::Statement *>(body),
           [&](const ir::Statement *s) {
             if (const auto *later = dyn_cast<ir::DeferStatement>(s))
               result.push_back(later);
           });
  llvm::stable_sort(result, [](const auto *a, const auto *b) {
    return a->number < b->number;
  });
  return result;
}

bool recognise::isLeftToHost(const ir::BlockStatement *body,
                             const ir::Variable *variable) {
  return llvm::any_of(deferredIn(body), [&](const ir::DeferStatement *later) {
    return namesVariable(later, variable) ||
           (later->body && namesVariable(later->body, variable));
  });
}

//===--- Statements -------------------------------------------------------===//

namespace {

/// visit(variable) wherever a statement names one.
template <class Visit>
void eachVariable(const ir::Statement *s, const Visit &visit) {
  const auto at = [&](const ir::Place *place) {
    if (place && place->variable())
      visit(place->variable());
  };
  ir::walk(s, [&](const ir::Statement *each) { ir::forEachPlace(each, at); });
  ir::walkExprs(s, [&](const ir::Expr *e) {
    if (const auto *value = dyn_cast<ir::ValueExpr>(e))
      visit(value->variable);
    at(ir::placeOf(e));
  });
}

class Deferrer {
public:
  Deferrer(Recogniser &site, const ir::Statement *loop,
           ir::BlockStatement *body)
      : site(site), module(site.module), loop(loop), body(body),
        texts(site.module),
        ofHost(
            module,
            [this](const ir::Variable *variable) {
              return own.count(variable) || isOfElement(variable);
            },
            [this](const ir::Expr *e) { return isNumber(e); }) {}

  void run() {
    ir::walk(static_cast<const ir::Statement *>(body),
             [&](const ir::Statement *s) {
               if (const ir::Variable *made = ir::declaredBy(s))
                 own[made] = s;
               if (const auto *range = dyn_cast<ir::RangeLoopStatement>(s))
                 own[range->variable] = s;
             });
    // The head has a copy of an element, which its text declares.
    if (const auto *range = dyn_cast<ir::RangeLoopStatement>(loop);
        range && !body->statements.empty())
      if (const ir::Variable *first = ir::declaredBy(body->statements.front());
          first && first->loc == range->variable->loc &&
          llvm::none_of(
              llvm::drop_begin(body->statements),
              [&](ir::Statement *s) { return ir::mayChange(s, first); }))
        own.erase(first);
    for (const ir::Clause &clause : clausesOf(loop))
      if (const ir::Variable *variable =
              clause.place ? clause.place->variable() : nullptr) {
        if (clause.kind == ir::Clause::Reduction)
          ofReductions.insert(variable);
        if (clause.kind == ir::Clause::Reduction ||
            clause.kind == ir::Clause::Private ||
            clause.kind == ir::Clause::FirstPrivate)
          ofClauses.insert(variable);
      }
    isEarly = !isLeftWhole();
    // Behind all such work sums are taken as they are.
    for (size_t k = 0; k < body->statements.size(); ++k)
      if (isWork(body->statements[k]))
        behindWork = k;
    block(*body, false);
    if (!made.empty())
      makeDeferredRecords(module, made, site.kernel.deferred.emplace());
  }

private:
  using Group = llvm::ArrayRef<ir::Statement *>;

  /// Whether the host does all from the first such statement on that is in no
  /// loop (Iteration.cpp, leaveToHost).
  bool isLeftWhole() {
    const std::function<bool(const ir::Statement *)> holds =
        [&](const ir::Statement *s) {
          bool result = isOfHost(s);
          if (!isLoop(s))
            ir::forEachChild(
                s, [&](const ir::Statement *child) { result |= holds(child); });
          return result;
        };
    const auto &all = body->statements;
    const auto first = llvm::find_if(all, holds);
    Leaving skips;
    for (const ir::Statement *s : all)
      skips.find(s);
    return !skips.next && std::none_of(first, all.end(), holdsLoop) &&
           std::any_of(all.begin(), first, [](const ir::Statement *s) {
             return !isa<ir::LetStatement, ir::VarStatement>(s);
           });
  }

  /// Whether it has a loop, or stores to elements.
  static bool isWork(const ir::Statement *s) {
    bool result = false;
    ir::walk(s, [&](const ir::Statement *each) {
      const auto *store = dyn_cast<ir::StoreStatement>(each);
      result |= isLoop(each) || (store && !store->place->steps.empty());
    });
    return result;
  }

  //===--- Which ----------------------------------------------------------===//

  /// Statements of one text, one after the other.
  void block(ir::BlockStatement &list, bool inLoop) {
    const size_t outside = visible.size();
    std::vector<ir::Statement *> result;
    for (size_t k = 0, end; k < list.statements.size(); k = end) {
      end = k + 1;
      while (end < list.statements.size() && list.statements[k]->loc &&
             list.statements[end]->loc == list.statements[k]->loc)
        ++end;
      const Group group = Group(list.statements).slice(k, end - k);
      if (&list == body)
        isLast = k >= behindWork;
      if (ir::DeferStatement *later = sum(group, inLoop)) {
        llvm::append_range(result, group.drop_back());
        result.push_back(later);
        continue;
      }
      if (ir::DeferStatement *later = deferred(group, inLoop || isEarly)) {
        result.push_back(later);
        continue;
      }
      for (ir::Statement *s : group) {
        inside(*s, inLoop || isEarly || isLoop(s));
        result.push_back(s);
        if (const ir::Variable *made = ir::declaredBy(s))
          visible.push_back(made);
      }
    }
    list.statements = std::move(result);
    visible.resize(outside);
  }

  void inside(ir::Statement &s, bool inLoop) {
    if (auto *inner = dyn_cast<ir::BlockStatement>(&s))
      return block(*inner, inLoop);
    const size_t outside = visible.size();
    if (auto *general = dyn_cast<ir::LoopStatement>(&s)) {
      for (const ir::BlockStatement *part : {general->init, general->head})
        for (const ir::Statement *each :
             part ? llvm::ArrayRef(part->statements) : Group())
          if (const ir::Variable *made = ir::declaredBy(each))
            visible.push_back(made);
      block(*general->body, inLoop);
      return visible.resize(outside);
    }
    if (const auto *range = dyn_cast<ir::RangeLoopStatement>(&s))
      visible.push_back(range->variable);
    ir::forEachChild(&s, [&](ir::Statement *child) {
      if (auto *inner = dyn_cast<ir::BlockStatement>(child))
        block(*inner, inLoop);
    });
    visible.resize(outside);
  }

  bool isOfHost(const ir::Statement *s) { return ofHost.contains(s); }

  bool holdsHost(const ir::BlockStatement &block) {
    return llvm::any_of(block.statements,
                        [&](ir::Statement *s) { return isOfHost(s); });
  }

  /// `isAll`: else what containers hold, and is printed, is left alone.
  ir::DeferStatement *deferred(Group group, bool isAll) {
    const auto *choice = dyn_cast<ir::IfStatement>(group.front());
    if (choice && group.size() == 1 && !choice->otherwise)
      if (const auto claim = claimOf(module, choice->condition, choice->then);
          claim && (isOfFirst(*claim, *choice->then) ||
                    (isAll && holdsHost(*choice->then))))
        return defer(group, choice->condition, choice->then);
    if (!isAll)
      return nullptr;
    // `c ? a.push_back(e) : b.push_back(e);` is one text, too.
    bool isOne = true, holds = false;
    for (const ir::Statement *s : group)
      ir::walk(s, [&](const ir::Statement *each) {
        isOne &= !isLoop(each) && (isa<ir::BlockStatement>(each) ||
                                   each->loc == group.front()->loc);
        holds |= isOfHost(each);
      });
    return isOne && holds ? defer(group, nullptr, nullptr) : nullptr;
  }

  /// `energy += t`, where that is rounded: the sum is the host's, its terms are
  /// not.
  ir::DeferStatement *sum(Group group, bool inLoop) {
    const auto *store = dyn_cast<ir::StoreStatement>(group.back());
    for (const ir::Statement *s : group.drop_back()) {
      const ir::Variable *made = ir::declaredBy(s);
      if (!made || !isTemporary(made))
        return nullptr;
    }
    const auto change =
        store ? deferredSum(module, *store) : std::optional<ElementChange>();
    const ir::Variable *variable = store ? store->place->variable() : nullptr;
    if (!change || own.count(variable) || isOfHead(variable) ||
        (ofClauses.count(variable) && !ofReductions.count(variable)) ||
        !store->place->type->isFloat() ||
        (variable && store->place->steps.empty() && isLast && !inLoop))
      return nullptr;
    const ir::Location range = store->loc;
    const auto text = texts.of(range);
    const std::string name = deferredSumName(store->place);
    if (!text || range.file != loop->loc.file || !text->ends_with(";") ||
        !hasWord(*text, name) || hasWord(*text, "this") ||
        text->contains("::" + name) || namesStatic(group) || isMade(range))
      return nullptr;
    auto *later = module.make<ir::DeferStatement>(range);
    later->number = numTexts++;
    later->body = module.block({group.back()});
    made.push_back({later, {}, change->value});
    return later;
  }

  /// `if (d < least) { least = d; where = e; }`: which comes first, or last, is
  /// told from more than the number.
  bool isOfFirst(const Claim &claim, const ir::BlockStatement &then) const {
    const ir::Variable *variable = claim.stored->variable();
    return claim.stored->steps.empty() && then.statements.size() > 1 &&
           !(variable && (own.count(variable) || isOfHead(variable)));
  }

  /// `for (Query &q : queries)`: what it goes over, or its copy.
  bool isOfElement(const ir::Variable *variable) const {
    const auto *range = dyn_cast<ir::RangeLoopStatement>(loop);
    return range && (variable == range->variable ||
                     (variable->loc && variable->loc == range->variable->loc));
  }
  /// Whether it is the number of the iteration, or what a list has for it.
  bool isNumber(const ir::Expr *e) const {
    while (const auto *cast = dyn_cast<ir::CastExpr>(e))
      e = cast->operand;
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    const auto *value = dyn_cast<ir::ValueExpr>(e);
    const ir::Variable *variable = load    ? load->place->variable()
                                   : value ? value->variable
                                           : nullptr;
    return variable && (isOfElement(variable) || isOfHead(variable));
  }

  bool isOfHead(const ir::Variable *variable) const {
    return variable && (isNamedInHead(loop, body, variable));
  }
  bool isMade(ir::Location range) const {
    return llvm::any_of(made, [&](const DeferredText &known) {
      return known.statement->loc == range;
    });
  }

  //===--- One ------------------------------------------------------------===//

  /// Null: something speaks against it, and it stays what it is.
  ir::DeferStatement *defer(Group group, const ir::Expr *when,
                            ir::BlockStatement *then) {
    const ir::Location range = group.front()->loc;
    const auto text = texts.of(range);
    if (!text || range.file != loop->loc.file || leaves(group) ||
        namesStatic(group) || !(text->ends_with(";") || text->ends_with("}")))
      return nullptr;
    std::set<const ir::Variable *> inner;
    for (const ir::Statement *s : group)
      ir::walk(s, [&](const ir::Statement *each) {
        if (const ir::Variable *variable = ir::declaredBy(each))
          inner.insert(variable);
        if (const auto *each1 = dyn_cast<ir::RangeLoopStatement>(each))
          inner.insert(each1->variable);
      });
    const auto isInGroup = [&](const ir::Variable *variable) {
      return inner.count(variable) != 0;
    };
    // What it declares goes no further than it does.
    for (const ir::Variable *variable : inner)
      if (countNames(body, variable) != countNames(group, variable))
        return nullptr;
    llvm::SetVector<const ir::Variable *> named;
    for (const ir::Statement *s : group)
      eachVariable(s, [&](const ir::Variable *variable) {
        if (!isInGroup(variable))
          named.insert(variable);
      });
    // Constants that the language has in their places have names there.
    std::set<std::string> words;
    for (const ir::Variable *variable : llvm::reverse(visible))
      if (own.count(variable) && words.insert(variable->name).second &&
          hasWord(*text, variable->name))
        named.insert(variable);
    std::vector<const ir::Place *> captured;
    for (const ir::Variable *variable : named)
      if (ofClauses.count(variable) ||
          (own.count(variable) &&
           !captureNumbers(module, group, variable, captured)))
        return nullptr;
    // `if (int w = col[e]; level[w] < 0)` would declare it once more.
    for (const ir::Place *place : captured)
      if (texts.isWithin(place->variable()->loc, range) ||
          llvm::any_of(captured, [&](const ir::Place *other) {
            return other->variable() != place->variable() &&
                   other->variable()->name == place->variable()->name;
          }))
        return nullptr;
    auto *later = module.make<ir::DeferStatement>(range);
    later->number = numTexts;
    for (const DeferredText &known : made)
      if (known.statement->loc == range) { // where the lowering has it twice
        if (!areAlike(known.captured, captured))
          return nullptr;
        later->number = known.statement->number;
      }
    numTexts += later->number == numTexts;
    later->when = when;
    later->body = then ? then : module.block({group.begin(), group.end()});
    made.push_back({later, std::move(captured), nullptr});
    return later;
  }

  static bool areAlike(llvm::ArrayRef<const ir::Place *> a,
                       llvm::ArrayRef<const ir::Place *> b) {
    return llvm::equal(a, b, [](const ir::Place *one, const ir::Place *other) {
      return deferredText(one) == deferredText(other) &&
             one->type == other->type;
    });
  }

  /// Whether it jumps out of itself, or calls a traversal.
  static bool leaves(Group group) {
    Leaving jumps;
    bool result = false;
    for (const ir::Statement *s : group) {
      jumps.find(s);
      ir::walk(s, [&](const ir::Statement *each) {
        const auto *called = dyn_cast<ir::CallStatement>(each);
        result |= isa<ir::LeaveStatement, ir::TrapStatement>(each) ||
                  (called && called->callee->isTraversal);
      });
    }
    return result || jumps.next || jumps.loop;
  }

  /// Whether it names a static variable of the body's.
  bool namesStatic(Group group) const {
    bool result = false;
    const auto look = [&](const ir::Place *place) {
      const ir::Global *global = place ? place->global() : nullptr;
      result |= global && global->isLocal &&
                global->loc.file == loop->loc.file &&
                std::pair(global->loc.line, global->loc.column) >
                    std::pair(loop->loc.line, loop->loc.column);
    };
    for (const ir::Statement *s : group) {
      ir::walk(
          s, [&](const ir::Statement *each) { ir::forEachPlace(each, look); });
      ir::walkExprs(s, [&](const ir::Expr *e) { look(ir::placeOf(e)); });
    }
    return result;
  }

  static unsigned countNames(Group list, const ir::Variable *variable) {
    unsigned result = 0;
    for (const ir::Statement *s : list)
      eachVariable(
          s, [&](const ir::Variable *other) { result += other == variable; });
    return result;
  }
  static unsigned countNames(ir::BlockStatement *list,
                             const ir::Variable *variable) {
    return countNames(list->statements, variable);
  }

  Recogniser &site;
  ir::Module &module;
  const ir::Statement *loop;
  ir::BlockStatement *body;
  UserTexts texts;
  HostStatements ofHost;
  llvm::MapVector<const ir::Variable *, const ir::Statement *> own;
  llvm::SmallPtrSet<const ir::Variable *, 8> ofClauses, ofReductions;
  std::vector<const ir::Variable *> visible; ///< the innermost last
  unsigned numTexts = 0;
  bool isEarly = false;  ///< what is in no loop is taken, too
  size_t behindWork = 0; ///< of the body: from here on no sums need be
  bool isLast = false;   ///< what is looked at is there
  std::vector<DeferredText> made;
};

} // namespace

void recognise::deferStatements(Recogniser &site, const ir::Statement *loop,
                                ir::BlockStatement *body) {
  if (isNested(body))
    Deferrer(site, loop, body).run();
}
