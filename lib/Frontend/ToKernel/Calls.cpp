// Calls: of helpers and of the library, and those that engines make.
#include "Segment.h"

#include "regtt/Frontend/Model/Layout.h"
#include "regtt/Frontend/Model/Walk.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/Lex/Lexer.h>

using namespace regtt;
using namespace regtt::tokernel;
using clang::VarDecl;
using llvm::dyn_cast;
using llvm::isa;
using toir::Operand;
using toir::Order;

//===--- Helpers and the library ------------------------------------------===//

const ir::Expr *Segment::helperCall(const clang::Expr *e,
                                    const Function &helper, bool isUsed) {
  const auto found = llvm::find_if(traversal.helpers, [&](const auto &each) {
    return each.get() == &helper;
  });
  const ir::Function *target =
      kernels.kernel.helpers[found - traversal.helpers.begin()].function;
  if (!target)
    return code.refuse(e, "a call of '" + helper.name + "'");
  const auto isElement = [](const Role &role) {
    return role.kind == Role::Object && role.base == Base::Element;
  };
  std::vector<Operand> operands;
  if (helper.thisRole && isElement(*helper.thisRole)) {
    const clang::Expr *object = calledObject(e);
    operands.push_back({object, [=] { return asIndex(code.value(object)); }});
  }
  if (Kernels::takesSelf(helper)) {
    bool isArrow = false;
    const clang::Expr *object = calledObject(e, &isArrow);
    operands.push_back({object, [=] {
                          return isArrow ? make.reference(
                                               make.pointee(code.value(object)))
                                         : code.reference(object);
                        }});
  }
  for (unsigned k = 0; k < helper.paramRoles.size(); ++k) {
    const clang::Expr *given = argumentOf(e, k);
    const clang::QualType type = helper.decl->getParamDecl(k)->getType();
    if (isElement(helper.paramRoles[k]))
      operands.push_back({given, [=] { return asIndex(code.value(given)); }});
    else if (helper.paramRoles[k].kind == Role::Value)
      operands.push_back({given, [=] { return code.argument(given, type); }});
  }
  for (const VarDecl *var : helper.captured)
    operands.push_back({nullptr, [=]() -> const ir::Expr * {
                          const ir::Place *place = variable(var);
                          return helper.written.count(var)
                                     ? make.reference(place)
                                     : make.load(place);
                        }});
  const auto values = code.sequence(operands, Order::Open);
  return code.emitCall(target, values, isUsed);
}

/// Its arguments have the types that the overload wants: Clang has converted
/// them.
const ir::Expr *Segment::libraryCall(const clang::CallExpr *e,
                                     llvm::StringRef name) {
  std::vector<Operand> operands;
  for (const clang::Expr *given : e->arguments())
    operands.push_back({given, [=] { return code.value(given); }});
  return make.library(name, code.type(e->getType()),
                      code.sequence(operands, Order::Open));
}

/// What makes an element where it is put, and what orders a queue.
bool Segment::containerCall(const clang::CallExpr *e,
                            const ContainerCall &called) {
  if (called.orderHelper >= 0) {
    const Function &order = *traversal.helpers[called.orderHelper];
    kernels.unit.lowered.functions[order.decl->getCanonicalDecl()] =
        kernels.kernel.helpers[called.orderHelper].function;
  }
  const clang::FunctionDecl *callee = e->getDirectCallee();
  const bool isEmplaced = callee && callee->getIdentifier() &&
                          callee->getName().starts_with("emplace");
  if (!called.makesElement && !(isEmplaced && e->getNumArgs() == 1))
    return false;
  const Path &path =
      traversal.paths[function.accesses.find(called.object)->second.path];
  const clang::QualType element = elementType(path);
  const auto *pair =
      called.makesElement
          ? llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
                element->getAsCXXRecordDecl())
          : nullptr;
  std::vector<Operand> operands;
  for (unsigned k = 0; k < e->getNumArgs(); ++k) {
    const clang::Expr *given = e->getArg(k);
    const clang::QualType type =
        pair ? pair->getTemplateArgs()[k].getAsType() : element;
    operands.push_back({given, [=] {
                          const ir::Expr *value = code.value(given);
                          return called.makesElement
                                     ? as(code.type(type), value)
                                     : value;
                        }});
  }
  auto parts = code.sequence(operands, Order::Open);
  if (pair)
    parts = {make.library("std::pair", code.type(element), parts)};
  auto *made = module.make<ir::ContainerChangeStatement>(at(make.loc));
  made->op = ir::ChangeOp::Push;
  made->container = *place(called.object);
  made->arguments = parts;
  if (called.orderHelper >= 0)
    made->order = kernels.kernel.helpers[called.orderHelper].function;
  if (made->container && !llvm::is_contained(parts, nullptr))
    emit(made);
  return true;
}

//===--- Visits -----------------------------------------------------------===//

/// The user's call; empty where a macro cuts it.
static std::string callText(const Call &call,
                            const clang::ASTContext &context) {
  const auto &manager = context.getSourceManager();
  std::string source =
      clang::Lexer::getSourceText(
          clang::Lexer::makeFileCharRange(
              clang::CharSourceRange::getTokenRange(call.ast->getSourceRange()),
              manager, context.getLangOpts()),
          manager, context.getLangOpts())
          .str();
  std::replace(source.begin(), source.end(), '\n', ' ');
  return source;
}

/// Arguments that a call does not name are zero: nothing reads them.
std::vector<const ir::Expr *> Segment::arguments(const Call &call,
                                                 const ir::Expr *link) {
  std::vector<const ir::Expr *> values = {link};
  for (unsigned k = 0; k < traversal.args.size(); ++k) {
    const auto passed = llvm::find_if(
        call.args, [&](const CallArg &arg) { return arg.arg == k; });
    const ir::Type *type = code.type(traversal.args[k].type);
    values.push_back(passed == call.args.end()
                         ? kernels.unit.zero(type)
                         : as(type, code.value(passed->value)));
  }
  return values;
}

void Segment::visit(const Call &call) {
  auto *made = module.make<ir::VisitStatement>(at(make.loc));
  made->callee = kernels.kernel.enter;
  made->arguments = arguments(call, link(call.child));
  made->source = callText(call, kernels.unit.context);
  if (!llvm::is_contained(made->arguments, nullptr))
    emit(made);
}
