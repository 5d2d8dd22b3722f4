// Containers, smart pointers, pairs: their elements are places, what is asked
// of them and what changes them has forms of its own (IR/Library.def).
#include "LibraryCalls.h"
#include "LinkIterators.h"
#include "Optionals.h"
#include "Tuples.h"

using namespace regtt;
using namespace regtt::toir;
using llvm::dyn_cast;
using llvm::isa;

static const ir::LibraryType *containerOf(Body &body, const LibraryUse &use) {
  if (!use.object || !use.method)
    return nullptr;
  return llvm::dyn_cast_or_null<ir::LibraryType>(body.type(use.objectType()));
}

//===--- Places -----------------------------------------------------------===//

/// The element at an index or a key.
static const ir::Place *elementPlace(Body &body, const LibraryUse &use,
                                     const ir::LibraryType *type) {
  const bool isMap = ir::keyOf(type) != nullptr;
  const clang::Expr *index = use.arguments[0];
  const auto parts = body.sequence(
      {{use.object, [&] { return body.make.reference(use.objectPlace(body)); }},
       {index,
        [&] { return isMap ? body.copied(index, false) : body.value(index); }}},
      Order::Given);
  return body.make.element(body.make.pointee(parts[0]), parts[1]);
}

/// The first or the last character.
static const ir::Place *borderOfText(Body &body, const LibraryUse &use,
                                     const ir::LibraryType *type) {
  const bool isText = type->name == "std::basic_string" ||
                      type->name == "std::basic_string_view";
  if (!isText || !use.arguments.empty() ||
      (use.name != "front" && use.name != "back"))
    return nullptr;
  const ir::Place *text = use.objectPlace(body);
  const ir::Type *number = body.unit.module.intType(ir::IntType::U64);
  return body.make.element(
      text, use.name == "front"
                ? body.make.integer(number, 0)
                : body.make.binary(ir::BinaryOp::Sub,
                                   body.make.read(ir::ReadOp::Size, text),
                                   body.make.integer(number, 1)));
}

/// The element that `std::get<1>` names.
static const ir::Place *part(Body &body, const LibraryUse &use, bool &isKnown) {
  if (use.arguments.size() == 1)
    if (const ir::Place *found = tuplePart(body, use, isKnown); isKnown)
      return found;
  const auto *arguments = use.callee->getTemplateSpecializationArgs();
  if (!arguments || use.arguments.size() != 1 ||
      arguments->get(0).getKind() != clang::TemplateArgument::Integral)
    return nullptr;
  const auto *type = llvm::dyn_cast_or_null<ir::LibraryType>(
      body.type(use.arguments[0]->getType()));
  const int64_t index = arguments->get(0).getAsIntegral().getExtValue();
  if (!type || (type->name != "std::pair" && type->name != "std::array"))
    return nullptr;
  isKnown = true;
  const ir::Place *whole = body.place(use.arguments[0]);
  if (type->name == "std::pair")
    return body.make.member(whole, index == 0 ? "first" : "second");
  return body.make.element(
      whole,
      body.make.integer(body.unit.module.intType(ir::IntType::I64), index));
}

/// `v = w`: a store.
static const ir::Place *assigned(Body &body, const LibraryUse &use,
                                 bool &isKnown) {
  const auto *method = use.method;
  const bool isWhole = method && (method->isCopyAssignmentOperator() ||
                                  method->isMoveAssignmentOperator());
  if (!isWhole || !use.object)
    return nullptr;
  isKnown = true;
  if (assignsItself(use.arguments[0]->getType()))
    return body.refuse(use.e, ownAssignment);
  const ir::Expr *right =
      body.copied(use.arguments[0], method->isMoveAssignmentOperator());
  const ir::Place *left = nullptr;
  const ir::BlockStatement *effects =
      body.capture([&] { left = use.objectPlace(body); });
  if (!effects->statements.empty())
    right = body.pin(right);
  body.splice(effects);
  if (!left || !right)
    return nullptr;
  if (left->type != right->type)
    return body.refuse(use.e, "an assignment of another type");
  left = body.pin(left);
  body.emit(body.unit.module.store(left, right, body.at(body.make.loc)));
  return left;
}

const ir::Place *Body::libraryPlace(const clang::CallExpr *e,
                                    const clang::FunctionDecl *callee) {
  const LibraryUse use(e, callee);
  bool isKnown = false;
  if (!use.object) {
    const bool passes = llvm::is_contained<llvm::StringRef>(
        {"move", "forward", "as_const", "move_if_noexcept"}, use.name);
    if (passes && use.arguments.size() == 1 && callee->isInStdNamespace())
      return place(use.arguments[0]);
    if (use.name == "get")
      if (const ir::Place *found = part(*this, use, isKnown); isKnown)
        return found;
  }
  if (const ir::Place *found = optionalPlace(*this, use, isKnown); isKnown)
    return found;
  if (const ir::Place *found = linkIteratorPlace(*this, use, isKnown); isKnown)
    return found;
  if (const ir::Place *found = assigned(*this, use, isKnown); isKnown)
    return found;
  if (usesLinkIterator(*this, use))
    return nullptr;
  if (const ir::Place *found = iteratorPlace(*this, use, isKnown); isKnown)
    return found;
  const ir::LibraryType *type = containerOf(*this, use);
  if (!type)
    return nullptr;
  const bool isMap = ir::keyOf(type) != nullptr;
  const bool indexes = use.operation == clang::OO_Subscript && !isMap;
  const bool isAt = use.name == "at";
  if (ir::elementOf(type) && use.arguments.size() == 1 &&
      (indexes || (isAt && (isThere(*this, use) || isAskedByHost(*this)))))
    return elementPlace(*this, use, type);
  if (const ir::Place *border = borderOfText(*this, use, type))
    return border;
  if (use.arguments.empty() && ir::memberOf(type, use.name))
    return make.member(use.objectPlace(*this), use.name);
  const bool follows = use.operation == clang::OO_Star || use.name == "get" ||
                       (use.name == "value" && isAskedByHost(*this)) ||
                       isa<clang::CXXConversionDecl>(use.method);
  if (use.arguments.empty() && ir::followedFrom(type) && follows &&
      use.callee->getReturnType()->isReferenceType())
    return make.deref(use.objectPlace(*this));
  return nullptr;
}

//===--- What is asked ----------------------------------------------------===//

static std::optional<ir::ReadOp> readOf(const LibraryUse &use,
                                        const ir::LibraryType *type) {
  if (use.arguments.size() == 1 && use.name == "contains" &&
      type->name != "std::basic_string")
    return ir::ReadOp::Contains;
  if (!use.arguments.empty())
    return std::nullopt;
  if (use.name == "size" || use.name == "length")
    return ir::ReadOp::Size;
  if (use.name == "empty")
    return ir::ReadOp::Empty;
  if (use.name == "has_value")
    return ir::ReadOp::HasValue;
  if ((use.name == "data" || use.name == "c_str") && ir::elementOf(type))
    return ir::ReadOp::Data;
  if (use.name == "get" && ir::followedFrom(type))
    return ir::ReadOp::Get;
  if (isa<clang::CXXConversionDecl>(use.method) && ir::followedFrom(type))
    return type->name == "std::optional" ? ir::ReadOp::HasValue
                                         : ir::ReadOp::Get;
  return std::nullopt;
}

bool toir::isSmartPointer(clang::QualType type) {
  type = type.getNonReferenceType();
  const auto *record = type->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (!record || !isLibraryType(type))
    return false;
  if (record->getName() != "unique_ptr")
    return record->getName() == "shared_ptr";
  // A deleter says what the pointer is: a class of the user's, it may be.
  return llvm::any_of(record->methods(), [](const auto *method) {
    return method->getIdentifier() && method->getName() == "get" &&
           method->getReturnType()->isPointerType();
  });
}

/// `p == nullptr`, `p == q` of smart pointers.
static const ir::Expr *compared(Body &body, const LibraryUse &use,
                                bool &isKnown) {
  if (use.object || use.arguments.size() != 2 ||
      (use.operation != clang::OO_EqualEqual &&
       use.operation != clang::OO_ExclaimEqual))
    return nullptr;
  const auto pointerOf = [&](const clang::Expr *e) -> const ir::LibraryType * {
    return isSmartPointer(e->getType())
               ? llvm::dyn_cast_or_null<ir::LibraryType>(
                     body.type(e->getType()))
               : nullptr;
  };
  const clang::Expr *a = use.arguments[0], *b = use.arguments[1];
  if (!pointerOf(a) && !pointerOf(b))
    return nullptr;
  if ((!pointerOf(a) && !a->getType()->isNullPtrType()) ||
      (!pointerOf(b) && !b->getType()->isNullPtrType()))
    return nullptr;
  isKnown = true;
  const auto *type = pointerOf(a) ? pointerOf(a) : pointerOf(b);
  const ir::Type *raw = body.unit.module.pointerTo(ir::followedFrom(type));
  const auto lower = [&](const clang::Expr *e) -> const ir::Expr * {
    return pointerOf(e) ? body.make.read(ir::ReadOp::Get, body.place(e))
                        : body.unit.module.null(raw);
  };
  const auto sides = body.sequence(
      {{a, [&] { return lower(a); }}, {b, [&] { return lower(b); }}},
      Order::Open);
  return body.make.binary(use.operation == clang::OO_EqualEqual
                              ? ir::BinaryOp::Eq
                              : ir::BinaryOp::Ne,
                          sides[0], sides[1]);
}

//===--- What is changed --------------------------------------------------===//

static std::optional<ir::ChangeOp> changeOf(const LibraryUse &use,
                                            bool isUsed) {
  using C = ir::ChangeOp;
  const size_t count = use.arguments.size();
  if (use.name == "push_back" || use.name == "push")
    return count == 1 ? std::optional(C::Push) : std::nullopt;
  if (use.name == "push_front")
    return count == 1 ? std::optional(C::PushFront) : std::nullopt;
  if (use.name == "pop_back" || use.name == "pop")
    return C::Pop;
  if (use.name == "pop_front")
    return C::PopFront;
  if (use.name == "clear")
    return C::Clear;
  if (use.name == "resize")
    return C::Resize;
  if (use.name == "reserve")
    return count == 1 ? std::optional(C::Reserve) : std::nullopt;
  if (use.name == "assign" && !isUsed)
    return C::Assign;
  if (use.name == "insert" && !isUsed)
    return C::Insert;
  if (use.name == "erase" && !isUsed)
    return C::Erase;
  return std::nullopt;
}

/// Whether a new element is made of numbers alone: of one that it is, or of two
/// that a pair of such has.
static bool makesNumbers(const LibraryUse &use, const ir::Type *element) {
  const auto isNumber = [](const ir::Type *type) {
    return type && (type->isInt() || type->isFloat() || type->isBool());
  };
  const auto *pair = dyn_cast<ir::LibraryType>(element);
  const bool isPair = pair && pair->name == "std::pair";
  return llvm::all_of(use.arguments,
                      [](const clang::Expr *given) {
                        return given->getType()->isArithmeticType();
                      }) &&
         (isPair
              ? use.arguments.size() == 2 && isNumber(pair->typeArgument(0)) &&
                    isNumber(pair->typeArgument(1))
              : use.arguments.size() == 1 && isNumber(element));
}

/// Whether it puts one element at the end, or where the order says, that is
/// made of its arguments: an element, or numbers.
static bool isEmplaced(Body &body, const LibraryUse &use,
                       const ir::LibraryType *type) {
  const ir::Type *element = type->typeArgument(0);
  const bool isPut = type->name == "std::priority_queue"
                         ? use.name == "emplace"
                         : use.name == "emplace_back";
  if (!isPut || !element)
    return false;
  const bool isOne = use.arguments.size() == 1 &&
                     body.type(use.arguments[0]->getType()) == element;
  return isOne || makesNumbers(use, element);
}

static const ir::Expr *converted(Body &body, const ir::Type *type,
                                 const ir::Expr *e) {
  if (!e || e->type == type)
    return e;
  if (type->isBool())
    return body.make.cast(ir::CastOp::ToBool, type, e);
  const bool isFloat = e->type->isFloat();
  if (type->isFloat())
    return body.make.cast(
        isFloat ? ir::CastOp::FloatToFloat : ir::CastOp::IntToFloat, type, e);
  return body.make.cast(isFloat ? ir::CastOp::FloatToInt : ir::CastOp::IntToInt,
                        type, e);
}

/// The element that `values` make.
static const ir::Expr *madeElement(Body &body, const ir::Type *element,
                                   std::vector<const ir::Expr *> values) {
  const auto *pair = dyn_cast<ir::LibraryType>(element);
  if (values.size() == 1 && values[0] && values[0]->type == element)
    return values[0];
  if (!pair)
    return converted(body, element, values[0]);
  for (unsigned k = 0; k < 2; ++k)
    values[k] = converted(body, pair->typeArgument(k), values[k]);
  return body.make.library("std::pair", element, values);
}

/// Whether elements that are in the container get the values of others.
static bool assignsElements(const LibraryUse &use, ir::ChangeOp op) {
  return op == ir::ChangeOp::Assign || op == ir::ChangeOp::Insert ||
         op == ir::ChangeOp::Erase ||
         use.method->getParent()->getName() == "priority_queue";
}

static void change(Body &body, const LibraryUse &use, ir::ChangeOp op,
                   bool isEmplaced) {
  if (assignsElements(use, op) &&
      assignsItself({use.method->getParent()->getTypeForDecl(), 0})) {
    body.refuse(use.e, ownAssignment);
    return;
  }
  std::vector<Operand> operands = {
      {use.object, [&] { return body.make.reference(use.objectPlace(body)); }}};
  for (unsigned k = 0; k < use.arguments.size(); ++k) {
    const clang::Expr *given = use.arguments[k];
    const bool isMove =
        k < use.callee->getNumParams() &&
        use.callee->getParamDecl(k)->getType()->isRValueReferenceType();
    operands.push_back(
        {given, [=, &body] { return body.copied(given, isMove); }});
  }
  auto values = body.sequence(operands, Order::ObjectFirst);
  auto *made = body.unit.module.make<ir::ContainerChangeStatement>(
      body.at(body.make.loc));
  made->op = op;
  made->container = body.make.pointee(values[0]);
  made->arguments.assign(values.begin() + 1, values.end());
  if (isEmplaced)
    made->arguments = {madeElement(
        body, containerOf(body, use)->typeArgument(0), made->arguments)};
  made->order = orderOf(body, use);
  if (made->container && !llvm::is_contained(values, nullptr) &&
      !llvm::is_contained(made->arguments, nullptr))
    body.emit(made);
}

const ir::Expr *regtt::toir::containerCall(Body &body, const LibraryUse &use,
                                           bool isUsed, bool &isKnown) {
  if (const ir::Expr *found = compared(body, use, isKnown); isKnown)
    return found;
  const ir::LibraryType *type = containerOf(body, use);
  if (!type)
    return nullptr;
  if (use.operation == clang::OO_Arrow && ir::followedFrom(type)) {
    isKnown = true;
    return type->name == "std::optional"
               ? body.make.address(body.make.deref(use.objectPlace(body)))
               : body.make.read(ir::ReadOp::Get, use.objectPlace(body));
  }
  if (use.arguments.empty() && use.name != "" && ir::memberOf(type, use.name) &&
      !use.callee->getReturnType()->isReferenceType()) {
    isKnown = true;
    return body.make.load(body.make.member(use.objectPlace(body), use.name));
  }
  if (const auto op = readOf(use, type)) {
    isKnown = true;
    const ir::Place *object = use.objectPlace(body);
    std::vector<const ir::Expr *> arguments;
    for (const clang::Expr *given : use.arguments)
      arguments.push_back(body.copied(given, false));
    const ir::Expr *found = body.make.read(*op, object, arguments);
    const ir::Type *wanted = body.type(use.callee->getReturnType());
    if (found && wanted && wanted->isBool() && !found->type->isBool())
      return body.make.cast(ir::CastOp::ToBool, wanted, found);
    if (found && wanted && wanted != found->type)
      return body.make.cast(found->type->isPointer() ? ir::CastOp::PtrToPtr
                                                     : ir::CastOp::IntToInt,
                            wanted, found);
    return found;
  }
  const bool emplaces = !isUsed && isEmplaced(body, use, type);
  const auto op =
      emplaces ? std::optional(ir::ChangeOp::Push) : changeOf(use, isUsed);
  if (!op)
    return nullptr;
  isKnown = true;
  change(body, use, *op, emplaces);
  return nullptr;
}
