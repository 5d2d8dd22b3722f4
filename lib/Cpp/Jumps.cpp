// Blocks that are left, switches, and what leaves them.
//
//     block %switch { switch ... { case 1 { ... leave %switch ... } } }
// is a switch with a `break`. Any other block that is left is
// `do { ... } while (false)`, which `break` leaves; where C++'s `break` would
// leave something else, there is a goto to behind the block.
#include "StatementPrinter.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Twine.h>

using namespace regtt;
using namespace regtt::cpp;
using llvm::dyn_cast;
using llvm::isa;
using SwitchCase = ir::SwitchStatement::Case;

bool cpp::endsInJump(llvm::ArrayRef<ir::Statement *> statements) {
  if (statements.empty())
    return false;
  const ir::Statement *last = statements.back();
  if (const auto *block = dyn_cast<ir::BlockStatement>(last))
    return block->label.empty() && endsInJump(block->statements);
  if (const auto *branch = dyn_cast<ir::IfStatement>(last))
    return branch->otherwise && endsInJump(branch->then->statements) &&
           endsInJump(branch->otherwise->statements);
  return isa<ir::ReturnStatement, ir::BreakStatement, ir::ContinueStatement,
             ir::LeaveStatement, ir::TrapStatement, ir::UnreachableStatement>(
      last);
}

//===--- Labels -----------------------------------------------------------===//

std::string &StatementPrinter::labelOf(size_t frame) {
  Frame &found = frames[frame];
  if (found.label.empty())
    found.label = names.fresh(
        found.block ? identifier(found.block->label) + "_end" : "loop_end");
  return found.label;
}

void StatementPrinter::land(const Frame &frame) {
  if (!frame.label.empty())
    line(frame.label + ":; // where no break leads to");
}

void StatementPrinter::visitBreak(ir::BreakStatement &) {
  for (size_t k = frames.size(); k-- > 0;) {
    if (frames[k].kind == Frame::Loop) {
      const bool isInnermost =
          llvm::all_of(llvm::drop_begin(frames, k + 1), [](const Frame &inner) {
            return inner.kind == Frame::Block;
          });
      return line(isInnermost ? "break;" : "goto " + labelOf(k) + ";");
    }
  }
}

void StatementPrinter::visitContinue(ir::ContinueStatement &) {
  line("continue;");
}

void StatementPrinter::visitLeave(ir::LeaveStatement &s) {
  const auto isBreakable = [](const Frame &frame) {
    return frame.kind != Frame::Block;
  };
  const auto innermost = llvm::find_if(llvm::reverse(frames), isBreakable);
  if (innermost != frames.rend() && innermost->block == s.block)
    return line("break;");
  for (size_t k = 0; k < frames.size(); ++k)
    if (frames[k].block == s.block)
      return line("goto " + labelOf(k) + ";");
  refuse("a block that is left from a place that is printed elsewhere");
}

//===--- Blocks -----------------------------------------------------------===//

/// Whether what is printed as a loop would take a `break` or a `continue` for
/// its own.
static bool jumpsOut(const ir::Statement *s) {
  if (isa<ir::BreakStatement, ir::ContinueStatement>(s))
    return true;
  if (isa<ir::LoopStatement, ir::CountedLoopStatement, ir::RangeLoopStatement>(
          s))
    return false;
  bool result = false;
  ir::forEachChild(
      s, [&](const ir::Statement *child) { result |= jumpsOut(child); });
  return result;
}

void StatementPrinter::once(ir::BlockStatement &s) {
  frames.push_back({Frame::Once, &s});
  braces("do", &s, " while (false);");
  const Frame frame = frames.back();
  frames.pop_back();
  land(frame);
}

void StatementPrinter::visitBlock(ir::BlockStatement &s) {
  bool isLeft = false;
  ir::walk(&s, [&](const ir::Statement *inner) {
    const auto *leave = dyn_cast<ir::LeaveStatement>(inner);
    isLeft |= leave && leave->block == &s;
  });
  if (!isLeft)
    return braces("", &s);
  const auto inner = printed(&s);
  const bool endsInSwitch =
      !inner.empty() && isa<ir::SwitchStatement>(inner.back());
  if (!endsInSwitch && !jumpsOut(&s))
    return once(s);
  frames.push_back({Frame::Block, &s});
  if (inner.size() == 1)
    list(s.statements);
  else
    braces("", &s);
  const Frame frame = frames.back();
  frames.pop_back();
  land(frame);
}

//===--- Switches ---------------------------------------------------------===//

/// The statements of a case; of one that is a block alone, the block's.
static const ir::BlockStatement *bodyOf(const SwitchCase &each) {
  const auto *block =
      each.body->statements.size() == 1
          ? dyn_cast<ir::BlockStatement>(each.body->statements.front())
          : nullptr;
  return block && block->label.empty() ? block : each.body;
}

void StatementPrinter::caseBody(const ir::SwitchStatement &s, size_t k) {
  const ir::SwitchStatement::Case &each = s.cases[k];
  const ir::BlockStatement *body = bodyOf(each);
  std::vector<std::string> labels;
  for (const ir::Expr *label : each.labels)
    labels.push_back("case " + exprs.print(label).text + ":");
  if (each.isDefault)
    labels.push_back("default:");
  const bool declares = llvm::any_of(printed(body), [](const auto *inner) {
    return ir::declaredBy(inner) &&
           !isa<ir::CountedLoopStatement, ir::RangeLoopStatement>(inner);
  });
  for (const std::string &label : labels)
    line(label + (declares && &label == &labels.back() ? " {" : ""));
  ++indent;
  list(body->statements);
  // A jump at its end may stand under a condition.
  const bool isGuarded =
      llvm::any_of(body->statements, [&](const ir::Statement *inner) {
        return words.onlyIf(*inner).has_value();
      });
  if (isGuarded || !endsInJump(body->statements)) {
    if (!each.fallsThrough)
      line("break;");
    else if (!body->statements.empty())
      line("[[fallthrough]];");
  }
  --indent;
  if (declares)
    line("}");
}

/// Whether C++ can compare the text with the labels as it is.
static bool takesLabels(const Printed &text, const ir::SwitchStatement &s) {
  const ir::Type *type = plain(s.value->type);
  if (!text.type->isInt() || !holds(type, text))
    return false;
  for (const SwitchCase &each : s.cases)
    for (const ir::Expr *label : each.labels) {
      TextType number;
      number.type = type;
      number.value = llvm::APSInt(llvm::cast<ir::IntExpr>(label)->value(),
                                  !ir::integerFormat(type)->isSigned);
      if (!holds(text.type, number) && text.type != type)
        return false;
    }
  return true;
}

void StatementPrinter::visitSwitch(ir::SwitchStatement &s) {
  if (s.cases.empty())
    return;
  const ir::BlockStatement *around = nullptr;
  if (!frames.empty() && frames.back().kind == Frame::Block &&
      printed(frames.back().block).back() == &s)
    around = frames.back().block;
  Printed value = exprs.print(s.value);
  if (!takesLabels(value, s))
    value = exprs.exact(s.value);
  open("switch (" + value.text + ")");
  --indent;
  frames.push_back({Frame::Switch, around});
  for (size_t k = 0; k < s.cases.size(); ++k)
    caseBody(s, k);
  frames.pop_back();
  line("}");
}
