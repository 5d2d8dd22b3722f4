// Statements of lane code: conditions and loops of each lane's own, what they
// assign, and the ways out of them.
#include "LaneWords.h"

#include "regtt/Analysis/LanePlaces.h"
#include "regtt/Cpp/Printer.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

#include <functional>

using namespace regtt;
using namespace regtt::kernel;
using cpp::Parts;
using cpp::Precedence;
using llvm::dyn_cast;
using llvm::isa;

//===--- Frames -----------------------------------------------------------===//

/// Each condition and each loop of lanes' own has a mask of its own name, and
/// each variable the frame that it is declared in.
void LaneWords::numberFrames() {
  unsigned choices = 0, loops = 0;
  std::function<void(const ir::Statement *, size_t, bool)> look =
      [&](const ir::Statement *s, size_t depth, bool inOwnLoop) {
        if (inOwnLoop && isa<ir::BreakStatement>(s))
          breaks.insert(s);
        if (const ir::Variable *variable = ir::declaredBy(s))
          depths[variable] = depth;
        const auto *choice = dyn_cast<ir::IfStatement>(s);
        const auto *around = dyn_cast<ir::LoopStatement>(s);
        const bool ownChoice = choice && isOwn(choice->condition);
        const bool ownLoop = around && levels.leaving(s) == Level::Own;
        if (ownChoice && !isGuardClause(*choice, depth))
          numbers[s] = ++choices;
        if (ownLoop)
          numbers[s] = ++loops;
        // Masks that are declared in a case need a block.
        if (const auto *each = dyn_cast<ir::SwitchStatement>(s))
          for (const ir::SwitchStatement::Case &one : each->cases)
            for (const ir::Statement *inner : one.body->statements)
              inCase.insert(inner);
        ir::forEachChild(s, [&](const ir::Statement *child) {
          const bool isInner = ownChoice || (ownLoop && child != around->init);
          look(child, depth + isInner, around ? ownLoop : inOwnLoop);
        });
      };
  for (const ir::Variable *param : printed.params)
    if (!param->type->isReference() && !param->type->isPointer())
      depths[param] = 1;
  look(printed.body, 1, false);
}

static std::string numbered(const char *stem, unsigned number) {
  return number > 1 ? stem + std::to_string(number) : stem;
}

std::string LaneWords::within(Frame::Kind kind, const std::string &mask,
                              const ir::BlockStatement *block, Parts &parts) {
  frames.push_back({kind, mask});
  std::string text = parts.statements(block);
  frames.pop_back();
  return text;
}

std::string LaneWords::begin() const {
  return returnsResult
             ? declareLanes(printed.type->result, "result") +
                   (printed.type->result->kind == ir::Type::Struct ? ";\n"
                                                                   : " = 0;\n")
             : "";
}

std::string LaneWords::end() const {
  const bool isThere =
      !printed.body->statements.empty() &&
      isa<ir::ReturnStatement>(printed.body->statements.back());
  return returnsResult && !isThere ? "return result;\n" : "";
}

//===--- Declarations and stores ------------------------------------------===//

/// const Vec d = q->at;  ->  const LaneVec<rt::Lane> d = p.at;
std::string LaneWords::declared(const ir::Variable *variable,
                                const ir::Expr *value, bool isConst,
                                Parts &parts) {
  const std::string name = parts.name(variable);
  if (variable->type->isReference())
    return "auto &" + name + " = " + parts.exact(value).text + ";";
  const bool isArray = variable->type->kind == ir::Type::Array;
  std::string text = isConst && !isArray ? "const " : "";
  text += declareLanes(variable->type, name);
  if (!value)
    return text + ";";
  if (isa<ir::ZeroExpr>(value))
    return text + "{};";
  if (isArray && !isa<ir::AggregateExpr>(value))
    return text + ";\nrt::lane::assign(" + name + ", " +
           parts.exact(value).text + ");";
  const bool isList =
      isa<ir::AggregateExpr>(value) && (isArray || isOwn(value));
  return text + " = " + (isList ? listed(value, parts) : parts.value(value)) +
         ";";
}

/// `{x, y}` of a whole that is each lane's own.
std::string LaneWords::listed(const ir::Expr *whole, Parts &parts) {
  if (whole->type->kind == ir::Type::Array)
    return parts.braced(whole);
  const std::string text = parts.exact(whole).text;
  return text.substr(text.find('{'));
}

/// `rt::where(some, p.corr) += 1;` of what outlives the frame; what is declared
/// in it is assigned plainly. `rt::elements(...) = d;` of those that lanes
/// choose.
std::optional<std::string> LaneWords::stored(const ir::StoreStatement &s,
                                             Parts &parts) {
  const ir::Variable *variable = s.place->variable();
  const bool isChosen = !ownIndices(levels, *s.place).empty();
  const bool isHere = variable && !s.place->isIndirect() && !isChosen;
  const bool isArray = s.place->type->kind == ir::Type::Array;
  if (isHere && (!isOwn(variable) ||
                 (depths.lookup(variable) == frames.size() && !isArray)))
    return std::nullopt;
  const std::string place =
      isChosen ? "rt::elements(" + chosenPlace(*s.place, true, parts) + ")"
               : "rt::where(" + mask() + ", " + parts.place(s.place).text + ")";
  const auto *sum = dyn_cast<ir::BinaryExpr>(s.value);
  const auto *load = sum ? dyn_cast<ir::LoadExpr>(sum->left) : nullptr;
  const bool isSum = load && ir::equal(load->place, s.place) &&
                     sum->type == s.place->type && !ir::isComparison(sum->op) &&
                     !dividesByAny(*sum);
  if (isSum)
    return place + " " + cpp::signOf(sum->op).str() + "= " +
           parts.value(sum->right) + ";";
  return place + " = " + parts.value(s.value) + ";";
}

//===--- Conditions -------------------------------------------------------===//

/// `if (c) return;` of the function itself.
bool LaneWords::isGuardClause(const ir::IfStatement &s, size_t depth) const {
  const auto *only =
      s.then->statements.size() == 1
          ? dyn_cast<ir::ReturnStatement>(s.then->statements.front())
          : nullptr;
  return depth == 1 && only && !only->value && !s.otherwise;
}

/// if (c) return;  ->  if (!(go -= c)) return;
/// if (c) { ... }  ->  if (const rt::Mask some = go & c) { ... }
std::optional<std::string> LaneWords::branch(const ir::IfStatement &s,
                                             Parts &parts) {
  if (!isOwn(s.condition))
    return std::nullopt;
  if (isGuardClause(s, frames.size())) {
    const auto *negation = dyn_cast<ir::UnaryExpr>(s.condition);
    const bool isNegated = negation && negation->op == ir::UnaryOp::LNot;
    return "if (!(go " + std::string(isNegated ? "&= " : "-= ") +
           parts.exact(isNegated ? negation->operand : s.condition).text +
           "))\n  return;\n";
  }
  const std::string outside = mask();
  const std::string some = numbered("some", numbers.lookup(&s));
  const std::string which = "const rt::Mask " + some + " = " + outside + " & " +
                            parts.exact(s.condition).atLeast(Precedence::Shift);
  if (!s.otherwise)
    return "if (" + which + ") {\n" +
           within(Frame::Choice, some, s.then, parts) + "}\n";
  const std::string others = numbered("others", numbers.lookup(&s));
  const std::string text =
      which + ";\nif (" + some + ") {\n" +
      within(Frame::Choice, some, s.then, parts) + "}\nif (const rt::Mask " +
      others + " = " + outside + " - " + some + ") {\n" +
      within(Frame::Choice, others, s.otherwise, parts) + "}\n";
  return inCase.contains(&s) ? "{\n" + text + "}\n" : text;
}

//===--- Loops ------------------------------------------------------------===//

/// `++i`, of a step that is one line.
static std::string asExpressions(llvm::StringRef lines) {
  std::string result;
  llvm::SmallVector<llvm::StringRef, 2> each;
  lines.split(each, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : each) {
    line = line.trim();
    if (line.starts_with("#"))
      continue; // which line it comes from
    line.consume_back(";");
    result += (result.empty() ? "" : ", ") + line.str();
  }
  return result;
}

static bool isTrue(const ir::Expr *e) {
  const auto *constant = dyn_cast<ir::BoolExpr>(e);
  return constant && constant->value;
}

/// for (int i = 0; i < q->count; ++i)
/// -> rt::Mask loop = go;
///    for (int i = 0; loop &= i < q.count; ++i)
std::optional<std::string> LaneWords::loop(const ir::LoopStatement &s,
                                           Parts &parts) {
  if (levels.leaving(&s) != Level::Own)
    return std::nullopt;
  const std::string outside = mask();
  const std::string name = numbered("loop", numbers.lookup(&s));
  std::string init = s.init ? parts.statements(s.init) : "";
  const bool isOneLine = llvm::StringRef(init).count('\n') <= 1;
  const std::string first = isOneLine ? asExpressions(init) : "";
  frames.push_back({Frame::Loop, name});
  const std::string step =
      s.step ? asExpressions(parts.statements(s.step)) : "";
  const std::string condition =
      isTrue(s.condition) ? name
                          : name + " &= " + parts.exact(s.condition).text;
  const std::string body = parts.statements(s.body);
  frames.pop_back();
  std::string text = "rt::Mask " + name + " = " + outside + ";\nfor (" + first +
                     "; " + condition + ";" + (step.empty() ? "" : " " + step) +
                     ") {\n" + body + "}\n";
  bool returns = false;
  ir::walk(s.body, [&](const ir::Statement *inner) {
    returns |= isa<ir::ReturnStatement>(inner);
  });
  if (returns) {
    size_t k = frames.size() - 1;
    while (frames[k].kind == Frame::Choice)
      --k;
    text += "if (!" + frames[k].mask + ")\n  " + exitOf(frames[k]) + "\n";
  }
  const bool isBlock = !isOneLine || inCase.contains(&s);
  return isBlock ? "{\n" + (isOneLine ? "" : init) + text + "}\n" : text;
}

//===--- Ways out ---------------------------------------------------------===//

std::string LaneWords::exitOf(const Frame &frame) const {
  return frame.kind == Frame::Loop ? "break;"
         : returnsResult           ? "return result;"
                                   : "return;";
}

/// Takes the lanes that run out of the masks of what they leave.
std::string LaneWords::jump(bool returns) {
  size_t k = frames.size() - 1;
  while (frames[k].kind == Frame::Choice)
    --k;
  std::string text;
  for (size_t outer = 0; returns && outer < k; ++outer)
    if (frames[outer].kind != Frame::Choice)
      text += frames[outer].mask + " -= " + mask() + ";\n";
  if (k + 1 == frames.size())
    return text + exitOf(frames[k]) + "\n";
  return text + "if (!(" + frames[k].mask + " -= " + mask() + "))\n  " +
         exitOf(frames[k]) + "\n";
}

std::optional<std::string> LaneWords::returned(const ir::ReturnStatement &s,
                                               Parts &parts) {
  if (!returnsResult && frames.size() == 1)
    return std::nullopt;
  std::string text;
  if (s.value)
    text =
        "rt::where(" + mask() + ", result) = " + parts.value(s.value) + ";\n";
  return text + jump(true);
}

/// `ropes.resume(go, LaneResume0{diff});`
std::string LaneWords::resumed(const ir::ResumeStatement &s,
                               Parts &parts) const {
  unsigned point = 0;
  while (site.kernel.resumes[point].function != s.segment)
    ++point;
  std::string carried;
  for (const ir::Expr *kept : s.kept)
    carried += (carried.empty() ? "" : ", ") +
               (kept->type->kind == ir::Type::Array
                    ? elementsOf(kept->type, parts.exact(kept).text)
                    : parts.braced(kept));
  return "ropes.resume(" + mask() + ", Lane" + resumeName(point, values) + "{" +
         carried + "});";
}

std::optional<std::string> LaneWords::statement(const ir::Statement &s,
                                                Parts &parts) {
  if (const auto *let = dyn_cast<ir::LetStatement>(&s);
      let && isOwn(let->variable))
    return declared(let->variable, let->value, true, parts);
  if (const auto *var = dyn_cast<ir::VarStatement>(&s);
      var && isOwn(var->variable))
    return declared(var->variable, var->init, var->variable->isConst, parts);
  if (const auto *store = dyn_cast<ir::StoreStatement>(&s))
    return stored(*store, parts);
  if (const auto *choice = dyn_cast<ir::IfStatement>(&s))
    return branch(*choice, parts);
  if (const auto *around = dyn_cast<ir::LoopStatement>(&s))
    return loop(*around, parts);
  if (const auto *back = dyn_cast<ir::ReturnStatement>(&s))
    return returned(*back, parts);
  if (breaks.contains(&s))
    return jump(false);
  if (const auto *call = dyn_cast<ir::CallStatement>(&s);
      call && call->result && isOwn(call->result))
    return "const " +
           declareLanes(call->result->type, parts.name(call->result)) + " = " +
           called(*call->callee, call->arguments, parts).text + ";";
  if (const auto *visit = dyn_cast<ir::VisitStatement>(&s))
    return "ropes.visit(" + mask() + ", " + parts.value(visit->position) +
           ", " + parts.value(visit->arguments[0]) + ropeArgs(*visit, parts) +
           ");" + (visit->source.empty() ? "" : " // " + visit->source);
  if (const auto *later = dyn_cast<ir::ResumeStatement>(&s))
    return resumed(*later, parts);
  return SliceWords::statement(s, parts);
}
