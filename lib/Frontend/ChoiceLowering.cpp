// `switch` -> Switch, with the labels in line with the statements, as they are
// jumped to.
#include "FunctionLowering.h"

using namespace regtt;
using namespace clang;

void FunctionLowering::switchStmt(const SwitchStmt *s,
                                  std::vector<Statement> &out) {
  std::vector<Statement> scoped;
  if (s->getInit())
    stmt(s->getInit(), scoped);
  if (const DeclStmt *declared = s->getConditionVariableDeclStmt())
    declStmt(declared, scoped);
  Statement choice;
  choice.kind = Statement::Switch;
  choice.loc = s->getBeginLoc();
  choice.cond = s->getCond();
  hoistCalls(s->getCond(), scoped);
  expr(s->getCond());
  if (const auto *body = dyn_cast<CompoundStmt>(s->getBody()))
    for (const clang::Stmt *inner : body->body())
      caseLabel(inner, choice.body);
  else
    caseLabel(s->getBody(), choice.body);
  scoped.push_back(std::move(choice));
  if (scoped.size() == 1) {
    out.push_back(std::move(scoped.front()));
    return;
  }
  Statement block;
  block.kind = Statement::Block;
  block.loc = s->getBeginLoc();
  block.body = std::move(scoped);
  out.push_back(std::move(block));
}

/// A statement of a switch with the labels before it.
void FunctionLowering::caseLabel(const clang::Stmt *s,
                                 std::vector<Statement> &out) {
  while (const auto *labelled = dyn_cast<SwitchCase>(s)) {
    Statement label;
    label.kind = Statement::Case;
    label.loc = s->getBeginLoc();
    if (const auto *value = dyn_cast<CaseStmt>(labelled)) {
      if (value->getRHS())
        return notTaken(s->getBeginLoc(), "a range of cases");
      label.labels.push_back(value->getLHS());
    }
    out.push_back(std::move(label));
    s = labelled->getSubStmt();
  }
  stmt(s, out);
}
