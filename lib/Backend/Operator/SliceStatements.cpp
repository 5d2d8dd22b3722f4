// Statements that only a slice knows: calls of the traversal, records that are
// loaded, loops that are to be unrolled, changes of the query's containers.
//
//     visit @f(lib "rt::child"(0)) at 1 when @f::guard0(load %diff)
//  -> ropes.visit(1, n.children[0], {diff}); // f(n->left)
#include "SliceWords.h"

#include "Helpers.h"

#include "regtt/IR/Walk.h"
#include "regtt/Support/Quoting.h"

#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using cpp::Parts;
using cpp::Precedence;
using cpp::Text;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// Whether `at` is in a comment or a directive, which end with their lines.
static bool isCommentedOut(llvm::StringRef text, size_t at) {
  const llvm::StringRef before = text.slice(text.rfind('\n', at) + 1, at);
  if (before.starts_with("#line "))
    return true;
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

bool regtt::ropesNameGuards(const Kernel &kernel) {
  // With one guard, on every call that can be deferred, the engine needs no
  // telling; the call at position 0 is never deferred.
  std::optional<const ir::Function *> only;
  bool differ = false;
  const auto look = [&](const ir::Function *function) {
    if (!function || !function->body)
      return;
    ir::walk(function->body, [&](const ir::Statement *s) {
      const auto *visit = dyn_cast<ir::VisitStatement>(s);
      if (!visit || !visit->position)
        return;
      const auto *position = dyn_cast<ir::IntExpr>(visit->position);
      if (position && position->value().isZero())
        return;
      differ |= only && *only != visit->guard;
      only = visit->guard;
    });
  };
  look(kernel.enter);
  for (const ResumePoint &point : kernel.resumes)
    look(point.function);
  return differ;
}

//===--- Calls of the traversal -------------------------------------------===//

/// Number of the guard that a call waits for; -1: none.
static int guardOf(const Kernel &kernel, const ir::VisitStatement &s) {
  for (size_t k = 0; s.guard && k < kernel.guards.size(); ++k)
    if (kernel.guards[k].function == s.guard)
      return int(k);
  return -1;
}

/// What the rope carries: arguments, and what its guard will be given.
std::string SliceWords::ropeArgs(const ir::VisitStatement &s,
                                 Parts &parts) const {
  const bool namesGuards = ropesNameGuards(kernel);
  if (kernel.args.empty() && kernel.captures.empty() && !namesGuards)
    return "";
  std::vector<std::string> carried;
  bool any = !kernel.args.empty() || namesGuards;
  for (unsigned k = 0; k < kernel.args.size(); ++k)
    carried.push_back(parts.braced(s.arguments[k + 1]));
  const int guard = guardOf(kernel, s);
  for (unsigned k = 0; k < kernel.captures.size(); ++k) {
    const auto captures = guard < 0
                              ? llvm::ArrayRef<unsigned>()
                              : llvm::ArrayRef(kernel.guards[guard].captures);
    const auto *kept = llvm::find(captures, k);
    const bool isKept = kept != captures.end();
    any |= isKept;
    carried.push_back(isKept ? parts.braced(s.kept[kept - captures.begin()])
                             : "{}");
  }
  if (namesGuards)
    carried.push_back(std::to_string(guard));
  return any ? ", {" + llvm::join(carried, ", ") + "}" : ", {}";
}

std::string SliceWords::visit(const ir::VisitStatement &s, Parts &parts) const {
  const std::string link = parts.value(s.arguments[0]);
  const std::string head =
      s.position ? "ropes.visit(" + parts.value(s.position) + ", " + link
                 : "calls.visit(" + link;
  return head + ropeArgs(s, parts) + ");" +
         (s.source.empty() ? "" : " // " + s.source);
}

std::string regtt::elementsOf(const ir::Type *type, const std::string &text) {
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
  unsigned point = 0;
  while (kernel.resumes[point].function != s.segment)
    ++point;
  std::vector<std::string> carried;
  for (const ir::Expr *kept : s.kept)
    carried.push_back(kept->type->kind == ir::Type::Array
                          ? elementsOf(kept->type, parts.exact(kept).text)
                          : parts.braced(kept));
  return "ropes.resume(" + resumeName(point, values) + "{" +
         llvm::join(carried, ", ") + "});";
}

//===--- Containers -------------------------------------------------------===//

/// `rt::Less()`, `[](const Hit &a, const Hit &b) { return nearer(a, b); }`;
/// empty of what has none.
std::string SliceWords::orderOf(const ContainerForm &container) {
  if (container.orderHelper < 0)
    return container.order.empty() ? "" : container.order + "()";
  const std::string type = "const " + spell(container.element) + " &";
  const Text a{isTaken("a") ? "a_" : "a"}, b{isTaken("b") ? "b_" : "b"};
  return "[](" + type + a.text + ", " + type + b.text + ") { return " +
         call(*kernel.helpers[container.orderHelper].function, {a, b}).text +
         "; }";
}

/// `q.heap.push(hit, rt::Less())`
std::optional<std::string>
SliceWords::change(const ir::ContainerChangeStatement &s, Parts &parts) {
  const auto *data = std::get_if<ir::DataRoot>(&s.container->root);
  const ContainerForm *queue = data && data->kind == ir::DataRoot::Own &&
                                       kernel.data[data->number].container
                                   ? &*kernel.data[data->number].container
                                   : nullptr;
  if (!queue || !queue->isQueue)
    return std::nullopt;
  if (s.op == ir::ChangeOp::Clear) // one that the program makes anew
    return parts.place(s.container).atLeast(Precedence::Postfix) + ".clear();";
  std::vector<std::string> arguments;
  for (const ir::Expr *argument : s.arguments)
    arguments.push_back(parts.value(argument));
  arguments.push_back(orderOf(*queue));
  return parts.place(s.container).atLeast(Precedence::Postfix) +
         (s.op == ir::ChangeOp::Push ? ".push(" : ".pop(") +
         llvm::join(arguments, ", ") + ");";
}

//===--- Statements -------------------------------------------------------===//

llvm::StringRef regtt::combinerName(ir::Combiner combiner) {
  static constexpr llvm::StringLiteral names[] = {
#define COMBINER(NAME, TEXT, OPERATOR, INVERSE) #NAME,
#include "regtt/IR/Operators.def"
  };
  return names[static_cast<unsigned>(combiner)];
}

std::string regtt::changesName(const Kernel &kernel, unsigned datum) {
  const Datum &of = kernel.data[datum];
  std::string name = kernel.arrays[of.number].name;
  if (!of.name.empty())
    name += "_" + of.name;
  name += "_changes";
  const auto isTaken = [&] {
    return llvm::any_of(kernel.arrays, [&](const DataArray &array) {
      return array.name == name;
    });
  };
  while (isTaken())
    name += "_";
  return safeName(name);
}

/// `arrays.h_changes.make(w, value);`, of an element whose changes have an
/// order.
std::optional<std::string> SliceWords::changeInOrder(const ir::Place *place,
                                                     const ir::Expr *value,
                                                     Parts &parts) const {
  const auto *root = std::get_if<ir::DataRoot>(&place->root);
  if (!root || root->kind != ir::DataRoot::Element ||
      !kernel.data[root->number].inOrder)
    return std::nullopt;
  const std::string changes = "arrays." + changesName(kernel, root->number);
  std::string at = parts.value(root->index);
  for (const ir::Step &step : place->steps)
    at += ", " + parts.value(std::get<ir::IndexStep>(step).index);
  if (!place->steps.empty())
    at = changes + ".at(" + at + ")";
  return changes + ".make(" + at + ", " + parts.value(value) + ");";
}

/// `rt::combine<rt::Add>(arrays.hits[k], 1);`
static std::string combine(const ir::ReduceStatement &s, Parts &parts) {
  return "rt::combine<rt::" + combinerName(s.combiner).str() + ">(" +
         parts.place(s.place).text + ", " + parts.value(s.value) + ");";
}

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
  if (const auto *reduced = dyn_cast<ir::ReduceStatement>(&s)) {
    const auto inOrder = changeInOrder(reduced->place, reduced->value, parts);
    return inOrder ? *inOrder : combine(*reduced, parts);
  }
  if (const auto *stored = dyn_cast<ir::StoreStatement>(&s)) {
    if (stored->store != ir::StoreKind::Shared)
      return store(*stored, parts);
    const auto inOrder = changeInOrder(stored->place, stored->value, parts);
    return inOrder ? *inOrder
                   : "rt::setForAll(" + parts.place(stored->place).text + ", " +
                         parts.value(stored->value) + ");";
  }
  if (const auto *changed = dyn_cast<ir::ContainerChangeStatement>(&s))
    return change(*changed, parts);
  if (const auto *later = dyn_cast<ir::DeferStatement>(&s)) {
    std::string record = "{}";
    for (const ir::Expr *value : later->values)
      record += ", " + parts.braced(value);
    return "arrays.deferred.make(Deferred{" + record + "});";
  }
  if (const auto *var = dyn_cast<ir::VarStatement>(&s))
    return table(*var, parts);
  if (const auto *end = dyn_cast<ir::TrapStatement>(&s))
    // What it would say stays with the user.
    return end->message == outsideTrap ? "rt::needsNode();" : "rt::fail();";
  const auto *called = dyn_cast<ir::LibraryCallStatement>(&s);
  if (called && called->name == "rt::reach")
    return reached(*called, parts);
  if (!called || called->name != "rt::load")
    return std::nullopt;
  const unsigned group =
      cast<ir::IntExpr>(called->arguments[0])->value().getZExtValue();
  return "const auto &" + names.groups[group] + " = tree.template " +
         (isIndexed(kernel, group) ? "inPlace<" : "load<") +
         std::to_string(group) + ">(self);";
}

/// `arrays.x.reach(arrays.col[e]);`, `rt::reach(get(e, arrays));`
std::string SliceWords::reached(const ir::LibraryCallStatement &s,
                                Parts &parts) const {
  const auto *load = dyn_cast<ir::LoadExpr>(s.arguments[0]);
  if (!load)
    return "rt::reach(" + parts.value(s.arguments[0]) + ");";
  const auto &root = std::get<ir::DataRoot>(load->place->root);
  return "arrays." +
         safeName(kernel.arrays[kernel.data[root.number].number].name) +
         ".reach(" + parts.value(root.index) + ");";
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

std::optional<std::string> SliceWords::lineOf(ir::Location loc) {
  if (!site.showsSource || !loc)
    return std::nullopt;
  return "#line " + std::to_string(loc.line) + " " +
         quotedForC(kernel.module->files[loc.file - 1]);
}

std::optional<std::string> SliceWords::before(const ir::Statement &s) {
  const auto *loop = dyn_cast<ir::LoopStatement>(&s);
  if (!loop)
    return std::nullopt;
  if (!kernel.list() && positionsVary(*loop))
    return "REGTT_UNROLL";
  if (!ofSource && chosen.stepsThroughChosen(*loop))
    return "REGTT_UNROLL_STEPS";
  return std::nullopt;
}
