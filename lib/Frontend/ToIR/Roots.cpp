// Where the lowering of a file begins: annotated functions, in all their
// instantiations, and the functions that hold annotated loops.
#include "Around.h"
#include "Files.h"

#include "regtt/IR/Printer.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

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
  Files files(context, pairing, lowered);
  Unit &unit = files.own();
  Annotated annotated(pairing);
  annotated.TraverseAST(context);
  for (const clang::FunctionDecl *function : annotated.found)
    unit.function(function);
  for (const PairedLoop &loop : pairing.loops)
    unit.function(loop.function);
  files.run();
  return lowered;
}

/// Says what is of the traversals, of what stands between them and the loop,
/// and of what these call: what the loop calls besides stays with the user's
/// compiler, which has an order of operands.
static void markTraversals(Unit &unit) {
  llvm::SmallPtrSet<const clang::FunctionDecl *, 8> reached;
  std::vector<const clang::FunctionDecl *> open;
  const auto reach = [&](const clang::FunctionDecl *function) {
    const clang::FunctionDecl *body = bodyOf(unit.pairing, function);
    if (body && reached.insert(body).second)
      open.push_back(body);
  };
  for (const auto &[decl, function] : unit.lowered.functions)
    if (leadsToTraversal(unit.pairing, decl))
      reach(decl);
  while (!open.empty()) {
    const clang::FunctionDecl *function = open.back();
    open.pop_back();
    for (const clang::FunctionDecl *callee :
         unit.effects.summary(function).callees)
      reach(callee);
  }
  const auto isReached = [&](const clang::FunctionDecl *function) {
    return function && reached.contains(bodyOf(unit.pairing, function));
  };
  llvm::erase_if(unit.lowered.openOrders, [&](const OpenOrder &order) {
    return !unit.runsWhole && !isReached(order.function) &&
           !isOfCalls(order, unit.pairing);
  });
  for (NotLowered &fault : unit.lowered.notLowered)
    fault.isOfTraversal = isReached(fault.function);
}

static LoweredLoop lowerLoop(clang::ASTContext &context, const Pairing &pairing,
                             const PairedLoop &paired, bool keepsParts) {
  LoweredLoop result;
  result.unit.module = std::make_unique<ir::Module>();
  Files files(context, pairing, result.unit);
  Unit &unit = files.own();
  unit.keepsParts = keepsParts;
  result.loop = unit.loop(paired);
  markTraversals(unit);
  return result;
}

LoweredLoop regtt::lowerLoopToIR(clang::ASTContext &context,
                                 const Pairing &pairing,
                                 const PairedLoop &paired) {
  return lowerLoop(context, pairing, paired, false);
}

LoweredLoop regtt::lowerRestOfLoop(clang::ASTContext &context,
                                   const Pairing &pairing,
                                   const PairedLoop &paired) {
  return lowerLoop(context, pairing, paired, true);
}

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
  toir::declareAround(loop.unit, paired, context);
  for (const auto &[statement, range] : loop.unit.ranges)
    statement->loc = range;
  const auto &manager = context.getSourceManager();
  out << "// loop at "
      << manager.getExpansionLineNumber(paired.loop->getBeginLoc()) << "\n";
  ir::PrintOptions options;
  options.sources = true;
  ir::print(*loop.unit.module, out, options);
  printFaults(loop.unit, context, out);
}

void regtt::printLowered(const LoweredUnit &unit,
                         const clang::ASTContext &context,
                         llvm::raw_ostream &out) {
  ir::print(*unit.module, out);
  printFaults(unit, context, out);
}
