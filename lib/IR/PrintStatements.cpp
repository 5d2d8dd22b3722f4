// Statements as text.
#include "Names.h"
#include "TextPrinter.h"

#include "regtt/IR/Visitor.h"

using namespace regtt::ir;
using llvm::dyn_cast;

namespace regtt::ir {

/// One statement, from behind its indent to before its newline.
class StatementTexts : public StatementVisitor<StatementTexts> {
public:
  StatementTexts(TextPrinter &printer, unsigned indent)
      : printer(printer), out(printer.out), indent(indent) {}

  void visitBlock(BlockStatement &s) {
    out << "block ";
    if (!s.label.empty())
      out << printer.names.of(&s) << " ";
    printer.printBlock(&s, indent);
  }
  void visitLet(LetStatement &s) {
    out << "let ";
    printer.printDeclaration(s.variable);
    out << " = ";
    printer.print(s.value, typeOf(s.variable));
  }
  void visitVar(VarStatement &s) {
    out << "var ";
    printer.printDeclaration(s.variable);
    if (!s.init)
      return;
    out << " = ";
    printer.print(s.init, typeOf(s.variable));
  }
  void visitStore(StoreStatement &s) {
    out << "store ";
    if (s.store != StoreKind::Plain)
      out << textOf(s.store) << " ";
    assigned(s.place, s.value);
  }
  void visitReduce(ReduceStatement &s) {
    out << "reduce " << textOf(s.combiner) << " ";
    assigned(s.place, s.value);
  }

  void visitIf(IfStatement &s) {
    out << "if ";
    printer.print(s.condition);
    block(" ", s.then);
    if (!s.otherwise)
      return;
    const auto &rest = s.otherwise->statements;
    auto *chained = rest.size() == 1 ? dyn_cast<IfStatement>(rest[0]) : nullptr;
    if (!chained)
      return block(" else ", s.otherwise);
    out << " else ";
    printer.printPrefix(chained->loc);
    visitIf(*chained);
  }
  void visitLoop(LoopStatement &s) {
    parallel(s.isParallel, s.clauses);
    out << textOf(s.form);
    if (s.form == LoopForm::DoWhile) {
      block(" ", s.body);
      out << " while";
    } else if (s.form == LoopForm::For) {
      block(" ", s.init);
      out << " while";
    }
    if (s.head)
      block(" ", s.head);
    out << " ";
    printer.print(s.condition);
    if (s.form == LoopForm::For)
      block(" step ", s.step);
    if (s.form != LoopForm::DoWhile)
      block(" ", s.body);
  }
  void visitCountedLoop(CountedLoopStatement &s) {
    out << "count ";
    printer.printDeclaration(s.variable);
    out << " from ";
    printer.print(s.first, typeOf(s.variable));
    out << " while " << textOf(s.comparison) << " ";
    printer.print(s.last, typeOf(s.variable));
    out << " step ";
    printer.print(s.step);
    block(s.wraps ? " wraps " : " ", s.body);
  }
  void visitRangeLoop(RangeLoopStatement &s) {
    parallel(s.isParallel, s.clauses);
    out << "each ";
    printer.printDeclaration(s.variable);
    out << " in ";
    printer.print(s.range);
    block(" ", s.body);
  }
  void visitSwitch(SwitchStatement &s) {
    out << "switch ";
    printer.print(s.value);
    out << " {\n";
    for (const SwitchStatement::Case &each : s.cases) {
      out.indent(indent + 2);
      for (size_t k = 0; k < each.labels.size(); ++k) {
        out << (k ? ", " : "case ");
        printer.print(each.labels[k]);
      }
      if (each.isDefault)
        out << (each.labels.empty() ? "default" : ", default");
      out << " ";
      printer.printBlock(each.body, indent + 2);
      out << (each.fallsThrough ? " fallthrough\n" : "\n");
    }
    out.indent(indent) << "}";
  }

  void visitReturn(ReturnStatement &s) {
    out << "return";
    if (!s.value)
      return;
    out << " ";
    printer.print(s.value, printer.result);
  }
  void visitBreak(BreakStatement &) { out << "break"; }
  void visitContinue(ContinueStatement &) { out << "continue"; }
  void visitLeave(LeaveStatement &s) {
    out << "leave " << printer.names.of(s.block);
  }

  void visitCall(CallStatement &s) {
    declared(s.result);
    out << "call ";
    called(s.callee, s.arguments);
  }
  void visitLibraryCall(LibraryCallStatement &s) {
    declared(s.result);
    out << "call lib " << quotedText(s.name) << "(";
    printer.printList(s.arguments);
    out << ")";
  }
  void visitContainerChange(ContainerChangeStatement &s) {
    out << textOf(s.op) << "(";
    printer.print(s.container);
    for (const Expr *argument : s.arguments) {
      out << ", ";
      printer.print(argument);
    }
    out << ")";
    if (s.order)
      out << " by @" << symbolText(s.order->name);
  }
  void visitDefer(DeferStatement &s) {
    out << "defer " << s.number << " (";
    printer.printList(s.values);
    out << ")";
    if (s.when) {
      out << " when ";
      printer.print(s.when);
    }
    if (s.body)
      block(" ", s.body);
  }
  void visitVisit(VisitStatement &s) {
    declared(s.result);
    out << "visit ";
    called(s.callee, s.arguments);
    if (s.position) {
      out << " at ";
      printer.print(s.position);
    }
    if (s.guard) {
      out << " when ";
      called(s.guard, s.kept);
    }
  }
  void visitResume(ResumeStatement &s) {
    out << "resume ";
    called(s.segment, s.kept);
  }

  void visitFork(ForkStatement &s) {
    out << "fork";
    block(" ", s.body);
  }
  void visitJoin(JoinStatement &) { out << "join"; }
  void visitBarrier(BarrierStatement &) { out << "barrier"; }
  void visitTrap(TrapStatement &s) {
    out << "trap";
    if (!s.message.empty())
      out << " " << quotedText(s.message);
  }
  void visitUnreachable(UnreachableStatement &) { out << "unreachable"; }

private:
  void parallel(bool isParallel, llvm::ArrayRef<Clause> clauses) {
    if (!isParallel)
      return;
    out << "parallel ";
    printer.printClauses(clauses);
    out << (clauses.empty() ? "" : " ");
  }
  TextPrinter &printer;
  llvm::raw_ostream &out;
  const unsigned indent;

  static const Type *typeOf(const Variable *variable) {
    return variable ? variable->type : nullptr;
  }
  void block(llvm::StringRef before, const BlockStatement *block) {
    out << before;
    printer.printBlock(block, indent);
  }
  void assigned(const Place *place, const Expr *value) {
    printer.print(place);
    out << " = ";
    printer.print(value, place ? place->type : nullptr);
  }
  void declared(const Variable *result) {
    if (!result)
      return;
    out << "let ";
    printer.printDeclaration(result);
    out << " = ";
  }
  void called(const Function *callee, llvm::ArrayRef<const Expr *> arguments) {
    if (callee)
      out << "@" << symbolText(callee->name);
    out << "(";
    printer.printList(arguments, callee ? callee->type->params
                                        : llvm::ArrayRef<const Type *>());
    out << ")";
  }
};

} // namespace regtt::ir

void TextPrinter::print(const Statement *s, unsigned indent) {
  out.indent(indent);
  printPrefix(s->loc);
  // The visitor is the one of passes that change statements.
  StatementTexts(*this, indent).visit(const_cast<Statement *>(s));
  out << "\n";
}

void TextPrinter::printBlock(const BlockStatement *block, unsigned indent) {
  if (!block || block->statements.empty()) {
    out << (block ? "{ }" : "<nothing>");
    return;
  }
  out << "{\n";
  for (const Statement *s : block->statements)
    print(s, indent + 2);
  out.indent(indent) << "}";
}

void TextPrinter::printDeclaration(const Variable *variable) {
  if (!variable) {
    out << "<nothing>";
    return;
  }
  out << (variable->isConst ? "const " : "")
      << (variable->isVolatile ? "volatile " : "") << names.of(variable) << ": "
      << toString(variable->type);
  if (options.sources && variable->loc) {
    out << " !";
    printLocation(variable->loc);
  }
}

void TextPrinter::printPrefix(Location loc) {
  if (!options.sources || !loc)
    return;
  out << "#";
  printLocation(loc);
  out << " ";
}

std::string regtt::ir::headOf(const Statement *s) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  TextPrinter(stream, nullptr, LocalNames(), PrintOptions()).print(s, 0);
  return llvm::StringRef(text).split('\n').first.str();
}
