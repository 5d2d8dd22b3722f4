// The library's tuples. One of values is a struct, laid out as the library has
// it, whose fields are its parts, the last one first in memory:
//
//     std::tuple<int, double>  ->  struct { part1: f64 @0, part0: i32 @8 }
//
// What std::tie makes is no object here: it is looked at part by part.
//
//     std::tie(a, b) < std::tie(c, d)  ->  orelse(lt(%a, %c), ...)
//     std::tie(n, s) = f();            ->  let %t = call @f()
//                                          store %n = load %t.part0 ...
//     auto &[x, y] = c ? std::tie(a, b) : std::tie(b, a);
//                                      ->  let %x: ref = select(%c, refof %a,
//                                      ..
#include "Tuples.h"
#include "Files.h"

#include "regtt/Frontend/LocalTypes.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecordLayout.h>

using namespace regtt;
using namespace regtt::toir;
using clang::QualType;
using llvm::dyn_cast;
using llvm::isa;
using llvm::isa_and_nonnull;

//===--- Types ------------------------------------------------------------===//

bool regtt::toir::isTuple(QualType type) {
  const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         record->getName() == "tuple" &&
         isa<clang::ClassTemplateSpecializationDecl>(record);
}

static std::vector<QualType> partTypes(const clang::RecordDecl *tuple) {
  std::vector<QualType> result;
  const auto &list = llvm::cast<clang::ClassTemplateSpecializationDecl>(tuple)
                         ->getTemplateArgs();
  for (const clang::TemplateArgument &argument : list.asArray())
    if (argument.getKind() == clang::TemplateArgument::Pack)
      for (const clang::TemplateArgument &each : argument.pack_elements())
        result.push_back(each.getAsType());
  return result;
}

/// Where in `record` the library keeps part number `index`: in a base by the
/// name of _Head_base; nothing: it is not known.
static std::optional<uint64_t> offsetOfPart(const clang::ASTContext &context,
                                            const clang::CXXRecordDecl *record,
                                            uint64_t index) {
  const auto &layout = context.getASTRecordLayout(record);
  for (const clang::CXXBaseSpecifier &base : record->bases()) {
    const auto *of =
        llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
            base.getType()->getAsCXXRecordDecl());
    if (!of || base.isVirtual())
      return std::nullopt;
    const uint64_t at = layout.getBaseClassOffset(of).getQuantity();
    if (of->getName() != "_Head_base") {
      if (const auto inside = offsetOfPart(context, of, index))
        return at + *inside;
      continue;
    }
    const clang::TemplateArgument &number = of->getTemplateArgs().get(0);
    if (number.getKind() != clang::TemplateArgument::Integral ||
        number.getAsIntegral() != index)
      continue;
    // What is empty is a base of it, and lies nowhere.
    return of->getNumBases() == 0 && !of->field_empty()
               ? std::optional(
                     at + context.getASTRecordLayout(of).getFieldOffset(0) / 8)
               : std::nullopt;
  }
  return std::nullopt;
}

static bool isPlainValue(const clang::ASTContext &context, QualType type) {
  return !type.hasQualifiers() && !type->isReferenceType() &&
         (type->isArithmeticType() || type->isEnumeralType() ||
          type->isPointerType() ||
          (type->isRecordType() && !isLibraryType(type) &&
           type.isTriviallyCopyableType(context)));
}

const ir::Type *Types::tuple(const clang::RecordDecl *record,
                             clang::SourceLocation loc) {
  const auto *definition =
      llvm::dyn_cast_or_null<clang::CXXRecordDecl>(record->getDefinition());
  const QualType type = unit.context.getRecordType(record);
  if (!definition || !isTuple(type) || unit.files.any())
    return nullptr;
  const std::vector<QualType> parts = partTypes(definition);
  ir::StructBody body;
  for (size_t k = parts.size(); k-- > 0;) {
    const auto offset = offsetOfPart(unit.context, definition, k);
    const bool isNested = isTuple(parts[k]) && !parts[k]->isReferenceType() &&
                          isa_and_nonnull<ir::StructType>(of(parts[k], loc));
    if (!offset || (!isNested && !isPlainValue(unit.context, parts[k])))
      return nullptr;
    ir::Field field;
    field.name = "part" + std::to_string(k);
    field.type = of(parts[k], loc);
    field.offset = *offset;
    const bool isBehind =
        body.fields.empty() || body.fields.back().offset < *offset;
    if (!field.type || !isBehind)
      return nullptr;
    body.fields.push_back(std::move(field));
  }
  if (body.fields.empty())
    return nullptr;
  return ofLibrary(definition, std::move(body));
}

const ir::Field *regtt::toir::tupleField(const ir::Type *type, size_t index) {
  const auto *record = llvm::dyn_cast_or_null<ir::StructType>(type);
  if (!record || !record->isComplete() || index >= record->fields().size())
    return nullptr;
  return &record->fields()[record->fields().size() - 1 - index];
}

//===--- Values -----------------------------------------------------------===//

static bool isNumber(const ir::Type *type) {
  return type->isInt() || type->isFloat() || type->isBool();
}

static const ir::Place *temporary(Body &body, const ir::Expr *value) {
  ir::Module &module = body.unit.module;
  const ir::Location at = body.at(body.make.loc);
  const ir::Variable *made =
      module.variable(ir::Variable::Local, "t", value->type, at);
  body.emit(module.var(made, value, at));
  return body.make.place(made);
}

const ir::Expr *
regtt::toir::makeTuple(Body &body, const ir::StructType *type,
                       llvm::ArrayRef<const ir::Expr *> values) {
  const size_t count = type->fields().size();
  if (values.empty())
    return body.unit.zero(type);
  std::vector<const ir::Expr *> parts(values.begin(), values.end());
  if (const auto *other = values.size() == 1 && count != 1 && values[0]
                              ? dyn_cast<ir::StructType>(values[0]->type)
                              : nullptr;
      other && other->fields().size() == count) {
    const ir::Place *from = temporary(body, values[0]);
    parts.clear();
    for (size_t k = 0; k < count; ++k)
      parts.push_back(
          body.make.load(body.make.field(from, tupleField(other, k))));
  }
  if (parts.size() != count)
    return nullptr;
  for (size_t k = 0; k < count; ++k)
    if (!(parts[k] = convertedTo(body, tupleField(type, k)->type, parts[k])))
      return nullptr;
  std::reverse(parts.begin(), parts.end());
  return body.make.aggregate(type, parts);
}

//===--- Parts ------------------------------------------------------------===//

static const clang::Expr *bare(const clang::Expr *e) {
  for (;;) {
    const clang::Expr *inner = e->IgnoreParens();
    if (const auto *full = dyn_cast<clang::FullExpr>(inner))
      inner = full->getSubExpr();
    else if (const auto *made =
                 dyn_cast<clang::MaterializeTemporaryExpr>(inner))
      inner = made->getSubExpr();
    else if (const auto *bound = dyn_cast<clang::CXXBindTemporaryExpr>(inner))
      inner = bound->getSubExpr();
    else if (const auto *cast = dyn_cast<clang::ImplicitCastExpr>(inner);
             cast && cast->getCastKind() == clang::CK_NoOp)
      inner = cast->getSubExpr();
    else if (const auto *copy = dyn_cast<clang::CXXConstructExpr>(inner);
             copy && copy->getNumArgs() == 1 &&
             copy->getConstructor()->isCopyOrMoveConstructor() &&
             copy->getArg(0)->isPRValue())
      inner = copy->getArg(0);
    if (inner == e)
      return e;
    e = inner;
  }
}

using Parts = std::optional<std::vector<const ir::Expr *>>;

/// Those of a choice, if making either of the two does nothing.
static Parts partsOfChoice(Body &body, const clang::ConditionalOperator *e) {
  const ir::Expr *condition = body.pin(body.condition(e->getCond()));
  Parts either[2];
  const ir::BlockStatement *effects = body.capture([&] {
    either[0] = partsOfTuple(body, e->getTrueExpr());
    either[1] = partsOfTuple(body, e->getFalseExpr());
  });
  if (!condition || !effects->statements.empty() || !either[0] || !either[1] ||
      either[0]->size() != either[1]->size())
    return std::nullopt;
  std::vector<const ir::Expr *> result;
  for (size_t k = 0; k < either[0]->size(); ++k) {
    const ir::Expr *whenTrue = (*either[0])[k], *whenFalse = (*either[1])[k];
    if (whenTrue->type != whenFalse->type)
      return std::nullopt;
    result.push_back(body.make.select(condition, whenTrue, whenFalse));
  }
  return result;
}

Parts regtt::toir::partsOfTuple(Body &body, const clang::Expr *e) {
  const clang::Expr *inner = bare(e);
  if (const auto *choice = dyn_cast<clang::ConditionalOperator>(inner);
      choice && choice->isPRValue())
    return partsOfChoice(body, choice);
  const auto *call = dyn_cast<clang::CallExpr>(inner);
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (callee && callee->isInStdNamespace() && callee->getIdentifier() &&
      callee->getName() == "tie") {
    std::vector<Operand> operands;
    for (const clang::Expr *each : call->arguments())
      operands.push_back(
          {each, [&body, each] { return body.reference(each); }});
    const auto result = body.sequence(operands, Order::Open);
    if (llvm::is_contained(result, nullptr))
      return std::nullopt;
    return result;
  }
  const auto *type =
      llvm::dyn_cast_or_null<ir::StructType>(body.type(inner->getType()));
  if (!type || !isTuple(inner->getType()))
    return std::nullopt;
  const ir::Place *whole = nullptr;
  if (inner->isGLValue()) {
    const ir::Expr *object = body.reference(inner);
    whole = object ? body.pin(body.make.pointee(object)) : nullptr;
  } else if (const ir::Expr *value = body.value(inner)) {
    whole = temporary(body, value);
  }
  if (!whole)
    return std::nullopt;
  std::vector<const ir::Expr *> result;
  for (size_t k = 0; k < type->fields().size(); ++k)
    result.push_back(
        body.make.reference(body.make.field(whole, tupleField(type, k))));
  return result;
}

const ir::Place *regtt::toir::tuplePart(Body &body, const LibraryUse &use,
                                        bool &isKnown) {
  const auto *arguments = use.callee->getTemplateSpecializationArgs();
  const QualType type = use.arguments[0]->getType();
  if (!arguments || !isTuple(type) || !isa<ir::StructType>(body.type(type)))
    return nullptr;
  const clang::TemplateArgument &named = arguments->get(0);
  std::optional<uint64_t> index;
  if (named.getKind() == clang::TemplateArgument::Integral)
    index = named.getAsIntegral().getExtValue();
  else if (named.getKind() == clang::TemplateArgument::Type)
    for (const auto &[k, part] : llvm::enumerate(
             partTypes(type.getNonReferenceType()->getAsCXXRecordDecl())))
      if (body.unit.context.hasSameType(part, named.getAsType()))
        index = k;
  if (!index)
    return nullptr;
  isKnown = true;
  const ir::Place *whole = body.place(use.arguments[0]);
  return whole ? body.make.field(whole, tupleField(whole->type, *index))
               : nullptr;
}

//===--- Calls ------------------------------------------------------------===//

/// std::ignore
static bool isIgnored(const ir::Expr *part) {
  const auto *library =
      llvm::dyn_cast_or_null<ir::LibraryType>(ir::pointeeOf(part->type));
  return library && library->name == "std::_Swallow_assign";
}

/// `std::tie(a, b) = f()`: one part after the other.
static bool assign(Body &body, const LibraryUse &use) {
  const Parts from = partsOfTuple(body, use.arguments[0]);
  const Parts to = from ? partsOfTuple(body, use.object) : std::nullopt;
  if (!to || to->size() != from->size())
    return false;
  for (size_t k = 0; k < to->size(); ++k) {
    if (isIgnored((*to)[k]))
      continue;
    const ir::Place *place = body.make.pointee((*to)[k]);
    const ir::Expr *value = convertedTo(
        body, place->type, body.make.load(body.make.pointee((*from)[k])));
    if (!value || (!isNumber(place->type) && !place->type->isEnum() &&
                   !place->type->isPointer()))
      return false;
    body.emit(body.unit.module.store(place, value, body.at(body.make.loc)));
  }
  return true;
}

const ir::Expr *regtt::toir::tupleCall(Body &body, const LibraryUse &use,
                                       bool isUsed, bool &isKnown) {
  if (use.operation == clang::OO_Equal && use.object && !isUsed &&
      isTuple(use.object->getType()) && use.arguments.size() == 1 &&
      isTuple(use.arguments[0]->getType())) {
    // A whole of the same type is stored as any value.
    const ir::Type *type = body.type(use.object->getType());
    if (!type || (isa<ir::StructType>(type) &&
                  type == body.type(use.arguments[0]->getType())))
      return nullptr;
    const ir::BlockStatement *made =
        body.capture([&] { isKnown = assign(body, use); });
    if (isKnown)
      body.splice(made);
    return nullptr;
  }
  if (use.name == "make_tuple" && use.callee->isInStdNamespace() && isUsed) {
    const auto *type = llvm::dyn_cast_or_null<ir::StructType>(
        body.type(use.callee->getReturnType()));
    if (!type)
      return nullptr;
    isKnown = true;
    std::vector<Operand> operands;
    for (const clang::Expr *each : use.arguments)
      operands.push_back(
          {each, [&body, each] { return body.copied(each, false); }});
    const ir::Expr *made =
        makeTuple(body, type, body.sequence(operands, Order::Open));
    return made ? made : body.refuse(use.e, "a tuple of such values");
  }
  return nullptr;
}

const ir::Expr *regtt::toir::tupleComparison(Body &body,
                                             clang::OverloadedOperatorKind kind,
                                             const clang::Expr *a,
                                             const clang::Expr *b) {
  const ir::Expr *result = nullptr;
  const ir::BlockStatement *made = body.capture([&] {
    const Parts left = partsOfTuple(body, a);
    const Parts right = left ? partsOfTuple(body, b) : std::nullopt;
    result = right ? comparisonOfParts(body, kind, *left, *right) : nullptr;
  });
  if (result)
    body.splice(made);
  return result;
}
