// Attributes change what code does in ways that its statements do not show. A
// function that is lowered, and all that it declares, has none but those of
// HarmlessAttributes.def. What a weak function does is settled by the linker,
// so its body is none that is seen.
#include "Attributes.h"

#include <clang/AST/RecursiveASTVisitor.h>

using namespace regtt;
using namespace clang;

bool regtt::hasBody(const FunctionDecl *callee,
                    const FunctionDecl *&definition) {
  return callee->hasBody(definition) && replaceable(callee).empty();
}

void regtt::reportUnseen(Builder &builder, SourceLocation loc,
                         const FunctionDecl *callee) {
  const auto *made = dyn_cast<CXXConstructorDecl>(callee);
  const std::string name =
      made ? made->getParent()->getNameAsString() : callee->getNameAsString();
  const llvm::StringRef how =
      callee->hasBody() ? replaceable(callee) : llvm::StringRef();
  if (how.empty())
    builder.report(loc, Diag::RTT2007) << name;
  else
    builder.report(loc, Diag::RTT2059) << name << how;
  builder.diagnostics.note(callee->getLocation(), "declared here");
}

namespace {

/// Refuses what is odd in a body and in those of its lambdas.
class AttributeCheck : public RecursiveASTVisitor<AttributeCheck> {
public:
  explicit AttributeCheck(Builder &builder) : builder(builder) {}

  bool shouldVisitImplicitCode() const { return true; }
  bool VisitVarDecl(VarDecl *var) {
    check(var);
    return true;
  }
  bool VisitAttributedStmt(AttributedStmt *s) {
    for (const Attr *attribute : s->getAttrs())
      if (const std::string name = oddName(attribute); !name.empty())
        refuse(attribute->getLocation(), name);
    return true;
  }
  void check(const Decl *decl) {
    SourceLocation loc;
    if (const std::string name = oddAttribute(decl, &loc); !name.empty())
      refuse(loc.isValid() ? loc : decl->getLocation(), name);
  }
  bool ok = true;

private:
  void refuse(SourceLocation loc, const std::string &name) {
    builder.report(loc, Diag::RTT2004) << "the attribute '" + name + "'";
    ok = false;
  }

  Builder &builder;
};

} // namespace

bool regtt::checkAttributes(Builder &builder, const FunctionDecl *function,
                            bool ofHead) {
  AttributeCheck check(builder);
  // Of an instantiation, what is written stands at its pattern.
  for (const FunctionDecl *of :
       {function, static_cast<const FunctionDecl *>(
                      function->getTemplateInstantiationPattern())})
    if (of && check.ok)
      for (const FunctionDecl *decl : of->redecls())
        if (check.ok) // attributes are inherited
          check.check(decl);
  for (const ParmVarDecl *param : function->parameters())
    check.check(param);
  if (check.ok && !ofHead)
    check.TraverseStmt(function->getBody());
  return check.ok;
}
