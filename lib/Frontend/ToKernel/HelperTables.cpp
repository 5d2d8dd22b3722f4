// What the user's functions are handed, and what the user's types are called:
// from the Model to tables of the kernel.
//
//     bool near(const Query *q, const Vec &at, float d)
//  -> {Query q, Value at, Value d}
#include "Tables.h"

#include "regtt/Kernel/Names.h"

#include <clang/AST/DeclTemplate.h>
#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace regtt::tokernel;
using clang::QualType;
using clang::VarDecl;
using llvm::dyn_cast;
using Param = kernel::Helper::Param;

//===--- Parameters -------------------------------------------------------===//

namespace {

class HelperTable {
public:
  HelperTable(Kernels &kernels, const Function &helper, kernel::Helper &made)
      : kernels(kernels), traversal(kernels.traversal),
        ast(kernels.unit.context), helper(helper), made(made) {}

  void fill() {
    made.name = helper.name;
    made.loc = kernels.unit.locate(helper.decl->getLocation());
    params();
    made.token = token();
    made.takesLibraryStruct = takesLibraryStruct();
    made.isResultWritten = helper.resultWritten;
  }

private:
  Param object(const Role &role, llvm::StringRef name) const {
    Param param;
    param.name = name.str();
    param.kind = role.base == Base::Query  ? Param::Query
                 : role.base == Base::Node ? Param::Node
                                           : Param::Number;
    if (role.base == Base::Node && !role.steps.empty())
      param.steps = dataSteps(traversal.nodeObject(role.number), role.steps,
                              traversal, ast);
    return param;
  }

  void params() {
    if (helper.thisRole && helper.thisRole->kind == Role::Object) {
      made.params.push_back(object(*helper.thisRole, ""));
      made.params.back().isThis = true;
    }
    if (Kernels::takesSelf(helper)) {
      Param self;
      self.isThis = true;
      self.isWritten = helper.writesThis;
      made.params.push_back(self);
    }
    for (unsigned k = 0; k < helper.paramRoles.size(); ++k) {
      const Role &role = helper.paramRoles[k];
      const clang::ParmVarDecl *param = helper.decl->getParamDecl(k);
      if (role.kind == Role::Object)
        made.params.push_back(object(role, param->getName()));
      else if (role.kind == Role::Value)
        made.params.push_back(value(param));
    }
    for (const VarDecl *var : helper.captured) {
      const bool isNumber = helper.roles.lookup(var).kind == Role::Object;
      made.params.push_back(value(var));
      made.params.back().isCaptured = true;
      if (isNumber)
        made.params.back().kind = Param::Number;
    }
  }

  Param value(const VarDecl *var) const {
    Param param;
    param.name = var->getNameAsString();
    param.isWritten = helper.written.count(var);
    return param;
  }

  //===--- Operators ------------------------------------------------------===//

  QualType selfType() const {
    return ast.getRecordType(
        llvm::cast<clang::CXXMethodDecl>(helper.decl)->getParent());
  }

  /// The operator that it can be declared as: what it needs is its operands
  /// alone, and one of them is a struct.
  std::string token() const {
    switch (helper.decl->getOverloadedOperator()) {
    case clang::OO_None:
    case clang::OO_Call:
    case clang::OO_Subscript:
    case clang::OO_Arrow:
    case clang::OO_ArrowStar:
    case clang::OO_Equal:
    case clang::OO_AmpAmp:
    case clang::OO_PipePipe:
    case clang::OO_Comma:
      return "";
    default:
      break;
    }
    if ((helper.thisRole && !Kernels::takesSelf(helper)) ||
        llvm::any_of(helper.paramRoles,
                     [](const Role &role) { return role.kind != Role::Value; }))
      return "";
    std::vector<QualType> operands;
    if (Kernels::takesSelf(helper))
      operands.push_back(selfType());
    for (const clang::ParmVarDecl *param : helper.decl->parameters())
      operands.push_back(param->getType().getNonReferenceType());
    bool anyStruct = false;
    for (QualType type : operands) {
      if (type->isEnumeralType())
        return ""; // emitted as integers
      anyStruct |= type->isRecordType() && !type->getAsRecordDecl()->isLambda();
    }
    return anyStruct ? clang::getOperatorSpelling(
                           helper.decl->getOverloadedOperator())
                     : "";
  }

  /// Whether a struct of the library's is among the values that it takes, so
  /// that its name would be looked up there, too.
  bool takesLibraryStruct() const {
    const auto isLibrarys = [](QualType type) {
      type = type.getNonReferenceType();
      if (type->isPointerType())
        type = type->getPointeeType();
      const auto *record = type->getAsRecordDecl();
      return record && record->isInStdNamespace();
    };
    for (unsigned k = 0; k < helper.paramRoles.size(); ++k)
      if (helper.paramRoles[k].kind == Role::Value &&
          isLibrarys(helper.decl->getParamDecl(k)->getType()))
        return true;
    return Kernels::takesSelf(helper) && isLibrarys(selfType());
  }

  Kernels &kernels;
  const Traversal &traversal;
  const clang::ASTContext &ast;
  const Function &helper;
  kernel::Helper &made;
};

} // namespace

void tokernel::fillHelpers(Kernels &kernels) {
  for (size_t k = 0; k < kernels.traversal.helpers.size(); ++k)
    HelperTable(kernels, *kernels.traversal.helpers[k],
                kernels.kernel.helpers[k])
        .fill();
}

//===--- Types ------------------------------------------------------------===//

/// `Vec` of Vec<float, 3> becomes `Vec_float_3`.
static std::string stemOf(const clang::TagDecl *tag) {
  const clang::ASTContext &ast = tag->getASTContext();
  std::string name = safeName(typeName(ast.getTagDeclType(tag)));
  if (name.empty())
    name = "Unnamed";
  const auto *special = dyn_cast<clang::ClassTemplateSpecializationDecl>(tag);
  if (!special)
    return name;
  for (const clang::TemplateArgument &argument :
       special->getTemplateArgs().asArray()) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (argument.getKind() == clang::TemplateArgument::Type &&
        argument.getAsType()->isRecordType())
      stream << stemOf(argument.getAsType()->getAsRecordDecl());
    else
      argument.print(ast.getPrintingPolicy(), stream, /*IncludeType=*/false);
    stream.flush();
    name += '_';
    for (char c : text)
      name += llvm::isAlnum(c) ? c : '_';
  }
  return name;
}

void tokernel::fillTypes(Kernels &kernels) {
  for (const auto &[decl, type] : kernels.unit.lowered.types)
    if (const auto *named = llvm::dyn_cast_or_null<ir::NamedType>(type)) {
      const auto *record = dyn_cast<clang::CXXRecordDecl>(decl);
      kernels.kernel.types[named] = {stemOf(decl), named->loc,
                                     record && record->isLambda(), decl};
    }
}
