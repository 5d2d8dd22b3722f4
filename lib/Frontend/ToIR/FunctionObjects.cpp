// Calls that the library's algorithms make of what they are given.
//
//     std::plus<>{}                 ->  add(%a, %b)
//     [&](double x, double y) {..}  ->  call @lambda(refof %f, %a, %b)
//
// Which of an object's operators is called, and for which types it was made,
// stands in the body of the algorithm that Clang has made for these arguments.
#include "FunctionObjects.h"

#include "OddAttributes.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <llvm/ADT/StringSwitch.h>

using namespace regtt;
using namespace regtt::toir;
using clang::FunctionDecl;
using ir::BinaryOp;
using llvm::dyn_cast;
using llvm::isa;

//===--- What is called ---------------------------------------------------===//

namespace {

/// Looks for calls of objects of one class, in a function of the library's and
/// in those of it that this one calls.
class Calls : public clang::RecursiveASTVisitor<Calls> {
public:
  explicit Calls(const clang::CXXRecordDecl *record) : record(record) {}

  void in(const FunctionDecl *function) {
    const FunctionDecl *body = nullptr;
    if (function->hasBody(body) && seen.insert(body).second)
      TraverseStmt(body->getBody());
  }

  bool VisitCallExpr(clang::CallExpr *e) {
    const FunctionDecl *callee = e->getDirectCallee();
    if (!callee)
      return true;
    const auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
    if (method && method->getOverloadedOperator() == clang::OO_Call &&
        method->getParent()->getCanonicalDecl() == record->getCanonicalDecl())
      found.insert(callee);
    else if (isLibrary(callee))
      in(callee);
    return true;
  }

  llvm::SmallPtrSet<const FunctionDecl *, 2> found;

private:
  const clang::CXXRecordDecl *record;
  llvm::SmallPtrSet<const FunctionDecl *, 8> seen;
};

} // namespace

/// Whether it makes no difference which copy of an object is called: none
/// changes.
static bool isTheSameCopied(const clang::CXXRecordDecl *record,
                            const clang::CXXMethodDecl *method,
                            const clang::ASTContext &context) {
  const clang::QualType type = context.getRecordType(record);
  return type.isTriviallyCopyableType(context) &&
         (record->isEmpty() || method->isConst()) && !record->isPolymorphic() &&
         record->getNumBases() == 0 &&
         llvm::none_of(record->fields(), [&](const clang::FieldDecl *field) {
           const auto *inner = field->getType()->getAsCXXRecordDecl();
           return field->isMutable() || (inner && inner->hasMutableFields());
         });
}

const FunctionDecl *regtt::toir::calledBy(const FunctionDecl *algorithm,
                                          clang::QualType type) {
  const clang::CXXRecordDecl *record =
      type.getNonReferenceType()->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (!record || isLibrary(record))
    return nullptr;
  Calls calls(record);
  calls.in(algorithm);
  if (calls.found.size() != 1)
    return nullptr;
  const FunctionDecl *callee = *calls.found.begin();
  const auto *method = llvm::cast<clang::CXXMethodDecl>(callee);
  const FunctionDecl *body = nullptr;
  const bool isPlain =
      callee->hasBody(body) && !method->isVirtual() && !method->isStatic() &&
      !method->isExplicitObjectMemberFunction() && !callee->isVariadic() &&
      replaceable(callee).empty() && !isLibrary(callee);
  return isPlain && isTheSameCopied(record, method, callee->getASTContext())
             ? body
             : nullptr;
}

/// The operator that an object of the library's stands for.
static std::optional<BinaryOp> operatorBy(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<BinaryOp>>(name)
      .Case("plus", BinaryOp::Add)
      .Case("minus", BinaryOp::Sub)
      .Case("multiplies", BinaryOp::Mul)
      .Case("less", BinaryOp::Lt)
      .Case("greater", BinaryOp::Gt)
      .Case("less_equal", BinaryOp::Le)
      .Case("greater_equal", BinaryOp::Ge)
      .Case("equal_to", BinaryOp::Eq)
      .Case("not_equal_to", BinaryOp::Ne)
      .Default(std::nullopt);
}

FunctionObject FunctionObject::plain(BinaryOp op) {
  FunctionObject made;
  made.op = op;
  return made;
}

std::optional<FunctionObject> FunctionObject::of(const FunctionDecl *algorithm,
                                                 const clang::Expr *given) {
  FunctionObject made;
  made.given = given;
  const clang::Expr *bare = given->IgnoreParenImpCasts();
  if (const auto *address = dyn_cast<clang::UnaryOperator>(bare);
      address && address->getOpcode() == clang::UO_AddrOf)
    bare = address->getSubExpr()->IgnoreParens();
  if (const auto *name = dyn_cast<clang::DeclRefExpr>(bare))
    if (const auto *function = dyn_cast<FunctionDecl>(name->getDecl())) {
      made.callee = function;
      return function->hasBody() && !isLibrary(function) &&
                     !isa<clang::CXXMethodDecl>(function) &&
                     !function->isVariadic() && replaceable(function).empty()
                 ? std::optional(made)
                 : std::nullopt;
    }
  const auto *library =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
          given->getType()->getAsCXXRecordDecl());
  if (library && library->isInStdNamespace()) {
    const auto op = operatorBy(library->getName());
    const auto &arguments = library->getTemplateArgs();
    if (!op || arguments.size() != 1 ||
        arguments[0].getKind() != clang::TemplateArgument::Type ||
        given->HasSideEffects(algorithm->getASTContext()))
      return std::nullopt;
    made.op = *op;
    if (!arguments[0].getAsType()->isVoidType())
      made.operand = arguments[0].getAsType();
    return made;
  }
  made.callee = calledBy(algorithm, given->getType());
  return made.callee ? std::optional(made) : std::nullopt;
}

bool FunctionObject::isPure(Body &body) const {
  return !callee || body.unit.effects.isPure(callee);
}

/// The closure's variable, where nothing but calls can come to its parts.
static const clang::Expr *closureByName(const clang::Expr *given) {
  const clang::Expr *bare = given->IgnoreImplicit();
  if (const auto *copy = dyn_cast<clang::CXXConstructExpr>(bare);
      copy && copy->getNumArgs() == 1 &&
      copy->getConstructor()->isCopyOrMoveConstructor())
    bare = copy->getArg(0)->IgnoreImplicit();
  const auto *record = bare->getType()->getAsCXXRecordDecl();
  return record && record->isLambda() && isa<clang::DeclRefExpr>(bare)
             ? bare
             : nullptr;
}

bool FunctionObject::make(Body &body, const ir::Expr *&object) const {
  object = nullptr;
  if (!callee || !isa<clang::CXXMethodDecl>(callee))
    return true;
  if (const clang::Expr *name = closureByName(given)) {
    const ir::Place *place = body.place(name);
    const ir::Variable *variable = place ? place->variable() : nullptr;
    const bool hasAddress = variable && (variable->kind != ir::Variable::Let ||
                                         variable->type->isReference());
    if (hasAddress)
      return object = body.make.reference(place);
  }
  const ir::Expr *value = body.copied(given, false);
  if (!value)
    return false;
  ir::Module &module = body.unit.module;
  const ir::Location here = body.at(body.make.loc);
  const ir::Variable *made =
      module.variable(ir::Variable::Local, "f", value->type, here);
  body.emit(module.var(made, value, here));
  object = body.make.reference(body.make.place(made));
  return true;
}

//===--- Operators --------------------------------------------------------===//

static bool isNumber(const ir::Type *type) {
  return type->isInt() || type->isFloat() || type->isBool();
}

const ir::Expr *regtt::toir::convertedTo(Body &body, const ir::Type *type,
                                         const ir::Expr *e) {
  if (e && e->type->isReference())
    e = body.make.load(body.make.pointee(e));
  if (!e || !type || e->type == type)
    return type ? e : nullptr;
  if (type->isPointer() && isa<ir::NullExpr>(e))
    return body.unit.module.null(type);
  if (!isNumber(type) || !isNumber(e->type))
    return nullptr;
  const bool isFloat = e->type->isFloat();
  const ir::CastOp op = type->isBool()    ? ir::CastOp::ToBool
                        : type->isFloat() ? isFloat ? ir::CastOp::FloatToFloat
                                                    : ir::CastOp::IntToFloat
                        : isFloat         ? ir::CastOp::FloatToInt
                                          : ir::CastOp::IntToInt;
  return body.make.cast(op, type, e);
}

/// What an operator counts with; null: other types than those that are here.
static const ir::Type *commonType(Body &body, const ir::Type *a,
                                  const ir::Type *b) {
  ir::Module &m = body.unit.module;
  const auto promoted = [&](const ir::Type *type) -> const ir::Type * {
    return type->isBool() || (type->isInt() && ir::sizeOf(type) < 4)
               ? m.intType(ir::IntType::I32)
               : type;
  };
  const auto isPlain = [&](const ir::Type *type) {
    return type == m.floatType(ir::FloatType::F32) ||
           type == m.floatType(ir::FloatType::F64) ||
           type == m.intType(ir::IntType::I32) ||
           type == m.intType(ir::IntType::U32) ||
           type == m.intType(ir::IntType::I64) ||
           type == m.intType(ir::IntType::U64);
  };
  a = promoted(a);
  b = promoted(b);
  if (a == b)
    return isNumber(a) ? a : nullptr;
  if (!isPlain(a) || !isPlain(b))
    return nullptr;
  if (a->isFloat() != b->isFloat())
    return a->isFloat() ? a : b;
  if (ir::sizeOf(a) != ir::sizeOf(b))
    return ir::sizeOf(a) > ir::sizeOf(b) ? a : b;
  return ir::integerFormat(a)->isSigned ? b : a;
}

static bool compares(BinaryOp op) {
  return op == BinaryOp::Lt || op == BinaryOp::Le || op == BinaryOp::Gt ||
         op == BinaryOp::Ge || op == BinaryOp::Eq || op == BinaryOp::Ne;
}

const ir::Expr *FunctionObject::operation(Body &body,
                                          llvm::ArrayRef<Handed> handed) const {
  if (handed.size() != 2)
    return nullptr;
  const ir::Expr *values[2];
  const ir::Type *as = operand.isNull() ? nullptr : body.type(operand);
  for (unsigned k = 0; k < 2; ++k) {
    const Handed &each = handed[k];
    const ir::Expr *value =
        each.place ? body.make.load(each.place) : each.value;
    values[k] = as ? convertedTo(body, as, value) : value;
    if (!values[k])
      return nullptr;
  }
  const ir::Type *a = values[0]->type, *b = values[1]->type;
  const bool isOfPointers =
      a->isPointer() && a == b && (op == BinaryOp::Eq || op == BinaryOp::Ne);
  if (a->isEnum() && a == b && compares(op)) {
    for (const ir::Expr *&value : values)
      value = body.make.cast(ir::CastOp::IntToInt,
                             llvm::cast<ir::EnumType>(a)->underlying, value);
  } else if (!isOfPointers) {
    const ir::Type *common =
        isNumber(a) && isNumber(b) ? commonType(body, a, b) : nullptr;
    for (const ir::Expr *&value : values)
      value = common ? convertedTo(body, common, value) : nullptr;
    if (!common)
      return nullptr;
  }
  const ir::Expr *result = body.make.binary(op, values[0], values[1]);
  return as && !compares(op) ? convertedTo(body, as, result) : result;
}

//===--- Calls ------------------------------------------------------------===//

/// What a parameter is given: a reference to what lies somewhere, a value.
const ir::Expr *FunctionObject::argument(Body &body,
                                         const clang::ParmVarDecl *param,
                                         const Handed &handed) const {
  const clang::QualType type = param->getType();
  const clang::QualType bare = type.getNonReferenceType();
  const ir::Type *wanted = body.type(bare);
  if (!wanted || bare.isVolatileQualified())
    return nullptr;
  const ir::Place *place = handed.place;
  if (type->isReferenceType() && place && place->type == wanted)
    return place->isVolatile ? nullptr : body.make.reference(place);
  if (copiesItself(bare) || hasOwnDestructor(bare) ||
      (type->isLValueReferenceType() && !bare.isConstQualified()))
    return nullptr;
  const ir::Expr *value =
      convertedTo(body, wanted, place ? body.make.load(place) : handed.value);
  if (!value || !type->isReferenceType())
    return value;
  ir::Module &module = body.unit.module;
  const ir::Location here = body.at(body.make.loc);
  const ir::Variable *made =
      module.variable(ir::Variable::Local, "t", value->type, here);
  body.emit(module.var(made, value, here));
  return body.make.reference(body.make.place(made));
}

bool FunctionObject::prepare(Body &body, const ir::Expr *object,
                             llvm::ArrayRef<Handed> handed,
                             const ir::Function *&target,
                             std::vector<const ir::Expr *> &arguments) const {
  target = body.unit.function(callee);
  if (!target || callee->getNumParams() != handed.size())
    return false;
  if (object)
    arguments.push_back(object);
  for (unsigned k = 0; k < handed.size(); ++k)
    arguments.push_back(argument(body, callee->getParamDecl(k), handed[k]));
  return !llvm::is_contained(arguments, nullptr);
}

const ir::Expr *FunctionObject::call(Body &body, const ir::Expr *object,
                                     llvm::ArrayRef<Handed> handed) const {
  if (!callee)
    return operation(body, handed);
  const ir::Function *target = nullptr;
  std::vector<const ir::Expr *> arguments;
  return prepare(body, object, handed, target, arguments) &&
                 !target->type->result->isReference()
             ? body.emitCall(target, arguments, true)
             : nullptr;
}

bool FunctionObject::run(Body &body, const ir::Expr *object,
                         llvm::ArrayRef<Handed> handed) const {
  if (!callee)
    return false;
  const ir::Function *target = nullptr;
  std::vector<const ir::Expr *> arguments;
  if (!prepare(body, object, handed, target, arguments))
    return false;
  body.emitCall(target, arguments, false);
  return true;
}
