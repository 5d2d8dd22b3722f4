// Statements of lane code: conditions and loops of each lane's own, what they
// assign, and the ways out of them.
#include "LaneWords.h"

#include "regtt/Analysis/LanePlaces.h"
#include "regtt/Cpp/Printer.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using cpp::Parts;
using cpp::Precedence;
using llvm::dyn_cast;
using llvm::isa;

static std::string numbered(const char *stem, unsigned number) {
  return number > 1 ? stem + std::to_string(number) : stem;
}

std::string LaneWords::within(Frame::Kind kind, const std::string &mask,
                              const ir::BlockStatement *block, Parts &parts) {
  frames.push_back({kind, mask, ways.isReduced(block)});
  std::string text = parts.statements(block);
  frames.pop_back();
  return text;
}

bool LaneWords::hasOwnResult() const {
  return levels.resultOf(&printed) == Level::Own;
}

std::string LaneWords::begin() const {
  if (!returnsResult)
    return "";
  const ir::Type *type = printed.type->result;
  return (hasOwnResult() ? declareLanes(type, "result")
                         : values.declare(type, "result")) +
         (type->kind == ir::Type::Struct ? "{};\n" : " = 0;\n");
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
           wholeArray(value, parts) + ");";
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

/// `rt::Values<rt::Lane<int>[2]>{1, q.kind}`, or the array that there is.
std::string LaneWords::wholeArray(const ir::Expr *value, Parts &parts) {
  if (isa<ir::LoadExpr, ir::ValueExpr>(value))
    return parts.exact(value).text;
  if (isa<ir::StringExpr>(value)) // with the zeros that are behind it
    return "rt::Values<" + values.declare(value->type, "") + ">{" +
           parts.braced(value) + "}";
  return "rt::Values<" + declareLanes(value->type, "") + ">" +
         parts.braced(value);
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
                 (ways.depthOf(variable) == frames.size() && !isArray)))
    return std::nullopt;
  const std::string place =
      chosenArray(*s.place)
          ? "rt::arrayElements(" + elementOf(*s.place, parts) + ")"
      : isChosen
          ? "rt::elements(" + chosenPlace(*s.place, true, parts) + ")"
          : "rt::where(" + mask() + ", " + parts.place(s.place).text + ")";
  if (isArray)
    return place + " = " + wholeArray(s.value, parts) + ";";
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

/// if (c) return;  ->  if (!(go -= c)) return;
/// if (c) { ... }  ->  if (const rt::Mask some = go & c) { ... }
std::optional<std::string> LaneWords::branch(const ir::IfStatement &s,
                                             Parts &parts) {
  if (!isOwn(s.condition))
    return std::nullopt;
  if (LaneFrames::isGuardClause(s, frames.size())) {
    const auto *negation = dyn_cast<ir::UnaryExpr>(s.condition);
    const bool isNegated = negation && negation->op == ir::UnaryOp::LNot;
    return "if (!(go " + std::string(isNegated ? "&= " : "-= ") +
           parts.exact(isNegated ? negation->operand : s.condition).text +
           "))\n  return;\n";
  }
  const std::string outside = mask();
  const std::string some = numbered("some", ways.numberOf(&s));
  const std::string condition =
      parts.exact(s.condition).atLeast(Precedence::Shift);
  const std::string which =
      (ways.isReduced(s.then) ? "rt::Mask " : "const rt::Mask ") + some +
      " = " + outside + " & " + condition;
  const std::string then = within(Frame::Choice, some, s.then, parts);
  if (!s.otherwise)
    return "if (" + which + ") {\n" + then + "}\n";
  const std::string others = numbered("others", ways.numberOf(&s));
  const std::string rest =
      (ways.isReduced(s.otherwise) ? "rt::Mask " : "const rt::Mask ") + others +
      " = " + outside + " - " + some;
  const std::string otherwise =
      within(Frame::Choice, others, s.otherwise, parts);
  // Lanes that leave the one are not among the others.
  const std::string text =
      ways.isReduced(s.then)
          ? which + ";\n" + rest + ";\nif (" + some + ") {\n" + then +
                "}\nif (" + others + ") {\n" + otherwise + "}\n"
          : which + ";\nif (" + some + ") {\n" + then + "}\nif (" + rest +
                ") {\n" + otherwise + "}\n";
  return ways.isInCase(&s) ? "{\n" + text + "}\n" : text;
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
  if (!ways.isOwnLoop(&s))
    return std::nullopt;
  const std::string outside = mask();
  const std::string name = numbered("loop", ways.numberOf(&s));
  const std::string init = s.init ? parts.statements(s.init) : "";
  const bool isOneLine = llvm::StringRef(init).count('\n') <= 1;
  const std::string first = isOneLine ? asExpressions(init) : "";
  frames.push_back({Frame::Loop, name, false});
  const std::string head = s.head ? parts.statements(s.head) : "";
  const std::string step =
      s.step ? asExpressions(parts.statements(s.step)) : "";
  const std::string condition =
      isTrue(s.condition) ? name
                          : name + " &= " + parts.exact(s.condition).text;
  const unsigned number = ways.turnOf(&s);
  const std::string turn = numbered("turn", number);
  const std::string body = number ? "rt::Mask " + turn + " = " + name + ";\n" +
                                        within(Frame::Turn, turn, s.body, parts)
                                  : parts.statements(s.body);
  frames.pop_back();
  std::string text = "rt::Mask " + name + " = " + outside + ";\n";
  const std::string steps = step.empty() ? "" : " " + step;
  const std::string test = "if (!(" + condition + "))\n  break;\n";
  const bool isDo = s.form == ir::LoopForm::DoWhile;
  if (isDo && head.empty()) {
    text += "do {\n" + body + "} while (" + condition + ");\n";
  } else if (isDo) {
    const std::string again = numbered("again", ways.numberOf(&s));
    text += "for (bool " + again + " = false;; " + again + " = true) {\nif (" +
            again + ") {\n" + head + test + "}\n" + body + "}\n";
  } else if (head.empty()) {
    text += "for (" + first + "; " + condition + ";" + steps + ") {\n" + body +
            "}\n";
  } else {
    text +=
        "for (" + first + ";;" + steps + ") {\n" + head + test + body + "}\n";
  }
  const bool isBlock = !isOneLine || ways.isInCase(&s);
  return isBlock ? "{\n" + (isOneLine ? "" : init) + text + "}\n" : text;
}

//===--- Switches and blocks ----------------------------------------------===//

/// switch (q->kind) { case 1: case 2: ... }
/// -> const rt::Lane<int> which = q.kind;
///    if (const rt::Mask some = go & (which == 1 || which == 2)) { ... }
std::optional<std::string> LaneWords::cases(const ir::SwitchStatement &s,
                                            Parts &parts) {
  if (!ways.isOwnSwitch(s))
    return std::nullopt;
  const std::string outside = mask();
  const std::string which = numbered("which", ways.numberOf(&s));
  std::vector<std::string> tests;
  std::string any;
  for (const ir::SwitchStatement::Case &one : s.cases) {
    std::string test;
    for (const ir::Expr *label : one.labels)
      test += (test.empty() ? "" : " || ") + which +
              " == " + parts.exact(label).atLeast(Precedence::Relational);
    if (!one.isDefault && !test.empty())
      any += (any.empty() ? "" : " || ") + test;
    tests.push_back(std::move(test));
  }
  std::string text = "const " +
                     (isOwn(s.value) ? declareLanes(s.value->type, which)
                                     : declare(s.value->type, which)) +
                     " = " + parts.value(s.value) + ";\n";
  std::string fallen;
  for (size_t k = 0; k < s.cases.size(); ++k) {
    const ir::SwitchStatement::Case &one = s.cases[k];
    const std::string some = numbered("some", ways.numberOf(&s) + unsigned(k));
    std::string own = one.isDefault
                          ? outside + (any.empty() ? "" : " - (" + any + ")")
                          : outside + " & (" + tests[k] + ")";
    if (!fallen.empty())
      own = "(" + own + ") | " + fallen;
    const std::string declared =
        (ways.isReduced(one.body) ? "rt::Mask " : "const rt::Mask ") + some +
        " = " + own;
    const std::string body = within(Frame::Choice, some, one.body, parts);
    fallen = one.fallsThrough ? some : "";
    text += one.fallsThrough
                ? declared + ";\nif (" + some + ") {\n" + body + "}\n"
                : "if (" + declared + ") {\n" + body + "}\n";
  }
  return "{\n" + text + "}\n";
}

std::optional<std::string> LaneWords::block(const ir::BlockStatement &s,
                                            Parts &parts) {
  if (!ways.isFrame(&s))
    return std::nullopt;
  const std::string name = numbered("inside", ways.numberOf(&s));
  return "{\nrt::Mask " + name + " = " + mask() + ";\n" +
         within(Frame::Block, name, &s, parts) + "}\n";
}

//===--- Ways out ---------------------------------------------------------===//

std::string LaneWords::exitOf(const Frame &frame) const {
  return frame.kind == Frame::Loop   ? "break;"
         : frame.kind == Frame::Turn ? "continue;"
         : returnsResult             ? "return result;"
                                     : "return;";
}

/// Takes the lanes that run out of the masks of what they leave.
std::string LaneWords::jump(const ir::Statement &s) {
  const LaneFrames::Jump &way = *ways.jump(&s);
  const std::string some = mask();
  const size_t last = frames.size() - 1;
  size_t left = last; // whose code C++ may leave by its own jump
  while (frames[left].kind == Frame::Choice)
    --left;
  std::string text;
  for (size_t k = way.target; k < last; ++k) {
    const Frame &frame = frames[k];
    const bool isAround = k + 1 == left && frames[left].kind == Frame::Turn;
    if (frame.kind == Frame::Function ||
        ((k == left || isAround) && way.reaches))
      text += "if (!(" + frame.mask + " -= " + some + "))\n  " + exitOf(frame) +
              "\n";
    else if (frame.kind != Frame::Choice || frame.isReduced)
      text += frame.mask + " -= " + some + ";\n";
  }
  const Frame &own = frames.back();
  const bool isAsked = own.kind != Frame::Choice || own.isReduced;
  if (way.isInside)
    return text + (isAsked ? own.mask + " = rt::Mask::none();\n" : "") +
           "break;\n";
  if (own.kind == Frame::Loop || own.kind == Frame::Turn)
    return text + exitOf(own) + "\n";
  return text +
         (way.isNested && isAsked ? own.mask + " = rt::Mask::none();\n" : "");
}

std::optional<std::string> LaneWords::returned(const ir::ReturnStatement &s,
                                               Parts &parts) {
  if (!returnsResult && frames.size() == 1)
    return std::nullopt;
  std::string text;
  if (s.value && hasOwnResult())
    text =
        "rt::where(" + mask() + ", result) = " + parts.value(s.value) + ";\n";
  else if (s.value)
    text = "result = " + parts.value(s.value) + ";\n";
  return text + (frames.size() == 1 ? exitOf(frames[0]) + "\n" : jump(s));
}

std::string LaneWords::after(const ir::Statement &s) {
  switch (ways.after(&s)) {
  case LaneFrames::After::Break:
    return "if (!" + mask() + ")\n  break;\n";
  case LaneFrames::After::Continue: {
    const std::string loop = frames[frames.size() - 2].mask;
    return (ways.leavesLoop(&s) ? "if (!" + loop + ")\n  break;\n" : "") +
           "if (!" + mask() + ")\n  continue;\n";
  }
  default:
    return "";
  }
}

std::optional<std::string> LaneWords::onlyIf(const ir::Statement &before) {
  return ways.after(&before) == LaneFrames::After::Guard ? std::optional(mask())
                                                         : std::nullopt;
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
  if (const auto *each = dyn_cast<ir::SwitchStatement>(&s))
    return cases(*each, parts);
  if (const auto *inner = dyn_cast<ir::BlockStatement>(&s))
    return block(*inner, parts);
  if (isa<ir::BreakStatement, ir::ContinueStatement, ir::LeaveStatement>(s))
    return ways.jump(&s) ? std::optional(jump(s)) : std::nullopt;
  if (const auto *call = dyn_cast<ir::CallStatement>(&s);
      call && call->result && isOwn(call->result)) {
    const ir::Type *type = call->result->type;
    const std::string name = parts.name(call->result);
    return (type->isReference() ? "[[maybe_unused]] auto &" + name
                                : "const " + declareLanes(type, name)) +
           " = " + called(*call->callee, call->arguments, parts).text + ";";
  }
  if (const auto *load = dyn_cast<ir::LibraryCallStatement>(&s);
      load && load->name == "rt::load" && levels.isApart())
    return record(*load);
  if (const auto *visit = dyn_cast<ir::VisitStatement>(&s))
    return "ropes.visit(" + mask() + ", " + parts.value(visit->position) +
           ", " + parts.value(visit->arguments[0]) + ropeArgs(*visit, parts) +
           ");" + (visit->source.empty() ? "" : " // " + visit->source);
  if (const auto *later = dyn_cast<ir::ResumeStatement>(&s))
    return resumed(*later, parts);
  return SliceWords::statement(s, parts);
}
