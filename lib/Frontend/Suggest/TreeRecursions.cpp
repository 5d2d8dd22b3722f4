// Functions that call themselves, or each other, for what they find in a node:
// `visit(n->left)`, `visit(nodes[i].left)`. Not those that change nodes, build
// or delete them.
#include "TreeRecursions.h"

#include "Reach.h"
#include "StackLoops.h"
#include "Writers.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/ParentMapContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SCCIterator.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

using namespace regtt::suggest;
using namespace clang;

using Functions = std::vector<const FunctionDecl *>;

namespace {

/// A parameter of one of the functions; null: its object.
struct Parameter {
  const FunctionDecl *function;
  const ParmVarDecl *decl;
};

/// Whether what a parameter has may be a node.
enum class NodeKind { None, Object, Number };

NodeKind kindOf(QualType type) {
  if (type->isReferenceType())
    type = type->getPointeeType();
  if (type->isIntegerType() && !type->isBooleanType() &&
      !type->isEnumeralType())
    return NodeKind::Number;
  while (type->isPointerType())
    type = type->getPointeeType();
  return type->isRecordType() ? NodeKind::Object : NodeKind::None;
}

/// Finds what recursive calls are handed of what is found in the caller's node.
class Descent : public RecursiveASTVisitor<Descent> {
public:
  explicit Descent(const Functions &functions) : functions(functions) {}

  void look() {
    for (const FunctionDecl *function : functions) {
      caller = function;
      TraverseStmt(function->getBody());
    }
  }

  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee || !callee->hasBody(callee) ||
        !llvm::is_contained(functions, callee))
      return true;
    unsigned first = 0;
    if (isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(callee)) {
      consider(callee, nullptr, call->getArg(0));
      first = 1;
    }
    if (const auto *method = dyn_cast<CXXMemberCallExpr>(call))
      consider(callee, nullptr, method->getImplicitObjectArgument());
    for (unsigned k = first;
         k < call->getNumArgs() && k - first < callee->getNumParams(); ++k)
      consider(callee, callee->getParamDecl(k - first), call->getArg(k));
    return true;
  }

  std::vector<Parameter> objects, numbers;
  llvm::SmallPtrSet<const ValueDecl *, 4> names; ///< of nodes
  /// A node holds what is handed over, or it is one of several numbers.
  bool isStored = false;
  bool divides = false; ///< an array, of which calls are handed parts

private:
  void consider(const FunctionDecl *callee, const ParmVarDecl *parameter,
                const Expr *argument) {
    const NodeKind kind =
        parameter ? kindOf(parameter->getType()) : NodeKind::Object;
    if (kind == NodeKind::None) {
      // `sum(v + n / 2, n - n / 2)`
      const auto *moved = dyn_cast<BinaryOperator>(bare(argument));
      divides |= moved && moved->getType()->isPointerType();
      return;
    }
    const auto look = [&](const ParmVarDecl *root) {
      if (root ? kindOf(root->getType()) != kind : kind != NodeKind::Object)
        return;
      const Reach reach = Reaches(caller, root).of(argument);
      const bool isNumber = kind == NodeKind::Number;
      if (reach != Reach::Below && !(isNumber && reach == Reach::Computed))
        return;
      (isNumber ? numbers : objects).push_back({caller, root});
      isStored |= reach == Reach::Below || isAnother(root, argument);
      names.insert(root);
      if (const auto *name = dyn_cast<DeclRefExpr>(bare(argument)))
        names.insert(name->getDecl());
    };
    if (callee == caller)
      return look(parameter);
    for (const ParmVarDecl *root : caller->parameters())
      look(root);
    if (isa<CXXMethodDecl>(caller))
      look(nullptr);
  }

  /// Whether calls hand over another number than those before: `2 * i + 1`, `2
  /// * i + 2`; or any number of them, by a variable of a loop's.
  bool isAnother(const ParmVarDecl *root, const Expr *argument) {
    std::string text;
    llvm::raw_string_ostream out(text);
    argument->printPretty(out, nullptr,
                          caller->getASTContext().getPrintingPolicy());
    auto &known = computed[root];
    known.insert(text);
    return known.size() > 1 || namesLoopVariable(argument);
  }

  static bool namesLoopVariable(const Stmt *s) {
    if (const auto *name = dyn_cast<DeclRefExpr>(s))
      if (const auto *variable = dyn_cast<VarDecl>(name->getDecl())) {
        const auto parents = variable->getASTContext().getParents(*variable);
        const auto *declared =
            parents.empty() ? nullptr : parents[0].get<DeclStmt>();
        const auto around =
            declared ? variable->getASTContext().getParents(*declared)
                     : DynTypedNodeList(DynTypedNode());
        return declared && !around.empty() && around[0].get<ForStmt>();
      }
    return llvm::any_of(s->children(), [](const Stmt *child) {
      return child && namesLoopVariable(child);
    });
  }

  const Functions &functions;
  const FunctionDecl *caller = nullptr;
  std::map<const ParmVarDecl *, std::set<std::string>> computed;
};

/// All arrays that a parameter finds elements of, in functions that it is
/// handed to as well.
class IndexFinder : public RecursiveASTVisitor<IndexFinder> {
public:
  using Arrays = llvm::SmallPtrSet<const ValueDecl *, 4>;
  explicit IndexFinder(Arrays &arrays) : arrays(arrays) {}

  void look(Parameter parameter) {
    if (!seen.insert(parameter.decl).second)
      return;
    Reaches here(parameter.function, parameter.decl);
    Reaches *outer = std::exchange(reaches, &here);
    TraverseStmt(parameter.function->getBody());
    arrays.insert(here.indexed().begin(), here.indexed().end());
    reaches = outer;
  }

  bool VisitArraySubscriptExpr(ArraySubscriptExpr *e) {
    reaches->of(e);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *e) {
    if (e->getType()->isPointerType())
      reaches->of(e);
    return true;
  }
  bool VisitCallExpr(CallExpr *call) {
    reaches->of(call);
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee || isa<CXXOperatorCallExpr>(call) || !callee->hasBody(callee))
      return true;
    for (unsigned k = 0; k < call->getNumArgs() && k < callee->getNumParams();
         ++k)
      if (callee->getParamDecl(k)->getType()->isIntegerType() &&
          reaches->of(call->getArg(k)) != Reach::None)
        look({callee, callee->getParamDecl(k)});
    return true;
  }

private:
  Arrays &arrays;
  Reaches *reaches = nullptr;
  llvm::SmallPtrSet<const ParmVarDecl *, 8> seen;
};

} // namespace

static bool returnsMade(const FunctionDecl *function) {
  const QualType type = function->getReturnType();
  return (type->isPointerType() || type->isRecordType()) && allocates(function);
}

static bool findsElements(const Parameter &parameter,
                          const Functions &functions) {
  IndexFinder::Arrays arrays;
  IndexFinder(arrays).look(parameter);
  const auto isChanged = [&](const ValueDecl *array) {
    return array && llvm::any_of(functions, [&](const FunctionDecl *function) {
             return changesElements(function, array);
           });
  };
  // A parameter may be the query.
  bool finds = false;
  for (const ValueDecl *array : arrays) {
    const bool changes = isChanged(array);
    if (changes && !isa<ParmVarDecl>(array))
      return false;
    finds |= !changes;
  }
  return finds;
}

/// What the functions may be; nothing where that is no traversal.
static std::optional<Recursion> asTraversal(const Functions &functions) {
  if (llvm::any_of(functions, returnsMade))
    return std::nullopt;
  Descent descent(functions);
  descent.look();
  Writers writers;
  Recursion result{functions};
  if (!descent.objects.empty()) {
    if (llvm::any_of(descent.objects, [&](const Parameter &parameter) {
          return writers.writes(parameter.function, parameter.decl);
        }))
      return std::nullopt;
    return result;
  }
  if (descent.numbers.empty() || llvm::any_of(functions, allocates) ||
      llvm::any_of(functions, [&](const FunctionDecl *function) {
        return marks(function, descent.names);
      }))
    return std::nullopt;
  result.isDoubtful =
      !descent.isStored || descent.divides ||
      llvm::none_of(descent.numbers, [&](const Parameter &parameter) {
        return findsElements(parameter, functions);
      });
  return result;
}

std::vector<Recursion>
regtt::suggest::findTreeRecursions(CallGraph &graph,
                                   const ASTContext &context) {
  const SourceManager &manager = context.getSourceManager();
  std::vector<Recursion> found;
  for (auto part = llvm::scc_begin(&graph); !part.isAtEnd(); ++part) {
    Functions functions;
    for (const CallGraphNode *node : *part)
      if (const auto *function =
              dyn_cast_or_null<FunctionDecl>(node->getDecl())) {
        const FunctionDecl *body = nullptr;
        if (function->hasBody(body) &&
            !manager.isInSystemHeader(body->getLocation()))
          functions.push_back(body);
      }
    if (functions.empty())
      continue;
    if (!part.hasCycle()) {
      if (mayHaveStack(functions[0]) && !allocates(functions[0]))
        found.push_back({functions, /*isDoubtful=*/true});
      continue;
    }
    if (std::optional<Recursion> recursion = asTraversal(functions))
      found.push_back(std::move(*recursion));
  }
  return found;
}
