// Liveness over the statements of the segments, from their ends to their
// beginnings; what a resume point needs lives where a rope to it is made, so
// the segments are gone through until nothing changes.
#include "Liveness.h"

#include "regtt/IR/Visitor.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;

//===--- Variables --------------------------------------------------------===//

Variables::Variables(const ir::Function &function) {
  for (const ir::Variable *param : function.params)
    add(param, nullptr, nullptr);
  addIn(function.body, function.body);
}

void Variables::add(const ir::Variable *variable,
                    const ir::Statement *declaration,
                    const ir::Statement *scope) {
  if (!numbers.try_emplace(variable, variables.size()).second)
    return;
  variables.push_back(variable);
  declarations.push_back(declaration);
  scopes.push_back(scope);
}

/// What the head of a loop declares is seen in the whole loop.
void Variables::addIn(const ir::Statement *s, const ir::Statement *scope) {
  if (const ir::Variable *declared = ir::declaredBy(s))
    add(declared, s, scope);
  const auto *loop = dyn_cast<ir::LoopStatement>(s);
  ir::forEachChild(s, [&](const ir::Statement *child) {
    const bool isHead = loop && (child == loop->init || child == loop->head);
    if (isHead)
      ir::forEachChild(child,
                       [&](const ir::Statement *inner) { addIn(inner, loop); });
    else
      addIn(child, llvm::isa<ir::BlockStatement>(child) ? child : scope);
  });
}

int Variables::numberOf(const ir::Variable *variable) const {
  const auto found = numbers.find(variable);
  return found == numbers.end() ? -1 : static_cast<int>(found->second);
}

void Variables::addUses(const ir::Place *place, Set &set) const {
  if (const ir::Variable *variable = place->variable())
    if (const int number = numberOf(variable); number >= 0)
      set.set(number);
}

void Variables::addUses(const ir::Expr *e, Set &set) const {
  ir::walk(e, [&](const ir::Expr *inner) {
    if (const ir::Place *place = ir::placeOf(inner))
      addUses(place, set);
    else if (const auto *value = dyn_cast<ir::ValueExpr>(inner))
      if (const int number = numberOf(value->variable); number >= 0)
        set.set(number);
  });
}

Variables::Set Variables::usedBy(const ir::Expr *e) const {
  Set result = none();
  addUses(e, result);
  return result;
}

void Variables::addUses(const ir::Statement *s, Set &set) const {
  ir::forEachOperand(s, [&](const ir::Expr *e) { addUses(e, set); });
  const bool isStore = llvm::isa<ir::StoreStatement>(s);
  ir::forEachPlace(s, [&](const ir::Place *place) {
    if (!isStore || !place->wholeVariable())
      addUses(place, set);
  });
}

void Variables::addNames(const ir::Statement *s, Set &set) const {
  ir::forEachOperand(s, [&](const ir::Expr *e) { addUses(e, set); });
  ir::forEachPlace(s, [&](const ir::Place *place) { addUses(place, set); });
}

//===--- Liveness ---------------------------------------------------------===//

namespace {

class Liveness : private ir::StatementVisitor<Liveness> {
public:
  Liveness(const Drafts &drafts, const Variables &variables)
      : drafts(drafts), variables(variables),
        atResumes(drafts.points.size(), variables.none()) {}

  std::vector<Variables::Set> run() {
    for (bool isNew = true; isNew;) {
      isNew = false;
      for (size_t k = 0; k < atResumes.size(); ++k) {
        live = variables.none();
        before(drafts.points[k].body);
        isNew |= live != atResumes[k];
        atResumes[k] = live;
      }
    }
    return std::move(atResumes);
  }

private:
  friend ir::StatementVisitor<Liveness>;
  using Set = Variables::Set;

  /// What lives before `s`, by what does after it.
  void before(const ir::Statement *s) {
    if (s)
      visit(const_cast<ir::Statement *>(s));
  }
  Set before(const ir::Statement *s, Set after) {
    std::swap(live, after);
    before(s);
    std::swap(live, after);
    return after;
  }

  void kill(const ir::Variable *variable) {
    if (const int number = variable ? variables.numberOf(variable) : -1;
        number >= 0)
      live.reset(number);
  }
  /// It declares, or stores to, a variable as a whole, and evaluates.
  void simple(const ir::Statement &s) {
    kill(ir::declaredBy(&s));
    variables.addUses(&s, live);
  }

  //===--- Straight on ----------------------------------------------------===//

  void visitBlock(const ir::BlockStatement &s) {
    if (!s.label.empty())
      atLeaves[&s] = live;
    for (size_t k = s.statements.size(); k-- > 0;)
      before(s.statements[k]);
  }
  void visitLet(const ir::LetStatement &s) { simple(s); }
  void visitVar(const ir::VarStatement &s) { simple(s); }
  void visitStore(const ir::StoreStatement &s) {
    const ir::Variable *whole = s.place->wholeVariable();
    if (whole && !whole->type->isReference())
      kill(whole);
    variables.addUses(&s, live);
  }
  void visitReduce(const ir::ReduceStatement &s) { simple(s); }
  void visitCall(const ir::CallStatement &s) { simple(s); }
  void visitLibraryCall(const ir::LibraryCallStatement &s) { simple(s); }
  void visitContainerChange(const ir::ContainerChangeStatement &s) {
    simple(s);
  }
  void visitDefer(const ir::DeferStatement &s) { simple(s); }
  void visitVisit(const ir::VisitStatement &s) { simple(s); }
  void visitJoin(const ir::JoinStatement &) {}
  void visitBarrier(const ir::BarrierStatement &) {}

  //===--- Branches and loops ---------------------------------------------===//

  void visitIf(const ir::IfStatement &s) {
    Set otherwise = s.otherwise ? before(s.otherwise, live) : live;
    before(s.then);
    live |= otherwise;
    variables.addUses(&s, live);
  }
  void visitSwitch(const ir::SwitchStatement &s) {
    const Set after = live;
    Set result = after, next = after;
    for (size_t k = s.cases.size(); k-- > 0;) {
      next = before(s.cases[k].body, s.cases[k].fallsThrough ? next : after);
      result |= next;
    }
    live = std::move(result);
    variables.addUses(&s, live);
  }
  void visitLoop(const ir::LoopStatement &s) {
    const Set after = live;
    const bool bodyFirst = s.form == ir::LoopForm::DoWhile;
    // What an iteration needs lives at the end of the one before it.
    Set begin = variables.none(), asked = after;
    for (bool isNew = true; isNew;) {
      Set atCondition = after;
      atCondition |= begin;
      variables.addUses(&s, atCondition);
      asked = before(s.head, std::move(atCondition));
      Set atStep = s.step ? before(s.step, asked) : asked;
      loops.push_back({after, atStep});
      Set next = before(s.body, std::move(atStep));
      loops.pop_back();
      next |= begin;
      isNew = next != begin;
      begin = std::move(next);
    }
    live = bodyFirst ? std::move(begin) : std::move(asked);
    before(s.init);
  }
  /// Any number of times.
  void others(const ir::Statement &s, const ir::BlockStatement *body) {
    const Set after = live;
    for (int round = 0; round < 2; ++round) {
      loops.push_back({after, live});
      Set inside = before(body, live);
      loops.pop_back();
      live |= inside;
    }
    kill(ir::declaredBy(&s));
    variables.addUses(&s, live);
  }
  void visitCountedLoop(const ir::CountedLoopStatement &s) {
    others(s, s.body);
  }
  void visitRangeLoop(const ir::RangeLoopStatement &s) { others(s, s.body); }
  void visitFork(const ir::ForkStatement &s) { others(s, s.body); }

  //===--- Ways out -------------------------------------------------------===//

  void visitReturn(const ir::ReturnStatement &s) {
    live.reset();
    variables.addUses(&s, live);
  }
  void visitBreak(const ir::BreakStatement &) {
    live = loops.empty() ? variables.none() : loops.back().atBreak;
  }
  void visitContinue(const ir::ContinueStatement &) {
    live = loops.empty() ? variables.none() : loops.back().atContinue;
  }
  void visitLeave(const ir::LeaveStatement &s) {
    const auto found = atLeaves.find(s.block);
    live = found == atLeaves.end() ? variables.none() : found->second;
  }
  void visitResume(const ir::ResumeStatement &s) {
    live = atResumes[drafts.resumes.lookup(&s)];
  }
  void visitTrap(const ir::TrapStatement &) { live.reset(); }
  void visitUnreachable(const ir::UnreachableStatement &) { live.reset(); }

  const Drafts &drafts;
  const Variables &variables;
  std::vector<Set> atResumes;
  Set live;
  struct Loop {
    Set atBreak, atContinue;
  };
  std::vector<Loop> loops; ///< around
  llvm::DenseMap<const ir::BlockStatement *, Set> atLeaves;
};

} // namespace

std::vector<Variables::Set>
regtt::kernel::liveAtResumes(const Drafts &drafts, const Variables &variables) {
  return Liveness(drafts, variables).run();
}
