// Switches: their cases in the order of the text, a `break` that is not the
// end of a case as `leave`.
#include "Body.h"

#include "regtt/IR/Walk.h"

#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::toir;
using llvm::dyn_cast;
using llvm::isa;

namespace {
/// The statements from one label to the next.
struct Part {
  std::vector<const clang::SwitchCase *> labels;
  std::vector<const clang::Stmt *> statements;
};
} // namespace

/// Whether nothing comes after it.
static bool ends(const ir::BlockStatement *block) {
  if (block->statements.empty())
    return false;
  const ir::Statement *last = block->statements.back();
  if (const auto *inner = dyn_cast<ir::BlockStatement>(last))
    return inner->label.empty() && ends(inner);
  if (const auto *choice = dyn_cast<ir::IfStatement>(last))
    return choice->otherwise && ends(choice->then) && ends(choice->otherwise);
  return isa<ir::ReturnStatement, ir::BreakStatement, ir::ContinueStatement,
             ir::LeaveStatement, ir::TrapStatement, ir::UnreachableStatement>(
      last);
}

/// Removes a `leave` of `label` from the end; whether there was one.
static bool dropLeave(ir::BlockStatement *block,
                      const ir::BlockStatement *label) {
  if (block->statements.empty())
    return false;
  ir::Statement *last = block->statements.back();
  if (auto *inner = dyn_cast<ir::BlockStatement>(last))
    return dropLeave(inner, label);
  const auto *leave = dyn_cast<ir::LeaveStatement>(last);
  if (!leave || leave->block != label)
    return false;
  block->statements.pop_back();
  return true;
}

static bool isLeft(const ir::Statement *s, const ir::BlockStatement *label) {
  bool found = false;
  ir::walk(s, [&](const ir::Statement *inner) {
    const auto *leave = dyn_cast<ir::LeaveStatement>(inner);
    found |= leave && leave->block == label;
  });
  return found;
}

/// The parts of a body, and what is declared before the first.
static bool divide(Body &body, const clang::SwitchStmt *s,
                   std::vector<Part> &parts,
                   std::vector<const clang::Stmt *> &before) {
  std::vector<const clang::Stmt *> all = {s->getBody()};
  if (const auto *compound = dyn_cast<clang::CompoundStmt>(s->getBody()))
    all.assign(compound->body_begin(), compound->body_end());
  unsigned found = 0;
  for (const clang::Stmt *each : all) {
    std::vector<const clang::SwitchCase *> labels;
    while (const auto *label = dyn_cast<clang::SwitchCase>(each)) {
      labels.push_back(label);
      each = label->getSubStmt();
    }
    found += labels.size();
    if (!labels.empty())
      parts.push_back({labels, {}});
    (parts.empty() ? before : parts.back().statements).push_back(each);
  }
  unsigned declared = 0;
  for (const clang::SwitchCase *label = s->getSwitchCaseList(); label;
       label = label->getNextSwitchCase())
    ++declared;
  if (declared != found)
    body.refuse(s, "a label of a switch inside of another statement");
  return declared == found;
}

static bool addLabel(Body &body, ir::SwitchStatement::Case &made,
                     const clang::SwitchCase *label, const ir::Type *type) {
  const auto *numbered = dyn_cast<clang::CaseStmt>(label);
  if (!numbered)
    return made.isDefault = true;
  ir::Module &m = body.unit.module;
  const unsigned bits = ir::integerFormat(type)->bits;
  llvm::APSInt first =
      numbered->getLHS()->EvaluateKnownConstInt(body.unit.context);
  llvm::APSInt last =
      numbered->getRHS()
          ? numbered->getRHS()->EvaluateKnownConstInt(body.unit.context)
          : first;
  if (first > last)
    return true;
  if ((last - first).ugt(1000)) {
    body.refuse(label, "a case of that many values");
    return false;
  }
  for (;; ++first) {
    const ir::Expr *value =
        m.integer(type, first.extOrTrunc(bits), body.at(label->getBeginLoc()));
    made.labels.push_back(value);
    if (first == last)
      return true;
  }
}

/// Whether a declaration stores nothing.
static bool onlyDeclares(const clang::Decl *decl) {
  const auto *variable = dyn_cast<clang::VarDecl>(decl);
  if (!variable || !variable->hasInit())
    return true;
  const auto *made = dyn_cast<clang::CXXConstructExpr>(variable->getInit());
  return made && made->getConstructor()->isTrivial() &&
         made->getNumArgs() == 0 && !made->requiresZeroInitialization();
}

/// What a case declares is there in those that follow, though nothing has been
/// stored to it: it is declared before the switch.
static bool hoist(Body &body, std::vector<Part> &parts) {
  for (Part &part : llvm::MutableArrayRef(parts).drop_back(!parts.empty())) {
    std::vector<const clang::Stmt *> rest;
    for (const clang::Stmt *s : part.statements) {
      const auto *declared = dyn_cast<clang::DeclStmt>(s);
      if (!declared) {
        rest.push_back(s);
      } else if (llvm::all_of(declared->decls(), onlyDeclares)) {
        body.statement(s);
      } else {
        body.refuse(s, "a declaration in a case before others");
        return false;
      }
    }
    part.statements = rest;
  }
  return true;
}

/// The switch, with what it declares, into the block `label`.
static void switchInto(Body &body, const clang::SwitchStmt *s,
                       ir::BlockStatement *label) {
  ir::Module &m = body.unit.module;
  if (s->getInit())
    body.statement(s->getInit());
  if (s->getConditionVariable())
    body.declare(s->getConditionVariable());
  auto *made = m.make<ir::SwitchStatement>(body.at(s->getBeginLoc()));
  made->value = body.value(s->getCond());
  if (made->value && made->value->type->isBool())
    made->value = body.make.cast(ir::CastOp::IntToInt,
                                 m.intType(ir::IntType::I32), made->value);
  std::vector<Part> parts;
  std::vector<const clang::Stmt *> before;
  if (!made->value || !divide(body, s, parts, before))
    return;
  for (const clang::Stmt *first : before) {
    const auto *declared = dyn_cast<clang::DeclStmt>(first);
    if (declared && llvm::all_of(declared->decls(), onlyDeclares))
      body.statement(first);
    else
      body.refuse(first, "a statement before the first case");
  }
  if (!hoist(body, parts))
    return;
  const llvm::SaveAndRestore ownBreaks(body.breaks, label);
  for (const Part &part : parts) {
    ir::SwitchStatement::Case next;
    for (const clang::SwitchCase *each : part.labels)
      if (!addLabel(body, next, each, made->value->type))
        return;
    next.body = body.capture([&] {
      for (const clang::Stmt *inner : part.statements)
        body.statement(inner);
    });
    const bool leaves = dropLeave(next.body, label);
    next.fallsThrough = !leaves && !ends(next.body) && &part != &parts.back();
    made->cases.push_back(std::move(next));
  }
  body.emit(made);
}

void Body::switchOver(const clang::SwitchStmt *s) {
  ir::BlockStatement *label = unit.module.block({}, at(s->getBeginLoc()));
  {
    const llvm::SaveAndRestore inside(block, label);
    switchInto(*this, s, label);
  }
  if (isLeft(label, label))
    label->label = "switch";
  else if (label->statements.size() == 1)
    return splice(label);
  emit(label);
}
