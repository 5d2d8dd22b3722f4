// Statements of an operator.
#include "StmtPrinter.h"

#include "regtt/Model/Links.h"
#include "regtt/Model/Walk.h"

#include <clang/Lex/Lexer.h>
#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace clang;

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

std::string StmtPrinter::body() {
  out = ownArgs();
  if (&function != &traversal.function) {
    list(function.body.body);
    return out;
  }
  list(traversal.arrival());
  return withoutLastReturn(out);
}

/// Arguments that the body changes, as locals.
std::string StmtPrinter::ownArgs() const {
  std::string result;
  for (const Arg &arg : traversal.args)
    if (arg.reassigned && &function == &traversal.function)
      result += values.declare(arg.type, exprs.local(arg.param)) + " = args." +
                safeName(arg.name) + ";\n";
  return result;
}

/// `if (far) return;`
static bool isPlainTest(const Statement &stmt) {
  return stmt.kind == Statement::If && stmt.orElse.empty() &&
         stmt.body.size() == 1 && stmt.body[0].kind == Statement::Return;
}

std::string StmtPrinter::tests(size_t count) {
  out = ownArgs();
  isTest = true;
  const std::vector<Statement> &body = traversal.arrival();
  // One that is all there is is a value.
  const Statement &first = body.front();
  if (count == 1 && isPlainTest(first))
    return out + "return " + exprs.condition(first.cond, first.negated) + ";\n";
  for (size_t i = 0; i < count; ++i)
    statement(body[i]);
  return out + "return false;\n";
}

std::string StmtPrinter::afterTests(size_t count) {
  const std::vector<Statement> &body = traversal.arrival();
  out.clear();
  for (size_t i = count; i < body.size(); ++i)
    statement(body[i]);
  const std::string rest = withoutLastReturn(out);
  // What the tests were made of, where the rest needs it.
  bool needed = false;
  for (size_t i = 0; i < count; ++i)
    walkStmts(body[i], [&](const Statement &stmt) {
      for (const VarDecl *var : stmt.vars)
        needed |= namesIt(rest, exprs.local(var));
    });
  out = ownArgs();
  for (size_t i = 0; needed && i < count; ++i)
    if (!isPlainTest(body[i]))
      statement(body[i]);
  return out + rest;
}

std::string StmtPrinter::invariants() {
  out.clear();
  exprs.ofSource = true;
  list(function.body.body);
  return out;
}

/// `kept.center[i] = (n.max[i] + n.min[i]) / 2;`
void StmtPrinter::keep(const Statement &stmt) {
  out += "kept." + safeName(traversal.paths[stmt.path].name);
  for (const VarDecl *counter : stmt.vars)
    out += "[" + exprs.local(counter) + "]";
  out += " = " + exprs.print(stmt.cond) + ";\n";
}

/// Of a segment whose last call goes on at a resume point.
std::string StmtPrinter::withoutLastReturn(std::string body) const {
  static constexpr llvm::StringLiteral end = "return;\n";
  if (!traversal.resumes.empty() && llvm::StringRef(body).ends_with(end))
    body.resize(body.size() - end.size());
  return body;
}

void StmtPrinter::list(llvm::ArrayRef<Statement> stmts) {
  for (const Statement &stmt : stmts)
    statement(stmt);
}

void StmtPrinter::statement(const Statement &stmt) {
  switch (stmt.kind) {
  case Statement::Block:
    if (stmt.body.empty())
      return;
    out += "{\n";
    list(stmt.body);
    out += "}\n";
    return;
  case Statement::If:
    return branch(stmt);
  case Statement::Loop:
    return loop(stmt);
  case Statement::Switch:
    return cases(stmt);
  case Statement::Case:
    return label(stmt);
  case Statement::Let:
    return let(stmt);
  case Statement::Eval:
    out += exprs.printUnused(stmt.cond) + ";\n";
    return;
  case Statement::Return:
    out += stmt.cond ? "return " + exprs.print(stmt.cond) + ";\n"
           : isTest  ? "return true;\n"
                     : "return;\n";
    return;
  case Statement::Break:
    out += "break;\n";
    return;
  case Statement::Continue:
    out += "continue;\n";
    return;
  case Statement::CallNode:
    return call(traversal.calls[stmt.call]);
  case Statement::CallTree:
    return callTree(traversal.treeCalls[stmt.call]);
  case Statement::Resume:
    return resume(stmt.point);
  case Statement::Keep:
    return keep(stmt);
  }
}

void StmtPrinter::branch(const Statement &stmt) {
  out += "if (" + exprs.condition(stmt.cond, stmt.negated) + ") {\n";
  for (unsigned group = 1; group < traversal.groups.size(); ++group)
    if (loads(stmt, group))
      loadGroup(group);
  list(stmt.body);
  out += "}";
  if (!stmt.orElse.empty()) {
    out += " else {\n";
    list(stmt.orElse);
    out += "}";
  }
  out += "\n";
}

/// Whether nothing runs on after `stmt`.
static bool leaves(const Statement &stmt) {
  switch (stmt.kind) {
  case Statement::Return:
  case Statement::Break:
  case Statement::Continue:
    return true;
  case Statement::Block:
    return !stmt.body.empty() && leaves(stmt.body.back());
  default:
    return false;
  }
}

void StmtPrinter::cases(const Statement &stmt) {
  out += "switch (" + exprs.print(stmt.cond) + ") {\n";
  llvm::ArrayRef<Statement> rest = stmt.body;
  const auto isLabel = [](const Statement &inner) {
    return inner.kind == Statement::Case;
  };
  while (!rest.empty()) {
    const auto from = llvm::find_if_not(rest, isLabel);
    const auto to = std::find_if(from, rest.end(), isLabel);
    list(llvm::ArrayRef(rest.begin(), from));
    section(llvm::ArrayRef(from, to));
    if (from == rest.end())
      out += "break;\n";
    else if (from != rest.begin() && to != rest.end() && !leaves(*(to - 1)))
      out += "[[fallthrough]];\n";
    rest = llvm::ArrayRef(to, rest.end());
  }
  out += "}\n";
}

/// What stands between two labels. C++ lets no label be reached past what is
/// declared with a value, such as what a call returned: from there on it is a
/// block. Other declarations are seen from later labels, too.
void StmtPrinter::section(llvm::ArrayRef<Statement> stmts) {
  const auto hasValue = [&](const VarDecl *var) {
    const auto role = function.roles.find(var);
    if (role != function.roles.end() && role->second.kind != Role::Value)
      return true;
    const auto *made = dyn_cast_or_null<CXXConstructExpr>(var->getInit());
    return var->hasInit() && !(made && made->getConstructor()->isTrivial() &&
                               made->getNumArgs() == 0);
  };
  const auto first = llvm::find_if(stmts, [&](const Statement &stmt) {
    return stmt.kind == Statement::Let && llvm::any_of(stmt.vars, hasValue);
  });
  list(llvm::ArrayRef(stmts.begin(), first));
  if (first == stmts.end())
    return;
  out += "{\n";
  list(llvm::ArrayRef(first, stmts.end()));
  out += "}\n";
}

void StmtPrinter::label(const Statement &stmt) {
  if (stmt.labels.empty())
    out += "default:\n";
  for (const Expr *value : stmt.labels)
    out += "case " + exprs.constant(value) + ":\n";
}

std::string StmtPrinter::childNumber(const std::string &child) const {
  return exprs.freeName(child + "_number");
}

/// The child that the variable of a loop over children holds.
std::string StmtPrinter::childOf(const VarDecl *each) const {
  const SlotGroup &group = traversal.slots[function.eachChild.lookup(each)];
  const std::string number = childNumber(exprs.local(each));
  return exprs.child(group, group.first
                                ? std::to_string(group.first) + " + " + number
                                : number);
}

/// for (Node *c : n->children) f(c);
/// -> for (std::uint32_t c_number = 0; c_number < n.children.count; ...) {
///      const rt::Link c = tree.child(n.children, c_number);
void StmtPrinter::children(const Statement &stmt) {
  const SlotGroup &group = traversal.slots[stmt.group];
  const std::string child = exprs.local(stmt.vars[0]);
  const std::string number = childNumber(child);
  if (isUnrolled(stmt))
    out += "REGTT_UNROLL\n";
  out += "for (" +
         (stmt.goesOn ? "++" + number : childCounter() + number + " = 0") +
         "; " + number + " < " +
         (group.isList() ? exprs.names.groups[0] + ".children.count"
                         : std::to_string(group.count)) +
         "; ++" + number + ") {\n";
  const size_t begin = out.size();
  list(stmt.body);
  // A segment may need the number alone.
  if (namesIt(llvm::StringRef(out).substr(begin), child))
    out.insert(begin, "const rt::Link " + child + " = " +
                          childOf(stmt.vars[0]) + ";\n");
  out += "}\n";
}

/// Children's positions are constants only once their loop is unrolled.
bool StmtPrinter::isUnrolled(const Statement &stmt) const {
  bool result = false;
  walkStmts(stmt, [&](const Statement &inner) {
    if (inner.kind == Statement::CallNode)
      result |= traversal.calls[inner.call].loopVar != nullptr;
  });
  return result && !traversal.list();
}

void StmtPrinter::loop(const Statement &stmt) {
  if (stmt.form == Statement::Children)
    return children(stmt);
  if (stmt.form == Statement::DoWhile) {
    out += "do {\n";
    list(stmt.body);
    out += "} while (" + exprs.print(stmt.cond) + ");\n";
    return;
  }
  // A declaration of one type, or an expression, fits the for's head; anything
  // else goes before it, in a block.
  bool wrapped = false;
  std::string init;
  if (stmt.init.size() == 1 && stmt.init[0].kind == Statement::Let &&
      stmt.init[0].vars.size() == 1)
    init = declaration(stmt.init[0].vars[0]);
  else if (stmt.init.size() == 1 && stmt.init[0].kind == Statement::Eval)
    init = exprs.print(stmt.init[0].cond);
  else if (stmt.goesOn && stmt.step)
    init = exprs.print(stmt.step);
  else if (!stmt.init.empty()) {
    wrapped = true;
    out += "{\n";
    list(stmt.init);
  }
  const std::string cond = stmt.cond ? exprs.print(stmt.cond) : "";
  if (isUnrolled(stmt))
    out += "REGTT_UNROLL\n";
  else if (exprs.stepsThroughChosen(stmt))
    out += "REGTT_UNROLL_STEPS\n";
  if (stmt.form == Statement::While)
    out += "while (" + cond + ") {\n";
  else
    out += "for (" + init + "; " + cond + "; " +
           (stmt.step ? exprs.print(stmt.step) : "") + ") {\n";
  list(stmt.body);
  out += wrapped ? "}\n}\n" : "}\n";
}

std::string StmtPrinter::linkType(const VarDecl *var) const {
  return function.linkValues.count(var) ? "rt::Link " : "const rt::Link ";
}

/// `rt::Link near`, `rt::Link two[2]`.
std::string StmtPrinter::linkDeclarator(const VarDecl *var) const {
  const auto array = pointerArray(var->getType(), ast);
  return linkType(var) + exprs.local(var) +
         (array ? "[" + std::to_string(array->first) + "]" : "");
}

std::string StmtPrinter::declaration(const VarDecl *var) {
  const auto role = function.roles.find(var);
  const std::string name = exprs.local(var);
  if (role != function.roles.end() && role->second.kind == Role::Link &&
      pointerArray(var->getType(), ast)) {
    std::vector<std::string> links;
    for (const Expr *value : firstElements(var, ast))
      links.push_back(value ? exprs.link(value) : "rt::none");
    return linkDeclarator(var) + " = {" + llvm::join(links, ", ") + "}";
  }
  if (role != function.roles.end() && role->second.kind == Role::Link)
    return linkType(var) + name + " = " +
           (var->getInit() ? exprs.link(var->getInit()) : "rt::none");
  // A pointer or reference into an array is the element's number.
  if (role != function.roles.end() && role->second.kind == Role::Object)
    return (var->getType()->isReferenceType() ? "const rt::Index "
                                              : "rt::Index ") +
           name + " = " + exprs.print(var->getInit());
  if (const auto *parts = dyn_cast<DecompositionDecl>(var)) {
    std::string bindings;
    for (const BindingDecl *binding : parts->bindings())
      bindings += (bindings.empty() ? "" : ", ") + exprs.local(binding);
    return (var->getType().getNonReferenceType().isConstQualified()
                ? "const auto ["
                : "auto [") +
           bindings + "]" + exprs.initialiser(var);
  }
  return values.declare(var->getType(), name) + exprs.initialiser(var);
}

void StmtPrinter::let(const Statement &stmt) {
  for (const VarDecl *var : stmt.vars)
    out += declaration(var) + ";\n";
}

/// The loop's counter at a call.
std::string StmtPrinter::iterationOf(const Call &call) const {
  const std::string var = exprs.local(call.loopVar);
  return function.eachChild.count(call.loopVar) ? childNumber(var) : var;
}

std::string StmtPrinter::position(const Call &call) {
  if (!call.loopVar)
    return std::to_string(call.position);
  std::string iteration = iterationOf(call);
  if (traversal.list())
    return "static_cast<int>(" + iteration + ")";
  if (call.loopDown)
    iteration = std::to_string(call.loopFirst) + " - " + iteration;
  else if (call.loopFirst != 0)
    iteration += " - " + std::to_string(call.loopFirst);
  if (call.stride != 1)
    iteration =
        std::to_string(call.stride) + " * " +
        (call.loopFirst || call.loopDown ? "(" + iteration + ")" : iteration);
  return call.position == 0 ? iteration
                            : std::to_string(call.position) + " + " + iteration;
}

std::string StmtPrinter::ropeArgs(const Call &call) {
  if (traversal.args.empty() && traversal.captures.empty() &&
      !ropesNameGuards(traversal))
    return "";
  std::vector<std::string> values;
  bool any = false;
  for (unsigned i = 0; i < traversal.args.size(); ++i) {
    const auto passed = llvm::find_if(
        call.args, [&](const CallArg &arg) { return arg.arg == i; });
    values.push_back(passed == call.args.end()
                         ? "{}"
                         : exprs.as(traversal.args[i].type, passed->value));
    any = true;
  }
  const Guard *guard =
      call.guard >= 0 ? &traversal.guards[call.guard] : nullptr;
  for (unsigned i = 0; i < traversal.captures.size(); ++i) {
    const Capture &capture = traversal.captures[i];
    const bool carried = guard && llvm::is_contained(guard->captures, i);
    any |= carried;
    if (!carried)
      values.push_back("{}");
    else if (capture.var)
      values.push_back(exprs.variable(capture.var));
    else
      values.push_back(exprs.as(capture.type, capture.value));
  }
  if (ropesNameGuards(traversal)) {
    values.push_back(std::to_string(call.guard));
    any |= true;
  }
  return any ? ", {" + llvm::join(values, ", ") + "}" : ", {}";
}

/// The user's call, as a comment; empty where a macro cuts it.
std::string StmtPrinter::sourceOf(const Call &call) const {
  const auto &manager = ast.getSourceManager();
  std::string source =
      Lexer::getSourceText(
          Lexer::makeFileCharRange(
              CharSourceRange::getTokenRange(call.ast->getSourceRange()),
              manager, ast.getLangOpts()),
          manager, ast.getLangOpts())
          .str();
  std::replace(source.begin(), source.end(), '\n', ' ');
  return source.empty() ? "" : " // " + source;
}

/// `calls.visit(roots.at(0, 0));`, of a query program.
void StmtPrinter::callTree(const Call &call) {
  out += "calls.visit(" + exprs.link(call.child) + ropeArgs(call) + ");" +
         sourceOf(call) + "\n";
}

void StmtPrinter::call(const Call &call) {
  const std::string visit = "ropes.visit(" + position(call) + ", " +
                            exprs.link(call.child) + ropeArgs(call) + ");";
  const std::string comment = sourceOf(call);
  // In a loop the first iteration's call is not deferred: its condition is
  // tested now.
  if (call.guard >= 0 && call.position == 0 && call.loopVar) {
    std::vector<std::string> terms;
    for (const Term &term : traversal.guards[call.guard].terms)
      terms.push_back(exprs.condition(term.cond, term.negated));
    const std::string now =
        terms.size() == 1 ? terms[0] : "(" + llvm::join(terms, ") && (") + ")";
    out += "if (" + iterationOf(call) +
           " != " + std::to_string(call.loopFirst) + " || (" + now + ")) {\n" +
           visit + comment + "\n}\n";
    return;
  }
  out += visit + comment + "\n";
}
