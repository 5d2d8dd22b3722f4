// The Model as stable text: one fact a line, statements indented, expressions
// as the user wrote them.
#include "regtt/Frontend/Model/Printer.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

using namespace regtt;

llvm::StringRef regtt::name(TraversalClass classification) {
  switch (classification) {
  case TraversalClass::StmdStatic:
    return "STMD-static";
  case TraversalClass::StmdDynamic:
    return "STMD-dynamic";
  case TraversalClass::StmdTopDown:
    return "STMD-top-down";
  }
  llvm_unreachable("covered switch");
}

namespace {

class Printer {
public:
  Printer(const Model &model, const clang::ASTContext &ast,
          llvm::raw_ostream &out)
      : model(model), traversal(model.traversal), ast(ast), out(out) {}

  void run() {
    loop();
    out << "traversal " << traversal.name << ": "
        << name(traversal.classification) << ", " << traversal.classReason
        << "\n";
    out << "  node " << traversal.nodeName << ": " << type(traversal.nodeType)
        << (traversal.calleeTestsNull ? ", null tested on arrival" : "")
        << "\n";
    for (const SlotGroup &group : traversal.slots) {
      out << "    slot " << group.first;
      if (group.count > 1)
        out << ".." << group.first + group.count - 1;
      out << ": " << group.text << "\n";
    }
    for (unsigned i = 0; i < traversal.groups.size(); ++i)
      for (unsigned path : traversal.groups[i].paths)
        out << "    read " << traversal.paths[path].text << ": "
            << type(traversal.paths[path].type) << ", record " << i << "\n";
    out << "  query " << traversal.queryName;
    if (!traversal.queryType.isNull())
      out << ": " << type(traversal.queryType);
    out << "\n";
    for (const Path &path : traversal.paths)
      if (path.base == Base::Query)
        out << "    " << (path.written() ? "update " : "read ") << path.text
            << ": " << type(path.type) << "\n";
    for (unsigned i = 0; i < traversal.arrays.size(); ++i)
      array(i);
    for (const Uniform &uniform : traversal.uniforms)
      out << "  uniform " << uniform.name << ": " << type(uniform.type) << " = "
          << uniform.hostText << "\n";
    for (const Arg &arg : traversal.args)
      out << "  argument " << arg.name << ": " << type(arg.type) << " = "
          << (traversal.program    ? "set by each call"
              : arg.firstPath >= 0 ? traversal.paths[arg.firstPath].text
                                   : arg.hostText)
          << "\n";
    for (const Capture &capture : traversal.captures)
      out << "  rope carries " << capture.name << ": " << type(capture.type)
          << " = " << text(capture.value) << "\n";
    for (unsigned i = 0; i < traversal.guards.size(); ++i)
      out << "  guard " << i << ": " << guard(traversal.guards[i]) << "\n";
    for (const auto &helper : traversal.helpers) {
      out << "  helper " << helper->name << "\n";
      body(helper->body.body, 2);
    }
    for (const Function &invariants : traversal.invariants) {
      out << "  invariants of " << invariants.decl->getNameAsString() << "\n";
      body(invariants.body.body, 2);
    }
    if (traversal.program) {
      out << "  program\n";
      body(traversal.program->body.body, 2);
    }
    out << "  enter\n";
    body(traversal.arrival(), 2);
    for (unsigned k = 0; k < traversal.resumes.size(); ++k) {
      out << "  resume " << k;
      for (const clang::VarDecl *var : traversal.resumes[k].live)
        out << (var == traversal.resumes[k].live.front() ? " carries " : ", ")
            << var->getName();
      out << "\n";
      body(traversal.resumes[k].body, 2);
    }
    traits();
  }

private:
  std::string extent(const DataArray &array) const {
    if (array.size >= 0)
      return traversal.paths[array.size].text;
    std::string text;
    for (const ExtentTerm &term : array.extent) {
      if (!text.empty())
        text += std::string(" ") + term.op + " ";
      text += term.path >= 0      ? traversal.paths[term.path].text
              : term.uniform >= 0 ? traversal.uniforms[term.uniform].name
                                  : std::to_string(term.number);
    }
    return text;
  }

  void array(unsigned number) {
    const DataArray &array = traversal.arrays[number];
    if (!array.isShared()) {
      out << "  array " << array.name << ": " << type(array.stored) << "["
          << extent(array) << "] of each "
          << (array.ofQueries ? "query" : "node") << "\n";
    } else {
      out << "  array " << array.name << ": " << type(array.stored) << "["
          << array.extentText << "] = " << array.hostText;
      if (array.row >= 0)
        out << ", from " << traversal.paths[array.row].text << " on";
      out << "\n";
    }
    for (const Path &path : traversal.paths)
      if (path.base == Base::Element && path.number == number)
        out << "    " << (path.written() ? "update " : "read ") << path.text
            << ": " << type(path.type) << "\n";
  }

  void loop() {
    const QueryLoop &loop = model.loop;
    out << "loop over " << loop.var->getName();
    if (loop.form == QueryLoop::Range)
      out << " in " << loop.rangeText;
    else
      out << " from "
          << (loop.countsInTest ? "(" + loop.firstText + ") - 1"
                                : loop.firstText)
          << (loop.inclusive || loop.countsInTest ? " through " : " to ")
          << loop.lastText;
    if (loop.step != 1)
      out << " by " << loop.step;
    out << ": query ";
    for (const QueryOperand &operand : loop.operands)
      out << operand.text << (operand.indirect ? " (pointers)" : "") << ", ";
    if (!traversal.program)
      out << "root " << loop.rootText << "\n";
    for (const RootGroup &roots : loop.roots)
      out << "root " << roots.text
          << (roots.count.empty() ? "" : " of " + roots.count)
          << (&roots == &loop.roots.back() ? "\n" : ", ");
    if (loop.resident)
      out << "resident"
          << (loop.version.empty() ? "" : " until " + loop.version) << "\n";
    if (loop.reorder.kind != QueryReorder::Auto) {
      out << "reorder " << loop.reorder.name();
      if (loop.reorder.levels)
        out << ":" << loop.reorder.levels;
      out << "\n";
    }
    if (traversal.program && loop.roots.empty())
      out << "no root\n";
    if (loop.templateSite)
      out << "  instantiation " << loop.templateSite->specialization << "\n";
  }

  std::string type(clang::QualType type) const {
    return type.getAsString(ast.getPrintingPolicy());
  }

  std::string text(const clang::Expr *expr) const {
    const auto &manager = ast.getSourceManager();
    return clang::Lexer::getSourceText(
               clang::Lexer::makeFileCharRange(
                   clang::CharSourceRange::getTokenRange(
                       expr->getSourceRange()),
                   manager, ast.getLangOpts()),
               manager, ast.getLangOpts())
        .str();
  }

  std::string guard(const Guard &guard) const {
    std::string result;
    for (const Term &term : guard.terms) {
      if (!result.empty())
        result += " and ";
      result += (term.negated ? "not " : "") + text(term.cond);
    }
    return result;
  }

  void body(const std::vector<Statement> &stmts, unsigned indent) {
    for (const Statement &stmt : stmts)
      statement(stmt, indent);
  }

  void statement(const Statement &stmt, unsigned indent) {
    out.indent(2 * indent);
    switch (stmt.kind) {
    case Statement::Block:
      out << "block\n";
      return body(stmt.body, indent + 1);
    case Statement::If:
      out << "if " << (stmt.negated ? "not " : "") << text(stmt.cond) << "\n";
      body(stmt.body, indent + 1);
      if (!stmt.orElse.empty()) {
        out.indent(2 * indent) << "else\n";
        body(stmt.orElse, indent + 1);
      }
      return;
    case Statement::Loop:
      out << (stmt.goesOn ? "next of loop" : "loop");
      if (stmt.cond)
        out << " while " << text(stmt.cond);
      out << "\n";
      return body(stmt.body, indent + 1);
    case Statement::Switch:
      out << "switch " << text(stmt.cond) << "\n";
      return body(stmt.body, indent + 1);
    case Statement::Case:
      out << (stmt.labels.empty() ? "default" : "case");
      for (const clang::Expr *label : stmt.labels)
        out << " " << text(label);
      out << "\n";
      return;
    case Statement::Let:
      out << "let";
      for (const clang::VarDecl *var : stmt.vars) {
        out << " " << var->getName();
        if (var->getInit())
          out << " = " << text(var->getInit());
      }
      out << "\n";
      return;
    case Statement::Eval:
      out << "do " << text(stmt.cond) << "\n";
      return;
    case Statement::Return:
      out << "return";
      if (stmt.cond)
        out << " " << text(stmt.cond);
      out << "\n";
      return;
    case Statement::Break:
      out << "break\n";
      return;
    case Statement::Continue:
      out << "continue\n";
      return;
    case Statement::CallNode:
      return call(traversal.calls[stmt.call]);
    case Statement::CallTree:
      return call(traversal.treeCalls[stmt.call]);
    case Statement::Resume:
      out << "resume at " << stmt.point << "\n";
      return;
    case Statement::Keep:
      out << "keep " << traversal.paths[stmt.path].name << " = "
          << text(stmt.cond) << "\n";
      return;
    }
  }

  void call(const Call &call) {
    out << "call " << text(call.child);
    if (call.position >= 0)
      out << " at position " << call.position;
    if (call.loopVar)
      out << (call.loopDown ? " - " : " + ") << call.stride << " * "
          << call.loopVar->getName();
    for (const CallArg &arg : call.args)
      out << ", " << traversal.args[arg.arg].name << " = " << text(arg.value);
    if (call.guard >= 0)
      out << ", guard " << call.guard;
    out << "\n";
  }

  void traits() {
    const std::pair<const char *, const Trait *> all[] = {
#define TRAIT(NAME) {#NAME, &traversal.traits.NAME},
#include "regtt/Kernel/Traits.def"
#undef TRAIT
    };
    for (const auto &[name, trait] : all) {
      out << "  trait " << name << ": " << (trait->holds ? "yes" : "no");
      if (!trait->reason.empty())
        out << ", " << trait->reason;
      out << "\n";
    }
  }

  const Model &model;
  const Traversal &traversal;
  const clang::ASTContext &ast;
  llvm::raw_ostream &out;
};

} // namespace

void regtt::printModel(const Model &model, const clang::ASTContext &ast,
                       llvm::raw_ostream &out) {
  Printer(model, ast, out).run();
}
