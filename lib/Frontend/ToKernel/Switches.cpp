// Switches: cases in the order of the text, each with its own block; what
// leaves one leaves the block around it, where that is not its end.
#include "Segment.h"

#include "regtt/IR/Walk.h"

#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::tokernel;
using llvm::dyn_cast;
using llvm::isa;

/// Whether the block ends with a `leave` of `label`, which is dropped.
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

/// Whether nothing runs on after it.
static bool ends(const ir::BlockStatement *block) {
  if (block->statements.empty())
    return false;
  const ir::Statement *last = block->statements.back();
  if (const auto *inner = dyn_cast<ir::BlockStatement>(last))
    return inner->label.empty() && ends(inner);
  return isa<ir::ReturnStatement, ir::BreakStatement, ir::ContinueStatement,
             ir::LeaveStatement, ir::TrapStatement, ir::UnreachableStatement>(
      last);
}

void Segment::addCase(ir::SwitchStatement &made,
                      llvm::ArrayRef<Statement> labels,
                      llvm::ArrayRef<Statement> statements, bool isLast,
                      ir::BlockStatement *label) {
  ir::SwitchStatement::Case next;
  const unsigned bits = ir::integerFormat(made.value->type)->bits;
  for (const Statement &each : labels) {
    next.isDefault |= each.labels.empty();
    for (const clang::Expr *constant : each.labels)
      next.labels.push_back(
          module.integer(made.value->type,
                         constant->EvaluateKnownConstInt(kernels.unit.context)
                             .extOrTrunc(bits),
                         at(each.loc)));
  }
  next.body = blockOf(statements);
  const bool leaves = dropLeave(next.body, label);
  next.fallsThrough = !leaves && !isLast && !ends(next.body);
  made.cases.push_back(std::move(next));
}

void Segment::cases(const Statement &s) {
  auto *made = module.make<ir::SwitchStatement>(at(make.loc));
  made->value = code.value(s.cond);
  if (made->value && made->value->type->isBool())
    made->value = as(module.intType(ir::IntType::I32), made->value);
  if (!made->value)
    return;
  ir::BlockStatement *label = module.block({}, at(make.loc));
  fillCases(*made, s, label);
  bool isLeft = false;
  ir::walk(label, [&](const ir::Statement *inner) {
    const auto *leave = dyn_cast<ir::LeaveStatement>(inner);
    isLeft |= leave && leave->block == label;
  });
  if (isLeft)
    label->label = "switch";
  if (isLeft || label->statements.size() > 1)
    emit(label);
  else
    code.splice(label);
}

/// Into `label`, what the switch declares and the switch itself.
void Segment::fillCases(ir::SwitchStatement &made, const Statement &s,
                        ir::BlockStatement *label) {
  const llvm::SaveAndRestore own(code.breaks, label);
  const llvm::SaveAndRestore inside(code.block, label);
  const auto isLabel = [](const Statement &inner) {
    return inner.kind == Statement::Case;
  };
  llvm::ArrayRef<Statement> rest = s.body;
  // What is declared there is seen from all cases.
  const auto first = llvm::find_if(rest, isLabel);
  list(llvm::ArrayRef(rest.begin(), first));
  rest = llvm::ArrayRef(first, rest.end());
  while (!rest.empty()) {
    const auto from = llvm::find_if_not(rest, isLabel);
    const auto to = std::find_if(from, rest.end(), isLabel);
    addCase(made, llvm::ArrayRef(rest.begin(), from), llvm::ArrayRef(from, to),
            to == rest.end(), label);
    rest = llvm::ArrayRef(to, rest.end());
  }
  emit(&made);
}
