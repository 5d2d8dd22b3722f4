// Where the lowering of a file begins: annotated functions, in all their
// instantiations, and the functions that hold annotated loops.
#include "Unit.h"

#include "regtt/IR/Printer.h"
#include "regtt/IR/Walk.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/DenseSet.h>

using namespace regtt;
using namespace regtt::toir;

namespace {

class Annotated : public clang::RecursiveASTVisitor<Annotated> {
public:
  explicit Annotated(const Pairing &pairing) : pairing(pairing) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitFunctionDecl(clang::FunctionDecl *function) {
    if (function->isThisDeclarationADefinition() &&
        !function->isDependentContext() && pairing.traversalOf(function))
      found.push_back(function);
    return true;
  }

  std::vector<const clang::FunctionDecl *> found;

private:
  const Pairing &pairing;
};

} // namespace

LoweredUnit regtt::lowerToIR(clang::ASTContext &context,
                             const Pairing &pairing) {
  LoweredUnit lowered;
  lowered.module = std::make_unique<ir::Module>();
  Unit unit(context, pairing, lowered);
  Annotated annotated(pairing);
  annotated.TraverseAST(context);
  for (const clang::FunctionDecl *function : annotated.found)
    unit.function(function);
  for (const PairedLoop &loop : pairing.loops)
    unit.function(loop.function);
  unit.run();
  return lowered;
}

/// Keeps those of the traversals and of what these call: what the loop calls
/// besides stays with the user's compiler.
static void keepOrdersOfTraversals(Unit &unit) {
  llvm::SmallPtrSet<const clang::FunctionDecl *, 8> reached;
  std::vector<const clang::FunctionDecl *> open;
  const auto reach = [&](const clang::FunctionDecl *function) {
    const clang::FunctionDecl *body = nullptr;
    if (function->hasBody(body) && reached.insert(body).second)
      open.push_back(body);
  };
  for (const auto &[decl, function] : unit.lowered.functions)
    if (unit.pairing.traversalOf(decl))
      reach(decl);
  while (!open.empty()) {
    const clang::FunctionDecl *function = open.back();
    open.pop_back();
    for (const clang::FunctionDecl *callee :
         unit.effects.summary(function).callees)
      reach(callee);
  }
  llvm::erase_if(unit.lowered.openOrders, [&](const OpenOrder &order) {
    const clang::FunctionDecl *body = nullptr;
    order.function->hasBody(body);
    return !reached.contains(body);
  });
}

LoweredLoop regtt::lowerLoopToIR(clang::ASTContext &context,
                                 const Pairing &pairing,
                                 const PairedLoop &paired) {
  LoweredLoop result;
  result.unit.module = std::make_unique<ir::Module>();
  Unit unit(context, pairing, result.unit);
  result.loop = unit.loop(paired);
  keepOrdersOfTraversals(unit);
  return result;
}

namespace {

/// Variables that a function names and does not declare.
class Undeclared {
public:
  explicit Undeclared(const ir::Function &function)
      : declared(function.params.begin(), function.params.end()) {
    ir::walk(function.body, [&](const ir::Statement *s) {
      declared.insert(ir::declaredBy(s));
      if (const auto *each = llvm::dyn_cast<ir::RangeLoopStatement>(s)) {
        declared.insert(each->variable);
        look(each->clauses);
      }
      if (const auto *loop = llvm::dyn_cast<ir::LoopStatement>(s))
        look(loop->clauses);
    });
    ir::walk(function.body, [&](const ir::Statement *s) {
      ir::forEachPlace(s, [&](const ir::Place *place) { look(place); });
    });
    ir::walkExprs(function.body, [&](const ir::Expr *e) { look(e); });
  }

  std::vector<const ir::Variable *> found; ///< in the order of their uses

private:
  void look(const std::vector<ir::Clause> &clauses) {
    for (const ir::Clause &clause : clauses) {
      const auto inner = [&](const ir::Expr *part) { look(part); };
      if (clause.place) {
        look(clause.place);
        ir::walk(clause.place, inner);
      }
      if (clause.value)
        ir::walk(clause.value, inner);
    }
  }
  void look(const ir::Expr *e) {
    if (const auto *value = llvm::dyn_cast<ir::ValueExpr>(e))
      look(value->variable);
    if (const ir::Place *place = ir::placeOf(e))
      look(place);
  }
  void look(const ir::Place *place) {
    if (const ir::Variable *variable = place->variable())
      look(variable);
  }
  void look(const ir::Variable *variable) {
    if (declared.insert(variable).second)
      found.push_back(variable);
  }

  llvm::DenseSet<const ir::Variable *> declared;
};

} // namespace

/// What was not lowered, as comments.
static void printFaults(const LoweredUnit &unit,
                        const clang::ASTContext &context,
                        llvm::raw_ostream &out) {
  const auto &manager = context.getSourceManager();
  std::vector<NotLowered> faults = unit.notLowered;
  llvm::append_range(faults, unit.clauseFaults);
  for (const NotLowered &fault : faults) {
    out << "// not lowered: ";
    const auto place =
        manager.getPresumedLoc(manager.getExpansionLoc(fault.loc));
    if (fault.function)
      out << "@" << nameOf(fault.function, context) << ": ";
    if (place.isValid())
      out << place.getFilename() << ":" << place.getLine() << ":"
          << place.getColumn() << ": ";
    out << fault.what << "\n";
  }
}

void regtt::printLoop(LoweredLoop loop, const PairedLoop &paired,
                      const clang::ASTContext &context,
                      llvm::raw_ostream &out) {
  ir::Module &module = *loop.unit.module;
  if (ir::Function *alone = module.findFunction("loop"); alone && alone->body) {
    std::vector<ir::Statement *> around;
    for (const ir::Variable *variable : Undeclared(*alone).found)
      around.push_back(module.var(variable));
    auto &statements = alone->body->statements;
    statements.insert(statements.begin(), around.begin(), around.end());
  }
  for (const auto &[statement, range] : loop.unit.ranges)
    statement->loc = range;
  const auto &manager = context.getSourceManager();
  out << "// loop at "
      << manager.getExpansionLineNumber(paired.loop->getBeginLoc()) << "\n";
  ir::PrintOptions options;
  options.sources = true;
  ir::print(module, out, options);
  printFaults(loop.unit, context, out);
}

void regtt::printLowered(const LoweredUnit &unit,
                         const clang::ASTContext &context,
                         llvm::raw_ostream &out) {
  ir::print(*unit.module, out);
  printFaults(unit, context, out);
}
