// The Model as stable text: one fact a line, statements indented, expressions
// as the user wrote them.
#include "regtt/Frontend/Model/Printer.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

using namespace regtt;

namespace {

class Printer {
public:
  Printer(const Model &model, const clang::ASTContext &ast,
          llvm::raw_ostream &out)
      : model(model), traversal(model.traversal), ast(ast), out(out) {}

  void run() {
    loop();
    out << "traversal " << traversal.name << ":\n";
    out << "  node " << traversal.nodeName << ": " << type(traversal.nodeType)
        << (traversal.calleeTestsNull ? ", null tested on arrival" : "")
        << "\n";
    for (const SlotGroup &group : traversal.slots) {
      out << "    slot " << group.first;
      if (group.count > 1)
        out << ".." << group.first + group.count - 1;
      out << ": " << group.text << "\n";
    }
    for (const Path &path : traversal.paths)
      if (path.base == Base::Node)
        out << "    read " << path.text << ": " << type(path.type) << "\n";
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
    for (const auto &helper : traversal.helpers) {
      out << "  helper " << helper->name << "\n";
      body(helper->body.body, 2);
    }
    if (traversal.program) {
      out << "  program\n";
      body(traversal.program->body.body, 2);
    }
    out << "  body\n";
    body(traversal.function.body.body, 2);
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
      out << "loop";
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
    }
  }

  void call(const Call &call) {
    out << "call " << text(call.child);
    for (const CallArg &arg : call.args)
      out << ", " << traversal.args[arg.arg].name << " = " << text(arg.value);
    out << "\n";
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
