// Calls of the C and C++ libraries: what the language has a form for, and any
// other as a call by name, which may do anything.
#include "LibraryCalls.h"
#include "LinkIterators.h"
#include "Optionals.h"
#include "Tuples.h"

#include "regtt/Frontend/Library.h"

using namespace regtt;
using namespace regtt::toir;
using llvm::dyn_cast;
using llvm::isa;

//===--- What is called ---------------------------------------------------===//

/// `p` of `p->x`, though the library has its operators in bases of such
/// objects.
static const clang::Expr *followedObject(const clang::Expr *object) {
  const auto *cast = dyn_cast<clang::ImplicitCastExpr>(object->IgnoreParens());
  if (!cast || (cast->getCastKind() != clang::CK_UncheckedDerivedToBase &&
                cast->getCastKind() != clang::CK_DerivedToBase))
    return object;
  const auto *type = cast->getSubExpr()->getType()->getAsCXXRecordDecl();
  if (!type || !type->isInStdNamespace())
    return object;
  const std::string name = "std::" + type->getNameAsString();
  bool isFollowed = false;
#define POINTEE(TYPE, ARGUMENT) isFollowed |= name == (TYPE);
#include "regtt/IR/Library.def"
  return isFollowed ? cast->getSubExpr() : object;
}

LibraryUse::LibraryUse(const clang::CallExpr *e,
                       const clang::FunctionDecl *callee)
    : e(e), callee(callee) {
  method = dyn_cast<clang::CXXMethodDecl>(callee);
  if (callee->getIdentifier())
    name = callee->getName();
  else
    name = "";
  operation = callee->getOverloadedOperator();
  auto given = llvm::ArrayRef(e->getArgs(), e->getNumArgs());
  if (const auto *member = dyn_cast<clang::CXXMemberCallExpr>(e)) {
    object = followedObject(member->getImplicitObjectArgument());
  } else if (isa<clang::CXXOperatorCallExpr>(e) && method &&
             method->isInstance()) {
    object = followedObject(given[0]);
    given = given.drop_front();
  }
  for (const clang::Expr *argument : given)
    if (!isa<clang::CXXDefaultArgExpr>(argument))
      arguments.push_back(argument);
}

const ir::Place *LibraryUse::objectPlace(Body &body) const {
  return object->getType()->isPointerType()
             ? body.make.pointee(body.value(object))
             : body.place(object);
}

clang::QualType LibraryUse::objectType() const {
  if (!object)
    return {};
  const clang::QualType type = object->getType();
  return type->isPointerType() ? type->getPointeeType() : type;
}

//===--- Functions that are values ----------------------------------------===//

/// Template arguments that the parameters do not say: `<0>` of std::get.
static std::string writtenArguments(const clang::FunctionDecl *callee) {
  const auto *arguments = callee->getTemplateSpecializationArgs();
  const auto *from = callee->getPrimaryTemplate();
  if (!arguments || !from)
    return "";
  std::string text;
  llvm::raw_string_ostream out(text);
  const clang::PrintingPolicy policy =
      callee->getASTContext().getPrintingPolicy();
  for (unsigned k = 0; k < arguments->size(); ++k) {
    const clang::TemplateArgument &argument = arguments->get(k);
    if (argument.getKind() != clang::TemplateArgument::Integral)
      continue;
    out << (text.empty() ? "<" : ", ");
    argument.print(policy, out, false);
  }
  return text.empty() ? "" : text + ">";
}

/// sqrt and the like: a value of values.
static const ir::Expr *pureCall(Body &body, const LibraryUse &use,
                                llvm::StringRef name) {
  const ir::Type *type =
      body.type(use.callee->getReturnType().getNonReferenceType());
  std::vector<Operand> operands;
  for (const clang::Expr *given : use.arguments)
    operands.push_back(
        {given, [&body, given] { return body.copied(given, false); }});
  return body.make.library(name, type, body.sequence(operands, Order::Open));
}

/// `std::swap(a, b)` of what is copied as it is: three stores.
static bool swap(Body &body, const LibraryUse &use) {
  if (use.arguments.size() != 2)
    return false;
  const clang::Expr *a = use.arguments[0], *b = use.arguments[1];
  if (!a->isGLValue() || a->getType()->isArrayType() ||
      !a->getType().isTriviallyCopyableType(body.unit.context))
    return false;
  const auto places = body.sequence({{a, [&] { return body.reference(a); }},
                                     {b, [&] { return body.reference(b); }}},
                                    Order::Open);
  const ir::Place *first = body.make.pointee(places[0]);
  const ir::Place *second = body.make.pointee(places[1]);
  const ir::Expr *kept = body.make.load(first);
  if (!first || !second || !kept)
    return true;
  // The places are found before anything is stored.
  first = body.pin(first);
  second = body.pin(second);
  kept = body.make.load(first);
  const ir::Variable *old = body.temporary(kept->type);
  ir::Module &m = body.unit.module;
  const ir::Location here = body.at(body.make.loc);
  body.emit(m.let(old, kept, here));
  body.emit(m.store(first, body.make.load(second), here));
  body.emit(m.store(second, body.make.load(body.make.place(old)), here));
  return true;
}

const ir::Place *Body::chosenPlace(const clang::CallExpr *e,
                                   const clang::FunctionDecl *callee) {
  const LibraryUse use(e, callee);
  const bool isMin = use.name == "min";
  if (use.object || !callee->isInStdNamespace() ||
      (!isMin && use.name != "max") || use.arguments.size() != 2 ||
      !e->getType()->isArithmeticType())
    return nullptr;
  const clang::Expr *a = use.arguments[0], *b = use.arguments[1];
  const auto places = sequence(
      {{a, [&] { return reference(a); }}, {b, [&] { return reference(b); }}},
      Order::Open);
  const ir::Expr *first = make.load(make.pointee(places[0]));
  const ir::Expr *second = make.load(make.pointee(places[1]));
  // The first one stays where they are equal, or not ordered.
  const ir::Expr *isSecond = isMin
                                 ? make.binary(ir::BinaryOp::Lt, second, first)
                                 : make.binary(ir::BinaryOp::Lt, first, second);
  return make.pointee(pin(make.select(isSecond, places[1], places[0])));
}

/// `std::exchange(a, b)`: the old value.
static const ir::Expr *exchange(Body &body, const LibraryUse &use) {
  const clang::Expr *a = use.arguments[0], *b = use.arguments[1];
  const auto parts = body.sequence({{a, [&] { return body.reference(a); }},
                                    {b, [&] { return body.copied(b, true); }}},
                                   Order::Open);
  const ir::Place *place = body.pin(body.make.pointee(parts[0]));
  const ir::Expr *before = body.make.load(place);
  if (!before || !parts[1])
    return nullptr;
  if (before->type != parts[1]->type)
    return body.refuse(use.e, "an exchange of another type");
  const ir::Variable *old = body.temporary(before->type);
  const ir::Location here = body.at(body.make.loc);
  body.emit(body.unit.module.let(old, before, here));
  body.emit(body.unit.module.store(place, parts[1], here));
  return body.make.load(body.make.place(old));
}

/// What the compiler or C has for what cannot be, or must not.
static bool ends(Body &body, const LibraryUse &use) {
  ir::Module &m = body.unit.module;
  if (use.name == "__builtin_unreachable") {
    body.emit(m.make<ir::UnreachableStatement>(body.at(body.make.loc)));
    return true;
  }
  const bool isAssertion =
      use.name == "__assert_fail" || use.name == "__assert";
  if (!isAssertion && use.name != "abort" && use.name != "terminate" &&
      use.name != "__builtin_trap" && use.name != "__glibcxx_assert_fail")
    return false;
  auto *trap = m.make<ir::TrapStatement>(body.at(body.make.loc));
  trap->message = isAssertion ? "" : use.name.str();
  if (isAssertion)
    if (const auto *text = dyn_cast<clang::StringLiteral>(
            use.arguments[0]->IgnoreParenImpCasts()))
      trap->message = text->getString().str();
  body.emit(trap);
  return true;
}

//===--- Any other --------------------------------------------------------===//

const ir::Expr *regtt::toir::callByName(Body &body, const LibraryUse &use,
                                        bool isUsed) {
  std::vector<Operand> operands;
  if (use.object)
    operands.push_back({use.object, [&] {
                          const ir::Place *object = use.objectPlace(body);
                          // A closure's or an iterator's value will do.
                          return body.make.reference(object);
                        }});
  const unsigned skipped =
      isa<clang::CXXOperatorCallExpr>(use.e) && use.object ? 1 : 0;
  for (unsigned k = 0; k < use.arguments.size(); ++k) {
    const clang::Expr *given = use.arguments[k];
    const clang::QualType type = k < use.callee->getNumParams()
                                     ? use.callee->getParamDecl(k)->getType()
                                     : given->getType();
    operands.push_back({given, [&body, given, type] {
                          if (!type->isReferenceType())
                            return body.value(given);
                          if (isa<clang::MaterializeTemporaryExpr>(given))
                            return body.copied(given, false);
                          if (type->getPointeeType()->isFunctionType())
                            return body.argument(given, type);
                          return body.reference(given);
                        }});
  }
  (void)skipped;
  const bool isMember = use.object && !isa<clang::CXXOperatorCallExpr>(use.e);
  const bool isStream = use.operation == clang::OO_LessLess ||
                        use.operation == clang::OO_GreaterGreater;
  const auto arguments = body.sequence(operands, isStream   ? Order::Given
                                                 : isMember ? Order::ObjectFirst
                                                            : Order::Open);
  const clang::QualType result = use.callee->getReturnType();
  const ir::Type *type =
      isUsed ? body.type(result) : body.unit.module.voidType();
  const ir::Expr *made = body.emitLibraryCall(libraryName(use.callee) +
                                                  writtenArguments(use.callee),
                                              type, arguments, isUsed);
  if (use.callee->isNoReturn())
    body.emit(body.unit.module.make<ir::UnreachableStatement>(
        body.at(body.make.loc)));
  return made;
}

/// Of the library's constants: `std::numeric_limits<float>::max()`.
static const ir::Expr *constantCall(Body &body, const LibraryUse &use) {
  const bool isComputed =
      use.callee->isConstexpr() || use.callee->getBuiltinID() != 0;
  if (!isComputed || !use.arguments.empty() || use.object ||
      use.callee->getReturnType()->isRecordType())
    return nullptr;
  clang::Expr::EvalResult result;
  if (!use.e->EvaluateAsRValue(result, body.unit.context) ||
      result.HasSideEffects)
    return nullptr;
  const ir::Expr *made = body.unit.constant(result.Val, use.e->getType());
  return body.make.spelled(
      made, clang::Lexer::getSourceText(
                clang::CharSourceRange::getTokenRange(use.e->getSourceRange()),
                body.unit.context.getSourceManager(),
                body.unit.context.getLangOpts()));
}

/// What compilers answer by how far they see; 1 of a constant that is written.
static const ir::Expr *compilersAnswer(Body &body, const LibraryUse &use,
                                       bool &isKnown) {
  const bool isConstantP = use.name == "__builtin_constant_p";
  if ((!isConstantP && use.name != "__builtin_object_size" &&
       use.name != "__builtin_dynamic_object_size") ||
      body.loopAlone())
    return nullptr;
  isKnown = true;
  if (isConstantP && use.arguments[0]->isIntegerConstantExpr(body.unit.context))
    return body.make.integer(body.type(use.callee->getReturnType()), 1);
  const llvm::StringRef text = clang::Lexer::getSourceText(
      clang::CharSourceRange::getTokenRange(use.e->getSourceRange()),
      body.unit.context.getSourceManager(), body.unit.context.getLangOpts());
  return body.refuse(use.e,
                     "'" + text + "', which compilers answer differently,");
}

/// `p == nullptr` of a smart pointer, `it != v.end()`: the address is compared.
static bool comparesAddresses(const LibraryUse &use) {
  return use.operation != clang::OO_None &&
         llvm::any_of(use.arguments, [](const clang::Expr *given) {
           return !Types::iteratedPointer(given->getType()).isNull() ||
                  isSmartPointer(given->getType());
         });
}

/// Code of the user's that the call would run and that is not seen.
static void refuseHidden(Body &body, const LibraryUse &use) {
  const clang::SourceLocation loc = use.e->getExprLoc();
  if (use.method && use.object && !use.method->isConst() &&
      !Effects::isAccessor(use.callee))
    body.unit.refuseHidden(loc, use.objectType(), false);
  if (!use.object && !Effects::isPureLibrary(use.callee) &&
      !comparesAddresses(use))
    for (const clang::Expr *given : use.arguments)
      body.unit.refuseHidden(loc, given->getType(), true);
}

const ir::Expr *Body::libraryCall(const clang::CallExpr *e,
                                  const clang::FunctionDecl *callee,
                                  bool isUsed) {
  const LibraryUse use(e, callee);
  bool isAnswer = false;
  if (const ir::Expr *answer = compilersAnswer(*this, use, isAnswer); isAnswer)
    return answer;
  refuseHidden(*this, use);
  if (const ir::Expr *made = tupleCall(*this, use, isUsed, isAnswer); isAnswer)
    return made;
  if (const ir::Expr *made = optionalCall(*this, use, isAnswer); isAnswer)
    return made;
  if (e->isGLValue())
    if (const ir::Place *known = libraryPlace(e, callee))
      return isUsed ? make.reference(known) : nullptr;
  if (const ir::Expr *constant = constantCall(*this, use))
    return constant;
  if (ends(*this, use))
    return nullptr;
  if (!use.object && isUsed && callee->isInStdNamespace() &&
      use.arguments.size() == 2)
    if (const ir::Expr *compared = pairComparison(
            *this, use.operation, use.arguments[0], use.arguments[1]))
      return compared;
  if (isUsed && callee->isInStdNamespace() &&
      use.arguments.size() + (use.object ? 1 : 0) == 2)
    if (const ir::Expr *compared = textComparison(
            *this, use.operation, use.object ? use.object : use.arguments[0],
            use.arguments.back()))
      return compared;
  if (!use.object) {
    if (use.name == "__builtin_expect")
      return value(use.arguments[0]);
    if (use.name == "__builtin_assume" || use.name == "__builtin_prefetch")
      return nullptr;
    if ((use.name == "swap" || use.name == "exchange") &&
        llvm::any_of(use.arguments, [](const clang::Expr *argument) {
          return assignsItself(argument->getType());
        }))
      return refuse(use.e, ownAssignment);
    if (use.name == "swap" && swap(*this, use))
      return nullptr;
    if (use.name == "exchange" && use.arguments.size() == 2 &&
        use.arguments[0]->getType().isTriviallyCopyableType(unit.context))
      return exchange(*this, use);
    if (use.name == "addressof" || use.name == "__addressof")
      return make.address(place(use.arguments[0]));
    const LibraryFunction *known = findLibraryFunction(*callee);
    if (known && !known->passesOn() && use.name != "swap" &&
        use.name != "exchange")
      return pureCall(*this, use,
                      llvm::StringRef(known->spelling).starts_with("rt::")
                          ? llvm::StringRef(libraryName(callee))
                          : known->spelling);
  }
  bool isKnown = false;
  const ir::Expr *found = linkIteratorCall(*this, use, isUsed, isKnown);
  if (!isKnown && usesLinkIterator(*this, use))
    return callByName(*this, use, isUsed);
  if (!isKnown)
    found = iteratorCall(*this, use, isUsed, isKnown);
  if (!isKnown)
    found = containerCall(*this, use, isUsed, isKnown);
  if (!isKnown)
    found = algorithmCall(*this, use, isUsed, isKnown);
  if (!isKnown)
    found = appliedAlgorithm(*this, use, isUsed, isKnown);
  if (!isKnown && isUsed)
    found = textCall(*this, use, isKnown);
  return isKnown ? found : callByName(*this, use, isUsed);
}
