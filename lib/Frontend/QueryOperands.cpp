#include "QueryOperands.h"

#include "Identity.h"
#include "LoopBody.h"

using namespace regtt;
using namespace clang;

int regtt::multipleOf(const Expr *index, const VarDecl *var,
                      const ASTContext &context) {
  if (namedVariable(index) == var)
    return 1;
  const auto *product = dyn_cast<BinaryOperator>(plain(index));
  if (!product || product->getOpcode() != BO_Mul)
    return 0;
  const Expr *factor = nullptr;
  if (namedVariable(product->getRHS()) == var)
    factor = product->getLHS();
  else if (namedVariable(product->getLHS()) == var)
    factor = product->getRHS();
  if (!factor)
    return 0;
  const auto value = factor->getIntegerConstantExpr(context);
  return value && *value > 0 && value->getActiveBits() < 31
             ? static_cast<int>(value->getExtValue())
             : 0;
}

bool regtt::wrapsIn32(const Expr *index, const ASTContext &context) {
  bool wraps = false;
  walkExpr(index, [&](const Expr *e) {
    const auto *op = dyn_cast<BinaryOperator>(e);
    wraps |= op && op->getType()->isUnsignedIntegerType() &&
             context.getTypeSize(op->getType()) < 64;
  });
  return wraps;
}

unsigned regtt::addOperand(QueryLoop &loop, QueryOperand operand) {
  const ASTContext &context = loop.var->getASTContext();
  for (unsigned i = 0; i < loop.operands.size(); ++i)
    if (isSameOperand(context, loop.operands[i], operand))
      return i;
  loop.operands.push_back(std::move(operand));
  return loop.operands.size() - 1;
}

QualType regtt::operandDatum(const QueryLoop &loop, unsigned operand,
                             const PathSteps &steps) {
  if (!steps.empty() && steps.back().kind == PathStep::Deref)
    return steps[steps.size() - 2].field->getType()->getPointeeType();
  if (!steps.empty())
    return steps.back().field->getType().getUnqualifiedType();
  return operand >= firstScratch ? loop.scratch[operand - firstScratch].type
                                 : loop.operands[operand].type;
}

static std::string fieldNames(const PathSteps &steps, llvm::StringRef between) {
  std::string text;
  for (const PathStep &step : steps)
    if (step.field && !step.field->getName().empty())
      text +=
          (text.empty() ? "" : between.str()) + step.field->getNameAsString();
  return text;
}

/// Whether the datum is a pointer: what is held of it depends on its use.
static bool isPointerTo(const PathSteps &steps) {
  return !steps.empty() && steps.back().field &&
         steps.back().field->getType()->isPointerType();
}

QueryOperand regtt::operandOf(const QueryLoop &loop, unsigned number) {
  QueryOperand operand;
  if (number == iterationNumber)
    operand.text = operand.name = loop.var ? loop.var->getNameAsString() : "";
  else if (number >= firstScratch)
    operand.text = operand.name = loop.scratch[number - firstScratch].name;
  else
    return loop.operands[number];
  operand.prefix = operand.text + ".";
  return operand;
}

unsigned regtt::addScratch(QueryLoop &loop, QualType type,
                           llvm::StringRef name) {
  loop.scratch.push_back({type.getUnqualifiedType(), name.str()});
  return firstScratch + static_cast<unsigned>(loop.scratch.size()) - 1;
}

/// What a datum of the operand is called by: in a query program no parameter
/// gives it a name.
static std::string nameOf(const QueryOperand &operand) {
  if (operand.name.empty())
    return operand.array ? operand.array->getNameAsString() : "value";
  return operand.name;
}

unsigned regtt::queryPath(Model &model, unsigned number, const PathSteps &steps,
                          SourceLocation loc, QualType type, bool address) {
  auto &paths = model.traversal.paths;
  for (unsigned i = 0; i < paths.size(); ++i)
    if (paths[i].base == Base::Query && paths[i].number == number &&
        paths[i].steps == steps && paths[i].address == address &&
        !(isPointerTo(steps) && !type.isNull() &&
          type.getCanonicalType() != paths[i].type.getCanonicalType()))
      return i;
  const QueryOperand operand = operandOf(model.loop, number);
  Path result;
  result.base = Base::Query;
  result.number = number;
  result.steps = steps;
  result.type = number == iterationNumber ? model.traversal.indexType
                : !type.isNull()          ? type
                                 : operandDatum(model.loop, number, steps);
  result.address = address;
  result.firstUse = loc;
  const auto taken = [&](const std::string &name) {
    return llvm::any_of(paths, [&](const Path &other) {
      return other.base == Base::Query && other.name == name;
    });
  };
  if (steps.empty()) {
    result.text = operand.text;
    result.name = nameOf(operand);
  } else {
    result.text = operand.prefix + fieldNames(steps, ".");
    result.name = fieldNames(steps, "_");
    // Of several objects with one field each of that name.
    if (taken(result.name) && number > 0)
      result.name = nameOf(operand) + "_" + result.name;
  }
  if (address) {
    result.text =
        "&" + (steps.empty() ? objectOfPrefix(operand.prefix) : result.text);
    result.name = steps.empty() ? "address" : result.name + "_address";
  }
  const std::string base = result.name;
  for (int suffix = 2; taken(result.name); ++suffix)
    result.name = base + "_" + std::to_string(suffix);
  paths.push_back(result);
  return paths.size() - 1;
}

void regtt::nameQuery(Model &model) {
  Traversal &traversal = model.traversal;
  traversal.queryName = "query";
  if (model.loop.operands.size() != 1 ||
      !model.loop.operands[0].type->isRecordType())
    return;
  traversal.queryType = model.loop.operands[0].type;
  if (!model.loop.operands[0].name.empty())
    traversal.queryName = model.loop.operands[0].name;
}

namespace {

using Found = LocatedPart;

class OperandFinder {
public:
  explicit OperandFinder(Builder &builder)
      : builder(builder), loop(builder.model.loop) {}

  /// What the lvalue `e` denotes.
  std::optional<Found> object(const Expr *e) {
    bool copied = false;
    auto found = aliased(standsFor(builder, e, &copied));
    if (found)
      found->copied |= copied;
    return found;
  }

  /// What the pointer `e` points at.
  std::optional<Found> pointee(const Expr *e) {
    return aliasedPointee(standsFor(builder, e));
  }

private:
  std::optional<Found> aliased(const Expr *e) {
    if (loop.form == QueryLoop::Range && !loop.scattered &&
        namedVariable(e) == loop.var)
      return rangeElement();
    if (const auto *member = dyn_cast<MemberExpr>(e)) {
      const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
      auto base = member->isArrow() ? pointee(member->getBase())
                                    : object(member->getBase());
      // Of a union's members one may be written and another read.
      if (!base || !field || field->isBitField() || !owns(base->type, field) ||
          field->getParent()->isUnion() || base->operand.extent != 0)
        return std::nullopt;
      base->steps.push_back({PathStep::Field, field});
      base->type = field->getType();
      return base;
    }
    if (const auto *star = dyn_cast<UnaryOperator>(e);
        star && star->getOpcode() == UO_Deref)
      return pointee(star->getSubExpr());
    if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
        op && op->getOperator() == OO_Star)
      return pointee(op->getArg(0));
    return element(e);
  }

  std::optional<Found> aliasedPointee(const Expr *e) {
    if (loop.form == QueryLoop::Elements && !loop.scattered &&
        namedVariable(e) == loop.var)
      return elementOfLoop(e->getType());
    if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
        op && op->getOperator() == OO_Arrow)
      return pointee(op->getArg(0));
    if (const auto *address = dyn_cast<UnaryOperator>(e);
        address && address->getOpcode() == UO_AddrOf) {
      const Expr *of = plain(address->getSubExpr());
      if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(of)) {
        if (auto found = arrayAt(subscript->getBase(), subscript->getIdx()))
          return found;
        const auto index =
            subscript->getIdx()->getIntegerConstantExpr(builder.context);
        if (index && *index == 0)
          return pointee(subscript->getBase());
      }
      if (const auto *op = dyn_cast<CXXOperatorCallExpr>(of);
          op && op->getOperator() == OO_Subscript && op->getNumArgs() == 2 &&
          isContiguous(op->getArg(0)->getType()) && op->isLValue() &&
          loop.form == QueryLoop::Counted && multiple(op->getArg(1)) > 1)
        return at(op->getArg(0), op->getArg(1), op->getType());
      return object(of);
    }
    if (const auto *sum = dyn_cast<BinaryOperator>(e);
        sum && sum->getOpcode() == BO_Add) {
      if (auto found = arrayAt(sum->getLHS(), sum->getRHS()))
        return found;
      return arrayAt(sum->getRHS(), sum->getLHS());
    }
    auto found = object(e);
    if (!found || found->type->isArrayType())
      return found; // decays to its first element
    // Only an array of pointers is followed, no pointer in an object.
    if (!found->type->isPointerType() || !found->steps.empty() ||
        found->operand.extent != 0)
      return std::nullopt;
    found->operand.indirect = true;
    found->copied = false;
    found->operand.prefix = found->operand.text + "->";
    found->type = found->type->getPointeeType();
    found->operand.type = found->type.getUnqualifiedType();
    return found;
  }

  /// What the loop's pointer or iterator of type `type` leads to.
  std::optional<Found> elementOfLoop(QualType type) {
    if (!type->isPointerType()) {
      // An iterator's argument: that of its pointer.
      const auto *record =
          dyn_cast<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
      type = record ? record->getTemplateArgs()[0].getAsType() : QualType();
      if (type.isNull() || !type->isPointerType())
        return std::nullopt;
    }
    return named("*regtt_first", "*" + loop.var->getNameAsString(),
                 type->getPointeeType());
  }

  /// The loop's variable, an element or a copy of one.
  std::optional<Found> rangeElement() {
    const QualType type = loop.var->getType();
    if (!builder.context.hasSameUnqualifiedType(type.getNonReferenceType(),
                                                loop.elementType))
      return std::nullopt; // converted
    auto found = named("*regtt_first", loop.var->getNameAsString(),
                       type.getNonReferenceType());
    found->copied = !type->isReferenceType();
    return found;
  }

  std::optional<Found> named(const char *element, const std::string &text,
                             QualType type) {
    if (type.isVolatileQualified())
      return std::nullopt;
    Found found;
    found.type = type;
    found.operand.elementText = element;
    found.operand.text = text;
    found.operand.type = type.getUnqualifiedType();
    found.operand.prefix = text + ".";
    return found;
  }

  /// Fields of a base class lie elsewhere in the object.
  static bool owns(QualType type, const FieldDecl *field) {
    const RecordDecl *record = type->getAsRecordDecl();
    return record && declaresSameEntity(record, field->getParent());
  }

  /// `a[i]` of an array, a pointer or a contiguous library container.
  std::optional<Found> element(const Expr *e) {
    if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e)) {
      auto found = arrayAt(subscript->getBase(), subscript->getIdx());
      return found && found->operand.extent == 0 ? found : std::nullopt;
    }
    const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
    if (!op || op->getOperator() != OO_Subscript || op->getNumArgs() != 2)
      return std::nullopt;
    const QualType container = op->getArg(0)->getType();
    if (!isContiguous(container) || !op->isLValue() ||
        loop.form != QueryLoop::Counted || multiple(op->getArg(1)) != 1)
      return std::nullopt;
    return at(op->getArg(0), op->getArg(1), op->getType());
  }

  /// The element, or the elements side by side, that `base + index` is.
  std::optional<Found> arrayAt(const Expr *base, const Expr *index) {
    const QualType type = base->getType();
    if (multiple(index) == 0 || loop.form != QueryLoop::Counted ||
        !type->isPointerType())
      return std::nullopt;
    return at(base, index, type->getPointeeType());
  }

  int multiple(const Expr *index) {
    return multipleOf(standsFor(builder, index), loop.var, builder.context);
  }

  std::optional<Found> at(const Expr *base, const Expr *subscript,
                          QualType type) {
    const int factor = multiple(subscript);
    const Expr *array = base->IgnoreParenImpCasts();
    const std::string text = hostText(builder, array);
    if (text.empty() || !isInvariant(builder, base) ||
        type.isVolatileQualified())
      return std::nullopt;
    const std::string index = factor == 1 ? "" : std::to_string(factor) + " * ";
    Found found;
    found.type = type;
    if (factor > 1) {
      // Numbers side by side are one datum; of structs every one would be.
      if (!type->isArithmeticType() && !type->isEnumeralType())
        return std::nullopt;
      found.operand.extent = factor;
      found.operand.wraps =
          wrapsIn32(standsFor(builder, subscript), builder.context);
      found.type = builder.context.getConstantArrayType(
          type, llvm::APInt(64, factor), nullptr, ArraySizeModifier::Normal, 0);
    }
    const bool name = isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr>(array);
    found.operand.elementText =
        (name ? text : "(" + text + ")") + "[" + index + "regtt_first]";
    found.operand.text = text + "[" + index + loop.var->getNameAsString() + "]";
    found.operand.type = found.type.getUnqualifiedType();
    found.operand.container = array;
    if (const auto *name = dyn_cast<DeclRefExpr>(array))
      found.operand.array = name->getDecl();
    else if (const auto *member = dyn_cast<MemberExpr>(array))
      found.operand.array = member->getMemberDecl();
    found.operand.prefix = found.operand.text + ".";
    return found;
  }

  Builder &builder;
  QueryLoop &loop;
};

} // namespace

HostRead LocatedPart::place() const {
  HostRead result;
  result.text = operand.elementText;
  result.varies = true;
  result.extent = operand.extent;
  result.wraps = operand.wraps;
  if (steps.empty())
    return result;
  result.element = operand.elementText;
  if (result.element[0] == '*')
    result.text = "(" + result.element + ")";
  for (const PathStep &step : steps)
    if (!step.field->getName().empty())
      result.text += "." + step.field->getNameAsString();
  return result;
}

std::optional<LocatedPart> regtt::locateOperand(Builder &builder,
                                                const Expr *e) {
  return OperandFinder(builder).object(e);
}

std::optional<LocatedPart> regtt::locatePointee(Builder &builder,
                                                const Expr *e) {
  return OperandFinder(builder).pointee(e);
}

std::optional<OperandPart>
regtt::findOperand(Builder &builder, const Expr *argument, bool byPointer) {
  OperandFinder finder(builder);
  auto found = byPointer ? finder.pointee(argument) : finder.object(argument);
  if (!found)
    return std::nullopt;
  const unsigned number =
      addOperand(builder.model.loop, std::move(found->operand));
  return OperandPart{number, std::move(found->steps), found->type,
                     found->copied};
}
