// Statements that only a slice knows: calls of the traversal, records that are
// loaded, loops that are to be unrolled, changes of the query's containers.
//
//     visit @f(lib "rt::child"(0)) at 1 when @f::guard0(load %diff)
//  -> ropes.visit(1, n.children[0], {diff}); // f(n->left)
#include "SliceWords.h"

#include "Helpers.h"

#include "regtt/IR/Walk.h"
#include "regtt/Frontend/Model/Layout.h"

#include <clang/Lex/Lexer.h>
#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using cpp::Parts;
using cpp::Precedence;
using cpp::Text;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// Whether `at` is in a comment, which ends with its line.
static bool isCommentedOut(llvm::StringRef text, size_t at) {
  const llvm::StringRef before = text.slice(text.rfind('\n', at) + 1, at);
  const size_t comment = before.find("//");
  return comment != llvm::StringRef::npos &&
         before.take_front(comment).count('"') % 2 == 0;
}

bool regtt::namesIt(llvm::StringRef text, llvm::StringRef word) {
  const auto part = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  for (size_t at = text.find(word); at != llvm::StringRef::npos;
       at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !part(text[at - 1]);
    const size_t end = at + word.size();
    if (begins && (end == text.size() || !part(text[end])) &&
        !isCommentedOut(text, at))
      return true;
  }
  return false;
}

std::string regtt::resumeName(unsigned point, const ValueTypes &values) {
  std::string name = "Resume" + std::to_string(point);
  while (values.taken(name))
    name += "_";
  return name;
}

bool regtt::ropesNameGuards(const Traversal &traversal) {
  // With one guard, on every call that can be deferred, the engine needs no
  // telling; the call at position 0 is never deferred.
  std::optional<int> only;
  for (const Call &call : traversal.calls) {
    if (call.inWhole || (call.position == 0 && !call.loopVar))
      continue;
    if (only && *only != call.guard)
      return true;
    only = call.guard;
  }
  return false;
}

//===--- Calls of the traversal -------------------------------------------===//

/// The user's call, as a comment; empty where a macro cuts it.
static std::string sourceOf(const Call &call, const clang::ASTContext &ast) {
  const auto &manager = ast.getSourceManager();
  std::string source =
      clang::Lexer::getSourceText(
          clang::Lexer::makeFileCharRange(
              clang::CharSourceRange::getTokenRange(call.ast->getSourceRange()),
              manager, ast.getLangOpts()),
          manager, ast.getLangOpts())
          .str();
  std::replace(source.begin(), source.end(), '\n', ' ');
  return source.empty() ? "" : " // " + source;
}

/// What the rope carries: arguments that the call names, and what its guard
/// will be given.
std::string SliceWords::ropeArgs(const ir::VisitStatement &s,
                                 Parts &parts) const {
  const bool namesGuards = ropesNameGuards(traversal);
  if (traversal.args.empty() && traversal.captures.empty() && !namesGuards)
    return "";
  const Call &call = *kernel.calls.lookup(&s);
  std::vector<std::string> carried;
  bool any = !traversal.args.empty() || namesGuards;
  for (unsigned k = 0; k < traversal.args.size(); ++k) {
    const bool isNamed = llvm::any_of(
        call.args, [&](const CallArg &arg) { return arg.arg == k; });
    carried.push_back(isNamed ? parts.braced(s.arguments[k + 1]) : "{}");
  }
  const Guard *guard =
      call.guard >= 0 && s.guard ? &traversal.guards[call.guard] : nullptr;
  for (unsigned k = 0; k < traversal.captures.size(); ++k) {
    const auto *kept = guard ? llvm::find(guard->captures, k) : nullptr;
    const bool isKept = guard && kept != guard->captures.end();
    any |= isKept;
    carried.push_back(
        isKept ? parts.braced(s.kept[kept - guard->captures.begin()]) : "{}");
  }
  if (namesGuards)
    carried.push_back(std::to_string(s.guard ? call.guard : -1));
  return any ? ", {" + llvm::join(carried, ", ") + "}" : ", {}";
}

std::string SliceWords::visit(const ir::VisitStatement &s, Parts &parts) const {
  const std::string link = parts.value(s.arguments[0]);
  const std::string head =
      s.position ? "ropes.visit(" + parts.value(s.position) + ", " + link
                 : "calls.visit(" + link;
  return head + ropeArgs(s, parts) + ");" +
         sourceOf(*kernel.calls.lookup(&s), values.ast);
}

/// `{d[0], d[1]}`: an array, element by element.
static std::string elementsOf(const ir::Type *type, const std::string &text) {
  const auto *array = dyn_cast<ir::ArrayType>(type);
  if (!array)
    return text;
  std::vector<std::string> elements;
  for (uint64_t k = 0; k < array->count; ++k)
    elements.push_back(
        elementsOf(array->element, text + "[" + std::to_string(k) + "]"));
  return "{" + llvm::join(elements, ", ") + "}";
}

std::string SliceWords::resume(const ir::ResumeStatement &s,
                               Parts &parts) const {
  const unsigned point =
      llvm::find(kernel.resumes, s.segment) - kernel.resumes.begin();
  std::vector<std::string> carried;
  for (const ir::Expr *kept : s.kept)
    carried.push_back(kept->type->kind == ir::Type::Array
                          ? elementsOf(kept->type, parts.exact(kept).text)
                          : parts.braced(kept));
  return "ropes.resume(" + resumeName(point, values) + "{" +
         llvm::join(carried, ", ") + "});";
}

//===--- Containers -------------------------------------------------------===//

/// `rt::Less()`, `[](const Hit &a, const Hit &b) { return nearer(a, b); }`:
/// the same for all that the traversal does to a queue; empty of others.
std::string SliceWords::orderOf(unsigned path, const ir::Type *element) {
  const ContainerCall *known = nullptr;
  const auto look = [&](const Function &function) {
    for (const auto &entry : function.containerCalls) {
      const auto object = function.accesses.find(entry.second.object);
      if (object != function.accesses.end() && object->second.path == path &&
          (!entry.second.order.empty() || entry.second.orderHelper >= 0))
        known = &entry.second;
    }
  };
  look(traversal.function);
  if (traversal.program)
    look(*traversal.program);
  for (const auto &helper : traversal.helpers)
    look(*helper);
  if (!known)
    return "";
  if (!known->order.empty())
    return known->order + "()";
  const std::string type = "const " + spell(element) + " &";
  const Text a{isTaken("a") ? "a_" : "a"}, b{isTaken("b") ? "b_" : "b"};
  return "[](" + type + a.text + ", " + type + b.text + ") { return " +
         call(*kernel.helpers[known->orderHelper], {a, b}).text + "; }";
}

/// `q.heap.push(hit, rt::Less())`
std::optional<std::string>
SliceWords::change(const ir::ContainerChangeStatement &s, Parts &parts) {
  const auto *data = std::get_if<ir::DataRoot>(&s.container->root);
  const auto *type = cast<ir::LibraryType>(s.container->type);
  const bool isQueue = type->name == "std::priority_queue";
  if (!isQueue || !data || data->kind != ir::DataRoot::Own)
    return std::nullopt;
  std::vector<std::string> arguments;
  for (const ir::Expr *argument : s.arguments)
    arguments.push_back(parts.value(argument));
  arguments.push_back(orderOf(data->number, type->typeArgument(0)));
  return parts.place(s.container).atLeast(Precedence::Postfix) +
         (s.op == ir::ChangeOp::Push ? ".push(" : ".pop(") +
         llvm::join(arguments, ", ") + ");";
}

//===--- Statements -------------------------------------------------------===//

/// `static const float scale[2] = {0.5f, 2};`: an array of constants is made
/// once.
static bool isTable(const ir::VarStatement &s) {
  bool result = s.init && s.variable->isConst &&
                s.variable->type->kind == ir::Type::Array &&
                isa<ir::AggregateExpr, ir::ZeroExpr>(s.init);
  if (result)
    ir::walk(s.init, [&](const ir::Expr *e) {
      result &= isa<ir::AggregateExpr, ir::ZeroExpr, ir::IntExpr, ir::FloatExpr,
                    ir::BoolExpr, ir::UnaryExpr, ir::CastExpr>(e);
    });
  return result;
}

std::optional<std::string> SliceWords::table(const ir::VarStatement &s,
                                             Parts &parts) {
  if (!isTable(s))
    return std::nullopt;
  return "[[maybe_unused]] static const " +
         declare(s.variable->type, parts.name(s.variable)) + " = " +
         parts.braced(s.init) + ";";
}

std::optional<std::string> SliceWords::statement(const ir::Statement &s,
                                                 Parts &parts) {
  if (const auto *call = dyn_cast<ir::VisitStatement>(&s))
    return visit(*call, parts);
  if (const auto *later = dyn_cast<ir::ResumeStatement>(&s))
    return resume(*later, parts);
  if (const auto *stored = dyn_cast<ir::StoreStatement>(&s))
    return store(*stored, parts);
  if (const auto *changed = dyn_cast<ir::ContainerChangeStatement>(&s))
    return change(*changed, parts);
  if (const auto *var = dyn_cast<ir::VarStatement>(&s))
    return table(*var, parts);
  if (isa<ir::TrapStatement>(s)) // what it would say stays with the user
    return "rt::fail();";
  const auto *called = dyn_cast<ir::LibraryCallStatement>(&s);
  if (!called || called->name != "rt::load")
    return std::nullopt;
  const unsigned group =
      cast<ir::IntExpr>(called->arguments[0])->value().getZExtValue();
  return "const auto &" + names.groups[group] + " = tree.template " +
         (isIndexed(traversal, kernel, group) ? "inPlace<" : "load<") +
         std::to_string(group) + ">(self);";
}

/// Calls' positions are constants only once their loop is unrolled.
static bool positionsVary(const ir::LoopStatement &loop) {
  bool result = false;
  ir::walk(&loop, [&](const ir::Statement *s) {
    const auto *call = dyn_cast<ir::VisitStatement>(s);
    result |= call && call->position && !isa<ir::IntExpr>(call->position);
  });
  return result;
}

std::optional<std::string> SliceWords::before(const ir::Statement &s) {
  const auto *loop = dyn_cast<ir::LoopStatement>(&s);
  if (!loop)
    return std::nullopt;
  if (!traversal.list() && positionsVary(*loop))
    return "REGTT_UNROLL";
  if (!ofSource && chosen.stepsThroughChosen(*loop))
    return "REGTT_UNROLL_STEPS";
  return std::nullopt;
}
