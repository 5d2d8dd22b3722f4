// Constructors of value structs -> functions that return the struct. Bases and
// fields become one initialiser list in the order of their declaration, which
// is the order in which they are initialised.
//
//     Vec3(float s) : x(s), y(s), z(s) { ++count; }
//  -> Vec3 makeVec3(float s) { Vec3 self = {s, s, s}; ++self.count; return
//  self;
//     }
#include "FunctionLowering.h"

using namespace regtt;
using namespace clang;

const Expr *FunctionLowering::nameMade() const {
  auto *made = const_cast<VarDecl *>(function.made);
  return DeclRefExpr::Create(builder.context, NestedNameSpecifierLoc(),
                             SourceLocation(), made,
                             /*RefersToEnclosingVariableOrCapture=*/false,
                             made->getLocation(), made->getType(), VK_LValue);
}

/// Whether `init` leaves its subject as it is, or all zero.
static bool initialisesNothing(const Expr *init) {
  const auto *made = dyn_cast<CXXConstructExpr>(plain(init));
  return made && made->getNumArgs() == 0 && made->getConstructor()->isTrivial();
}

/// The initialisers of `callee` as one list; null where it has none. Sets
/// `odd` to one that has no place in it.
static Expr *initialiserList(ASTContext &context,
                             const CXXConstructorDecl *callee,
                             const CXXCtorInitializer *&odd) {
  const CXXRecordDecl *record = callee->getParent();
  const SourceLocation loc = callee->getLocation();
  bool any = false;
  const auto initialiser = [&](auto matches, QualType type) -> Expr * {
    for (const CXXCtorInitializer *init : callee->inits())
      if (matches(init) && !initialisesNothing(init->getInit())) {
        any = true;
        return init->getInit();
      }
    return new (context) ImplicitValueInitExpr(type);
  };
  llvm::SmallVector<Expr *, 4> values;
  for (const CXXBaseSpecifier &base : record->bases())
    values.push_back(initialiser(
        [&](const CXXCtorInitializer *init) {
          return init->isBaseInitializer() &&
                 context.hasSameType(QualType(init->getBaseClass(), 0),
                                     base.getType());
        },
        base.getType()));
  for (const FieldDecl *field : record->fields())
    if (!field->isUnnamedBitField())
      values.push_back(initialiser(
          [&](const CXXCtorInitializer *init) {
            return init->isMemberInitializer() && init->getMember() == field;
          },
          field->getType()));
  for (const CXXCtorInitializer *init : callee->inits())
    if (init->isIndirectMemberInitializer())
      odd = init;
  if (!any)
    return nullptr;
  auto *list = new (context) InitListExpr(context, loc, values, loc);
  list->setType(context.getRecordType(record));
  return list;
}

static Statement returning(const Expr *value, SourceLocation loc) {
  Statement result;
  result.kind = Statement::Return;
  result.loc = loc;
  result.cond = value;
  return result;
}

void FunctionLowering::constructorBody() {
  ASTContext &context = builder.context;
  const auto *callee = cast<CXXConstructorDecl>(function.decl);
  const SourceLocation loc = callee->getLocation();
  const QualType type = context.getRecordType(callee->getParent());
  auto *made =
      VarDecl::Create(context, const_cast<CXXConstructorDecl *>(callee), loc,
                      loc, &context.Idents.get("made"), type,
                      context.getTrivialTypeSourceInfo(type, loc), SC_None);
  function.made = made;
  function.roles[made] = Role();
  const CXXCtorInitializer *odd = nullptr;
  Expr *init = callee->isDelegatingConstructor()
                   ? (*callee->init_begin())->getInit()
                   : initialiserList(context, callee, odd);
  if (odd)
    return notTaken(odd->getSourceLocation(),
                    "an initialiser of a member without a name");
  auto &body = function.body.body;
  const auto *own = dyn_cast<CompoundStmt>(callee->getBody());
  if (init)
    expr(init);
  if (init && own && own->body_empty() && !namesThis(init)) {
    body.push_back(returning(init, loc));
    return;
  }
  made->setInit(init);
  Statement let;
  let.kind = Statement::Let;
  let.loc = loc;
  let.vars.push_back(made);
  body.push_back(std::move(let));
  for (Statement &stmt : block(callee->getBody()))
    body.push_back(std::move(stmt));
  if (body.back().kind != Statement::Return)
    body.push_back(returning(nameMade(), loc));
}
