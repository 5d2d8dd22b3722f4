// What a traversal reaches by the loop variable that it is handed: `px[i]`,
// `queries[i].coord[k]`, `out[K * i + j]`, `table[i][j]`. Each such array is an
// operand of the loop; its elements are one iteration's own.
#include "FunctionLowering.h"
#include "QueryOperands.h"

using namespace regtt;
using namespace clang;

/// The variable, bound to the loop variable's value, that `e` names.
const VarDecl *FunctionLowering::indexVariable(const Expr *e) const {
  const VarDecl *var = namedVariable(e);
  const auto role = function.roles.find(var);
  return var && role != function.roles.end() &&
                 role->second.kind == Role::Object &&
                 role->second.base == Base::Query &&
                 role->second.number == iterationNumber
             ? var
             : nullptr;
}

/// What the host file calls the array `base`, which all iterations share.
std::optional<std::string> FunctionLowering::arrayText(const Expr *base,
                                                       const ValueDecl *&decl) {
  base = base->IgnoreParenImpCasts();
  if (const auto *name = dyn_cast<DeclRefExpr>(base)) {
    const auto *var = dyn_cast<VarDecl>(name->getDecl());
    decl = var;
    if (!var)
      return std::nullopt;
    const auto role = function.roles.find(var);
    if (role != function.roles.end()) {
      llvm::StringRef prefix = role->second.hostPrefix;
      if (role->second.kind != Role::Shared ||
          !(prefix.consume_back("->") || prefix.consume_back(".")))
        return std::nullopt;
      return prefix.str();
    }
    if (!var->hasGlobalStorage() || var->isStaticLocal())
      return std::nullopt;
    return hostName(var, name->getLocation());
  }
  if (const auto *member = dyn_cast<MemberExpr>(base)) {
    decl = member->getMemberDecl();
    const auto place = object(member);
    if (place && place->shared)
      return place->hostText;
  }
  return std::nullopt;
}

/// The constant K of an index that is a sum with `K * i` in it, and the rest of
/// the sum (null: nothing); 0 if it is no such sum.
static int sliceAt(const Expr *index, const VarDecl *var, ASTContext &context,
                   const Expr *&rest) {
  rest = nullptr;
  if (const int factor = multipleOf(index, var, context))
    return factor;
  const auto *sum = dyn_cast<BinaryOperator>(plain(index));
  if (!sum || !sum->isAdditiveOp())
    return 0;
  const auto binary = [&](const Expr *left, const Expr *right) {
    return BinaryOperator::Create(context, const_cast<Expr *>(left),
                                  const_cast<Expr *>(right), sum->getOpcode(),
                                  sum->getType(), VK_PRValue, OK_Ordinary,
                                  sum->getOperatorLoc(), FPOptionsOverride());
  };
  const bool minus = sum->getOpcode() == BO_Sub;
  const Expr *left = sum->getLHS(), *right = sum->getRHS();
  if (const int factor = sliceAt(left, var, context, rest)) {
    if (rest)
      rest = binary(rest, right);
    else if (!minus)
      rest = right;
    else
      rest = UnaryOperator::Create(context, const_cast<Expr *>(right), UO_Minus,
                                   sum->getType(), VK_PRValue, OK_Ordinary,
                                   sum->getOperatorLoc(), false,
                                   FPOptionsOverride());
    return factor;
  }
  const int factor = minus ? 0 : sliceAt(right, var, context, rest);
  if (factor)
    rest = rest ? binary(left, rest) : left;
  return factor;
}

static const VarDecl *mentionedIndex(
    const Expr *e,
    llvm::function_ref<const VarDecl *(const Expr *)> indexVariable) {
  if (const VarDecl *var = indexVariable(e))
    return var;
  for (const clang::Stmt *child : e->children())
    if (const auto *inner = dyn_cast_or_null<Expr>(child))
      if (const VarDecl *var = mentionedIndex(inner, indexVariable))
        return var;
  return nullptr;
}

/// `base[index]`, or what the pointer there leads to.
std::optional<FunctionLowering::Place>
FunctionLowering::ownElement(const Expr *base, const Expr *index,
                             QualType element, bool indirect) {
  const VarDecl *var =
      mentionedIndex(index, [&](const Expr *e) { return indexVariable(e); });
  if (!var)
    return std::nullopt;
  const Expr *rest = nullptr;
  const int factor = sliceAt(index, var, builder.context, rest);
  const ValueDecl *decl = nullptr;
  const auto text = factor ? arrayText(base, decl) : std::nullopt;
  if (!text || element.isVolatileQualified())
    return std::nullopt;
  QueryOperand operand;
  operand.array = decl;
  operand.name = decl->getNameAsString();
  operand.indirect = indirect;
  operand.byParameter = true;
  operand.wraps = factor > 1 && wrapsIn32(index, builder.context);
  const std::string times = factor == 1 ? "" : std::to_string(factor) + " * ";
  operand.elementText = *text + "[" + times + "regtt_first]";
  operand.text = operand.name + "[" + times +
                 builder.model.loop.var->getNameAsString() + "]";
  Place result;
  result.base = Base::Query;
  result.type = indirect ? element->getPointeeType() : element;
  operand.type = result.type.getUnqualifiedType();
  operand.prefix = operand.text + (indirect ? "->" : ".");
  if (rest)
    if (const auto at = rest->getIntegerConstantExpr(builder.context);
        at && (*at < 0 || *at >= factor))
      return std::nullopt; // another iteration's
  if (factor > 1) {
    if (indirect || !(element->isArithmeticType() || element->isEnumeralType()))
      return std::nullopt;
    operand.extent = factor;
    operand.type = builder.context.getConstantArrayType(
        operand.type, llvm::APInt(64, factor), nullptr,
        ArraySizeModifier::Normal, 0);
    // `out[K * i]` is the first of the iteration's.
    result.parts.push_back(
        {rest ? rest
              : IntegerLiteral::Create(builder.context, llvm::APInt(32, 0),
                                       builder.context.IntTy, SourceLocation()),
         nullptr});
  } else if (rest) {
    return std::nullopt; // another iteration's
  }
  if (factor > 1 || !operand.type->isRecordType())
    result.datum = operand.type;
  result.number = addOperand(builder.model.loop, std::move(operand));
  return result;
}

std::optional<FunctionLowering::Place>
FunctionLowering::ownElement(const Expr *e, bool indirect) {
  if (traversal.indexType.isNull() ||
      (indirect && !e->getType()->isPointerType()))
    return std::nullopt;
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e))
    return ownElement(subscript->getBase(), subscript->getIdx(), e->getType(),
                      indirect);
  const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
  if (op && op->getOperator() == OO_Subscript && op->getNumArgs() == 2 &&
      isContiguous(op->getArg(0)->getType()))
    return ownElement(op->getArg(0), op->getArg(1), e->getType(), indirect);
  const auto *sum = dyn_cast<BinaryOperator>(e);
  if (indirect && sum && sum->getOpcode() == BO_Add)
    return ownElement(sum->getLHS(), sum->getRHS(),
                      e->getType()->getPointeeType(), false);
  return std::nullopt;
}
