// Expressions of the user's body, in the terms of the records.
#include "ExprPrinter.h"

#include "regtt/Model/Constants.h"
#include "regtt/Model/Layout.h"
#include "regtt/Model/Links.h"
#include "regtt/Model/Walk.h"

#include <clang/AST/DeclTemplate.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/raw_ostream.h>

using namespace regtt;
using namespace clang;

std::optional<std::string> ExprPrinter::carried(const Expr *e) {
  if (!onRope)
    return std::nullopt;
  const auto *name = dyn_cast<DeclRefExpr>(e);
  for (const Capture &capture : traversal.captures)
    if ((capture.var && name && name->getDecl() == capture.var) ||
        (!capture.var && capture.value == e))
      return "rope." + safeName(capture.name);
  return std::nullopt;
}

std::string ExprPrinter::print(const Expr *e) {
  if (const auto *parens = dyn_cast<ParenExpr>(e))
    return "(" + print(parens->getSubExpr()) + ")";
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(e);
      cast && cast->getCastKind() == CK_LValueToRValue && !carried(e) &&
      !carried(cast->getSubExpr()->IgnoreParens()))
    if (const auto element = chosenElement(cast->getSubExpr()))
      return *element;
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(e))
    return cast->getCastKind() == CK_IntegralCast ? promoted(cast)
                                                  : print(cast->getSubExpr());
  if (const auto rope = carried(e))
    return *rope;
  if (const auto host = onHostOnly(e))
    return *host;
  if (const auto kept = function.results.find(e);
      kept != function.results.end())
    return local(kept->second);
  if (const auto test = function.folded.find(e); test != function.folded.end())
    return test->second ? "true" : "false";
  if (const auto test = linkTest(e, false); !test.empty())
    return llvm::StringRef(test).contains(' ') ? "(" + test + ")" : test;
  if (const auto size = function.listSizes.find(e);
      size != function.listSizes.end())
    return size->second.isEmpty
               ? "(" + childCount() + " == 0)"
               : "static_cast<std::size_t>(" + childCount() + ")";
  if (const auto found = function.accesses.find(e);
      found != function.accesses.end())
    return access(found->second);
  if (const auto found = function.elements.find(e);
      found != function.elements.end())
    return number(found->second);
  if (const auto found = function.uniforms.find(e);
      found != function.uniforms.end())
    return "u." + safeName(traversal.uniforms[found->second].name);

  if (const auto *wrapped = dyn_cast<ExprWithCleanups>(e))
    return print(wrapped->getSubExpr());
  if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(e))
    return print(temporary->getSubExpr());
  if (const auto *wrapped = dyn_cast<ConstantExpr>(e))
    return print(wrapped->getSubExpr());
  if (isa<SubstNonTypeTemplateParmExpr, UnaryExprOrTypeTraitExpr>(e))
    return constant(e);
  if (const auto *argument = dyn_cast<CXXDefaultArgExpr>(e))
    return print(argument->getExpr());
  if (const auto *number = dyn_cast<IntegerLiteral>(e))
    return integer(llvm::APSInt(number->getValue(),
                                number->getType()->isUnsignedIntegerType()),
                   e->getType());
  if (const auto *number = dyn_cast<FloatingLiteral>(e))
    return real(number->getValue(), e->getType());
  if (isa<CharacterLiteral, CXXBoolLiteralExpr>(e))
    return constant(e);
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(e))
    return "0"; // pointers are numbers
  if (const auto *ref = dyn_cast<DeclRefExpr>(e))
    return name(ref);
  if (const auto value = structValue(e))
    return *value;
  if (const auto *op = dyn_cast<BinaryOperator>(e))
    return binary(op);
  if (const auto *op = dyn_cast<UnaryOperator>(e))
    return unary(op);
  if (const auto *called = dyn_cast<CallExpr>(e))
    return call(called);
  if (const auto *choice = dyn_cast<ConditionalOperator>(e))
    return condition(choice->getCond(), false) + " ? " +
           chosen(choice->getTrueExpr()) + " : " +
           chosen(choice->getFalseExpr());
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e))
    return print(subscript->getBase()) + "[" + print(subscript->getIdx()) + "]";
  if (const auto *cast = dyn_cast<BuiltinBitCastExpr>(e))
    return "std::bit_cast<" + values.spell(cast->getType()) + ">(" +
           print(cast->getSubExpr()) + ")";
  if (const auto *cast = dyn_cast<ExplicitCastExpr>(e))
    return cast->isGLValue() // to the same object
               ? print(cast->getSubExpr())
               : converted(cast->getType(), cast->getSubExpr());
  return constant(e);
}

std::optional<std::string> ExprPrinter::onHostOnly(const Expr *e) {
  if (const auto value = firstValue(e))
    return value;
  if (!onHost)
    return std::nullopt;
  if (const auto child = function.children.find(e);
      child != function.children.end()) {
    const SlotGroup &group = traversal.slots[child->second.group];
    // Else it is printed as it stands.
    if (group.form == SlotGroup::Fields) {
      const std::string text =
          names.groups[0] + ".children." + safeName(group.name);
      return child->second.index ? text + "[" + print(child->second.index) + "]"
                                 : text;
    }
    // A number that tests alone mention has no data of its own any more. Not
    // for what the number is made of: `(int)n.next` of `n.next`.
    bool isPart = false;
    if (group.form == SlotGroup::Computed)
      walkExpr(group.value, [&](const Expr *part) { isPart |= part == e; });
    if (group.form == SlotGroup::Computed && !child->second.index && !isPart)
      return "(" + print(group.value) + ")";
  }
  return std::nullopt;
}

/// What a local is initialised with, where only that is to be had.
std::optional<std::string> ExprPrinter::firstValue(const Expr *e) {
  const auto *name = dyn_cast<DeclRefExpr>(e);
  const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  if (!firstValues || !var || !var->isLocalVarDecl() || !var->getInit() ||
      !function.roles.count(var) || function.accesses.count(e))
    return std::nullopt;
  const Expr *init = var->getInit()->IgnoreParenImpCasts();
  if (init->getType().getUnqualifiedType() ==
      var->getType().getUnqualifiedType())
    return isa<MemberExpr, CallExpr>(init) ? print(init)
                                           : "(" + print(init) + ")";
  return "static_cast<" + values.spell(var->getType().getUnqualifiedType()) +
         ">(" + print(var->getInit()) + ")";
}

std::string ExprPrinter::numberTest(const NumberTest &test,
                                    const std::string &name) {
  const auto *comparison = dyn_cast<BinaryOperator>(test.cond);
  if (!comparison || test.cond == test.number)
    return name + (test.whenPresent ? " != 0" : " == 0");
  const bool left = comparison->getLHS()->IgnoreParenImpCasts() == test.number;
  BinaryOperatorKind op = comparison->getOpcode();
  if (!left)
    op = BinaryOperator::reverseComparisonOp(op);
  if (!test.whenPresent)
    op = BinaryOperator::negateComparisonOp(op);
  return name + " " + BinaryOperator::getOpcodeStr(op).str() + " " +
         print(left ? comparison->getRHS() : comparison->getLHS());
}

std::string ExprPrinter::promoted(const ImplicitCastExpr *cast) {
  const Expr *e = cast->getSubExpr();
  const auto *enumeration = e->getType()->getAs<EnumType>();
  const QualType type = cast->getType().getUnqualifiedType();
  if (!enumeration)
    return print(e);
  if (const auto *name = dyn_cast<DeclRefExpr>(e->IgnoreParens()))
    if (const auto *constant = dyn_cast<EnumConstantDecl>(name->getDecl())) {
      llvm::APSInt value =
          constant->getInitVal().extOrTrunc(ast.getTypeSize(type));
      value.setIsSigned(type->isSignedIntegerType());
      return integer(value, type);
    }
  QualType underlying = enumeration->getDecl()->getIntegerType();
  if (ast.isPromotableIntegerType(underlying))
    underlying = ast.getPromotedIntegerType(underlying);
  if (ast.hasSameUnqualifiedType(underlying, type))
    return print(e);
  return "static_cast<" + values.spell(type) + ">(" + print(e) + ")";
}

/// What ?: chooses. A bit-field that C promotes is converted by name: g++ would
/// give ?: the type that the field is declared with.
std::string ExprPrinter::chosen(const Expr *e) {
  const auto *cast = dyn_cast<ImplicitCastExpr>(e->IgnoreParens());
  const bool promotes =
      !ast.getLangOpts().CPlusPlus && cast &&
      cast->getCastKind() == CK_IntegralCast &&
      cast->getSubExpr()->IgnoreParenImpCasts()->getSourceBitField();
  return promotes ? "static_cast<" + values.spell(cast->getType()) + ">(" +
                        print(e) + ")"
                  : print(e);
}

std::string ExprPrinter::as(QualType type, const Expr *e) {
  const std::string text = print(e);
  if (isa<InitListExpr>(e->IgnoreParenImpCasts()) ||
      ast.hasSameUnqualifiedType(type, e->IgnoreParenImpCasts()->getType()))
    return text;
  return "static_cast<" + values.spell(type.getUnqualifiedType()) + ">(" +
         text + ")";
}

std::string ExprPrinter::linkTest(const Expr *e, bool negated) {
  if (const auto same = function.sameChildren.find(e);
      same != function.sameChildren.end())
    return link(same->second.left) +
           (same->second.whenSame != negated ? " == " : " != ") +
           link(same->second.right);
  const auto test = function.nullTests.find(e);
  if (test == function.nullTests.end() || onHost)
    return "";
  const bool present = test->second.whenPresent != negated;
  const auto child = function.children.find(test->second.link);
  if (child == function.children.end() ||
      (traversal.list() && child->second.index))
    return link(test->second.link) + (present ? " != " : " == ") + "rt::none";
  if (traversal.list())
    return childCount() + (present ? " != 0" : " == 0");
  return (present ? "" : "!") + names.groups[0] + ".children.has(" +
         slot(child->second) + ")";
}

std::string ExprPrinter::condition(const Expr *e, bool negated) {
  const Expr *test = e->IgnoreParenImpCasts();
  if (const std::string text = linkTest(test, negated);
      !text.empty() && !function.folded.count(test) && !carried(test))
    return text;
  if (const auto size = function.listSizes.find(test);
      size != function.listSizes.end() && size->second.isEmpty &&
      !carried(test))
    return childCount() + (negated ? " != 0" : " == 0");
  const auto *op = dyn_cast<BinaryOperator>(test);
  std::string text = op && isAsLogical(op) ? logical(op, true) : print(e);
  return negated ? "!(" + text + ")" : text;
}

std::string ExprPrinter::integer(const llvm::APSInt &value, QualType type) {
  if (value.getBitWidth() > 64) { // there are no literals of so many bits
    const llvm::APInt low = value.trunc(64), high = value.lshr(64).trunc(64);
    const std::string spelled = values.spell(type.getUnqualifiedType());
    return "static_cast<" + spelled + ">(static_cast<unsigned __int128>(" +
           std::to_string(high.getZExtValue()) + "ull) << 64 | " +
           std::to_string(low.getZExtValue()) + "ull)";
  }
  llvm::SmallString<24> digits;
  value.toString(digits, 10, value.isSigned());
  std::string text = digits.str().str();
  // The most negative value has no literal of its own.
  if (value.isSigned() && value.isMinSignedValue() &&
      value.getBitWidth() >= 32) {
    llvm::SmallString<24> above;
    llvm::APSInt(value + llvm::APInt(value.getBitWidth(), 1), false)
        .toString(above, 10, true);
    text = above.str().str();
  }
  QualType plain = type.getCanonicalType();
  if (const auto *enumeration = plain->getAs<EnumType>())
    plain = enumeration->getDecl()->getIntegerType().getCanonicalType();
  if (plain->isSpecificBuiltinType(BuiltinType::UInt))
    text += "u";
  else if (plain->isSpecificBuiltinType(BuiltinType::Long))
    text += "l";
  else if (plain->isSpecificBuiltinType(BuiltinType::ULong))
    text += "ul";
  else if (plain->isSpecificBuiltinType(BuiltinType::LongLong))
    text += "ll";
  else if (plain->isSpecificBuiltinType(BuiltinType::ULongLong))
    text += "ull";
  if (value.isSigned() && value.isMinSignedValue() && value.getBitWidth() >= 32)
    text += " - 1";
  if (value.isNegative())
    text = "(" + text + ")";
  // Narrower types have no literals.
  const bool literalType = ast.getTypeSize(plain) >= ast.getTypeSize(ast.IntTy);
  return literalType
             ? text
             : "static_cast<" + values.spell(type.getUnqualifiedType()) + ">(" +
                   text + ")";
}

/// The fewest decimal digits that give `value` back.
static std::string shortest(const llvm::APFloat &value) {
  llvm::SmallString<32> digits;
  for (unsigned precision = 1; precision <= 17; ++precision) {
    digits.clear();
    value.toString(digits, precision, /*FormatMaxPadding=*/4);
    if (llvm::APFloat(value.getSemantics(), digits).bitwiseIsEqual(value))
      break;
  }
  return digits.str().str();
}

/// The usual one by its name, any other by its bits; without the sign.
static std::string notANumber(const llvm::APFloat &value,
                              const std::string &type) {
  const llvm::APInt bits = llvm::abs(value).bitcastToAPInt();
  const llvm::APFloat usual = llvm::APFloat::getQNaN(value.getSemantics());
  if (bits == usual.bitcastToAPInt())
    return "std::numeric_limits<" + type + ">::quiet_NaN()";
  llvm::SmallString<24> digits;
  bits.toString(digits, 16, /*Signed=*/false);
  return "std::bit_cast<" + type + ">(0x" + digits.str().str() +
         (bits.getBitWidth() > 32 ? "ul)" : "u)");
}

std::string ExprPrinter::real(const llvm::APFloat &value, QualType type) {
  const bool isFloat = type->isSpecificBuiltinType(BuiltinType::Float);
  const std::string spelled = isFloat ? "float" : "double";
  std::string text;
  if (value.isInfinity())
    text = "std::numeric_limits<" + spelled + ">::infinity()";
  else if (value.isNaN())
    text = notANumber(value, spelled);
  if (!text.empty())
    return value.isNegative() ? "(-" + text + ")" : text;
  text = shortest(value);
  if (text.find_first_of(".eE") == std::string::npos)
    text += ".0";
  if (isFloat)
    text += "f";
  return value.isNegative() ? "(" + text + ")" : text;
}

std::string ExprPrinter::literal(const APValue &value, QualType type) {
  if (value.isFloat())
    return real(value.getFloat(), type);
  if (type->isBooleanType())
    return value.getInt().getBoolValue() ? "true" : "false";
  return integer(value.getInt(), type);
}

std::string ExprPrinter::constant(const Expr *e) {
  const auto value = constantValue(e, ast);
  return value ? literal(*value, e->getType()) : notPrinted(e);
}

std::string ExprPrinter::notPrinted(const Expr *e) {
  values.notPrinted(e);
  return "0";
}

std::string ExprPrinter::access(const Access &access) {
  const Path &path = traversal.paths[access.path];
  std::string text;
  if (path.base == Base::Query) {
    text = names.query;
  } else if (path.base == Base::Node) {
    text = datum(access.path);
  } else {
    text = "arrays." + safeName(traversal.arrays[path.number].name) + "[" +
           number(access.element) + "]";
  }
  if (path.base != Base::Node && !path.name.empty()) // else it as a whole
    text += "." + safeName(path.name);
  if (path.bitField())
    text += ".value";
  // What is emitted for an enumeration would be promoted by its bits.
  if (path.bitField() && path.type->isEnumeralType() && !access.written)
    return "static_cast<" + values.spell(path.type) + ">(" + text + ")";
  for (const Selector &part : access.parts)
    text += part.index ? "[" + print(part.index) + "]"
                       : "." + values.fieldName(part.field);
  return access.isEmpty ? "(" + text + " == 0)" : text;
}

std::string ExprPrinter::datum(unsigned path) const {
  std::string text;
  if (traversal.paths[path].base == Base::Query)
    text = names.query;
  else if (ofSource)
    return names.groups[0] + "." + safeName(traversal.paths[path].name);
  for (unsigned i = 0; i < traversal.groups.size(); ++i)
    if (llvm::is_contained(traversal.groups[i].paths, path))
      text = names.groups[i];
  if (onHost && llvm::is_contained(traversal.hostPaths, path))
    text = names.groups[0] + ".children";
  return text + "." + safeName(traversal.paths[path].name);
}

std::string ExprPrinter::extent(const DataArray &array) {
  std::string text;
  for (const ExtentTerm &term : array.extent) {
    std::string leaf;
    if (term.path >= 0) {
      leaf = datum(term.path);
      if (traversal.paths[term.path].bitField())
        leaf += ".value";
      for (const Selector &part : term.parts)
        leaf += "." + values.fieldName(part.field);
    } else if (term.uniform >= 0) {
      leaf = "u." + safeName(traversal.uniforms[term.uniform].name);
    }
    leaf = leaf.empty() ? std::to_string(term.number)
                        : "static_cast<rt::Index>(" + leaf + ")";
    if (text.empty())
      text = leaf;
    else if (term.op == '*')
      text = "(" + text + ") * " + leaf;
    else
      text += std::string(" ") + term.op + " " + leaf;
  }
  return text;
}

std::string ExprPrinter::number(const ElementRef &element) {
  std::string text = element.fromThis ? "element" : "";
  const DataArray &array = traversal.arrays[element.array];
  if (!array.isShared() && !element.from && !element.fromThis)
    text = datum(array.start);
  if (array.row >= 0 && !element.from && !element.fromThis)
    text = "rt::Index(" + datum(array.row) + ")";
  if (element.from) {
    text = local(element.from);
    if (onRope)
      for (const Capture &capture : traversal.captures)
        if (capture.var == element.from)
          text = "rope." + safeName(capture.name);
  }
  if (text.empty() && element.offsets.empty())
    return "0";
  const bool several = !text.empty() || element.offsets.size() > 1;
  for (const Expr *offset : element.offsets) {
    std::string index = print(offset);
    const Expr *plain = offset->IgnoreImpCasts();
    if (several && isa<BinaryOperator, ConditionalOperator>(plain))
      index = "(" + index + ")";
    // Each is a number of its own type: the sum must not overflow in theirs.
    if ((several && text.empty()) || isa<OpaqueValueExpr>(plain))
      index = "rt::Index(" + index + ")";
    text += (text.empty() ? "" : " + ") + index;
  }
  return text;
}

std::string ExprPrinter::name(const DeclRefExpr *e) {
  if (isa<BindingDecl>(e->getDecl()))
    return local(e->getDecl());
  const auto *var = dyn_cast<VarDecl>(e->getDecl());
  const auto role = function.roles.find(var);
  if (!var || role == function.roles.end())
    return constant(e);
  return variable(var);
}

std::string ExprPrinter::variable(const VarDecl *var) const {
  const Role &role = function.roles.find(var)->second;
  if (role.kind == Role::Arg) {
    const Arg &arg = traversal.args[role.index];
    return arg.reassigned || argsAreLocal ? local(var)
                                          : "args." + safeName(arg.name);
  }
  if (role.kind == Role::Uniform)
    return "u." + safeName(traversal.uniforms[role.index].name);
  return local(var);
}

std::string ExprPrinter::binary(const BinaryOperator *e) {
  if (const auto [var, value] = linkSet(function, e); var)
    return link(e->getLHS()) + " = " + link(value);
  if (const auto assignment = chosenAssignment(e))
    return *assignment;
  if (e->isLogicalOp())
    return logical(e, false);
  return print(e->getLHS()) + " " + e->getOpcodeStr().str() + " " +
         print(e->getRHS());
}

/// Whether nothing else is known of `a && b` or `a || b` than its operands.
bool ExprPrinter::isAsLogical(const BinaryOperator *e) const {
  return e->isLogicalOp() && !function.folded.count(e) &&
         !function.accesses.count(e) && !function.uniforms.count(e) &&
         !(onRope && llvm::any_of(traversal.captures, [&](const Capture &c) {
             return !c.var && c.value == e;
           }));
}

/// Whether `e`, which stands where a truth value is wanted, is 0 or 1 as it is
/// printed.
static bool isTruthValue(const Expr *e) {
  e = e->IgnoreParenImpCasts();
  const auto *binary = dyn_cast<BinaryOperator>(e);
  const auto *unary = dyn_cast<UnaryOperator>(e);
  return e->getType()->isBooleanType() ||
         (binary && (binary->isComparisonOp() || binary->isLogicalOp())) ||
         (unary && unary->getOpcode() == UO_LNot);
}

/// A side that is known for a node that is there drops out. What is left is as
/// true as the whole, and the same number only if it is a truth value.
std::string ExprPrinter::logical(const BinaryOperator *e, bool isCondition) {
  const bool isOr = e->getOpcode() == BO_LOr;
  const std::string left = print(e->getLHS()), right = print(e->getRHS());
  const std::string neutral = isOr ? "false" : "true";
  if (left != neutral && right != neutral)
    return left + (isOr ? " || " : " && ") + right;
  const std::string &text = left == neutral ? right : left;
  return isCondition ||
                 isTruthValue(left == neutral ? e->getRHS() : e->getLHS())
             ? text
             : "static_cast<bool>(" + text + ")";
}

/// An operator ahead of its operand: `- -x` and `+ +x` are not steps.
static std::string prefixed(llvm::StringRef op, const std::string &operand) {
  const bool merges = !operand.empty() && operand[0] == op.back();
  return (op + (merges ? " " : "") + operand).str();
}

/// C, and C++ up to 2014, count truth values up and down: up is always true,
/// down the other one in C.
std::optional<std::string> ExprPrinter::truthStep(const UnaryOperator *e) {
  const Expr *operand = e->getSubExpr();
  if (!e->isIncrementDecrementOp() || !operand->getType()->isBooleanType())
    return std::nullopt;
  const std::string text = print(operand);
  const std::string next = e->isIncrementOp() ? "true" : "!" + text;
  return e->isPostfix() ? "std::exchange(" + text + ", " + next + ")"
                        : "(" + text + " = " + next + ")";
}

std::string ExprPrinter::unary(const UnaryOperator *e) {
  if (e->getOpcode() == UO_Extension)
    return print(e->getSubExpr());
  if (const auto step = truthStep(e))
    return *step;
  const std::string operand = print(e->getSubExpr());
  const std::string op = UnaryOperator::getOpcodeStr(e->getOpcode()).str();
  return e->isPostfix() ? operand + op : prefixed(op, operand);
}

std::string ExprPrinter::call(const CallExpr *e) {
  if (const auto helper = function.helperCalls.find(e);
      helper != function.helperCalls.end())
    return helperCall(e, *traversal.helpers[helper->second]);
  if (const auto called = function.containerCalls.find(e);
      called != function.containerCalls.end())
    return containerCall(e, called->second);
  if (const auto library = function.libraryCalls.find(e);
      library != function.libraryCalls.end())
    return libraryCall(e, library->second);
  // Of structs as a whole, and of smart pointers.
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
      op &&
      (op->getOperator() == OO_Equal || op->getOperator() == OO_EqualEqual ||
       op->getOperator() == OO_ExclaimEqual))
    return print(op->getArg(0)) + " " + getOperatorSpelling(op->getOperator()) +
           " " + print(op->getArg(1));
  return constant(e);
}

std::string ExprPrinter::libraryCall(const CallExpr *e,
                                     llvm::StringRef spelling) {
  if (spelling == "std::swap" && e->getNumArgs() == 2 &&
      linkElement(function, e->getArg(0)).array)
    return "std::swap(" + link(e->getArg(0)) + ", " + link(e->getArg(1)) + ")";
  if (spelling == "rt::fail")
    return "rt::fail()"; // what it would say stays with the user's program
  std::string text;
  for (unsigned k = 0; k < e->getNumArgs(); ++k) {
    // The overload is chosen by the argument's type: keep the one that the
    // user's call has chosen. Type-generic builtins declare no parameters.
    const FunctionDecl *callee = e->getDirectCallee();
    const QualType wanted =
        k < callee->getNumParams()
            ? callee->getParamDecl(k)->getType().getNonReferenceType()
            : e->getArg(k)->getType();
    const auto *record = wanted->getAsCXXRecordDecl();
    const bool braces = record && record->isInStdNamespace() &&
                        record->getIdentifier() &&
                        record->getName() == "initializer_list";
    text += (k ? ", " : "") +
            (braces ? print(e->getArg(k)) : as(wanted, e->getArg(k)));
  }
  return spelling.empty() ? text : spelling.str() + "(" + text + ")";
}

/// `q.heap.push(hit, [](const Hit &a, const Hit &b) { return nearer(a, b); })`
std::string ExprPrinter::containerCall(const CallExpr *e,
                                       const ContainerCall &called) {
  const Path &path =
      traversal.paths[function.accesses.find(called.object)->second.path];
  const QualType element = elementType(path);
  std::vector<std::string> arguments;
  for (unsigned k = isa<CXXOperatorCallExpr>(e) ? 1 : 0; k < e->getNumArgs();
       ++k)
    arguments.push_back(print(e->getArg(k)));
  const std::string object = print(called.object);
  if (called.method == "[]")
    return object + "[" + llvm::join(arguments, ", ") + "]";
  if (called.makesElement) {
    const auto *pair = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        element->getAsCXXRecordDecl());
    for (unsigned k = 0; k < arguments.size(); ++k)
      arguments[k] = as(pair ? pair->getTemplateArgs()[k].getAsType() : element,
                        e->getArg(k));
    if (pair)
      arguments = {values.spell(element) + "(" + llvm::join(arguments, ", ") +
                   ")"};
  }
  if (!called.order.empty())
    arguments.push_back(called.order + "()");
  if (called.orderHelper >= 0) {
    const Function &order = *traversal.helpers[called.orderHelper];
    const auto token = operatorToken(order);
    const std::string name = functionName(order);
    const std::string type = "const " + values.spell(element) + " &";
    const std::string a = freeName("a"), b = freeName("b");
    arguments.push_back(
        "[](" + type + a + ", " + type + b + ") { return " +
        (token ? a + " " + *token + " " + b : name + "(" + a + ", " + b + ")") +
        "; }");
  }
  return object + "." + called.method + "(" + llvm::join(arguments, ", ") + ")";
}

/// Whether a struct of the library's is among the values that `helper` takes,
/// so that its name would be looked up there, too.
static bool takesLibraryStruct(const Function &helper) {
  const auto isLibrarys = [](const RecordDecl *record) {
    return record && record->isInStdNamespace();
  };
  for (unsigned k = 0; k < helper.paramRoles.size(); ++k) {
    QualType type =
        helper.decl->getParamDecl(k)->getType().getNonReferenceType();
    if (type->isPointerType())
      type = type->getPointeeType();
    if (helper.paramRoles[k].kind == Role::Value &&
        isLibrarys(type->getAsRecordDecl()))
      return true;
  }
  return takesSelf(helper) &&
         isLibrarys(cast<CXXMethodDecl>(helper.decl)->getParent());
}

std::string ExprPrinter::helperCall(const Expr *e, const Function &helper) {
  std::vector<std::string> arguments;
  bool queryDone = !helper.usesQuery, groupsDone = false;
  const auto objects = [&](Base base) {
    if (base == Base::Query && !queryDone) {
      arguments.push_back(names.query);
      queryDone = true;
    }
    if (base == Base::Node && !groupsDone) {
      for (unsigned group : helper.groupsRead)
        arguments.push_back(names.groups[group]);
      groupsDone = true;
    }
  };
  if (helper.thisRole && helper.thisRole->kind == Role::Object) {
    objects(helper.thisRole->base);
    if (helper.thisRole->base == Base::Element)
      arguments.push_back(print(calledObject(e)));
  }
  if (takesSelf(helper))
    arguments.push_back(self(e));
  for (unsigned k = 0; k < helper.paramRoles.size(); ++k) {
    const Role &role = helper.paramRoles[k];
    if (role.kind == Role::Object)
      objects(role.base);
    if (role.kind == Role::Value ||
        (role.kind == Role::Object && role.base == Base::Element))
      arguments.push_back(print(argumentOf(e, k)));
  }
  for (const Base captured : {Base::Query, Base::Node})
    objects(captured);
  if (const auto token = operatorToken(helper)) {
    if (arguments.size() == 1)
      return prefixed(*token, arguments[0]);
    // The second operand of a postfix operator is only there to tell it apart.
    if (*token == "++" || *token == "--")
      return arguments[0] + *token;
    return arguments[0] + " " + *token + " " + arguments[1];
  }
  for (const VarDecl *var : helper.captured)
    arguments.push_back(variable(var));
  if (helper.usesArrays)
    arguments.push_back("arrays");
  if (helper.usesUniforms)
    arguments.push_back("u");
  // The library has functions for what is its own.
  const std::string name = functionName(helper);
  return (takesLibraryStruct(helper) ? "(" + name + ")" : name) + "(" +
         llvm::join(arguments, ", ") + ")";
}

std::string ExprPrinter::childCount() const {
  return names.groups[0] + ".children.count";
}

std::string ExprPrinter::child(const SlotGroup &group,
                               const std::string &slot) const {
  const std::string children = names.groups[0] + ".children";
  return group.isList() ? "tree.child(" + children + ", " + slot + ")"
                        : children + "[" + slot + "]";
}

std::string ExprPrinter::slot(const ChildRef &child) {
  const SlotGroup &group = traversal.slots[child.group];
  if (!child.index)
    return std::to_string(group.first);
  std::string index = print(child.index);
  if (group.first == 0)
    return index;
  if (isa<BinaryOperator, ConditionalOperator>(child.index->IgnoreImpCasts()))
    index = "(" + index + ")";
  return std::to_string(group.first) + " + " + index;
}

/// `roots.at(1, t)`
std::string ExprPrinter::root(const RootRef &root) {
  return "roots.at(" + std::to_string(root.group) + ", " +
         (root.index ? "static_cast<std::uint32_t>(" + print(root.index) + ")"
                     : "0") +
         ")";
}

std::string ExprPrinter::link(const Expr *e) {
  e = linkExpr(e);
  if (const auto root = function.roots.find(e); root != function.roots.end())
    return this->root(root->second);
  if (const auto child = function.children.find(e);
      child != function.children.end())
    return this->child(traversal.slots[child->second.group],
                       slot(child->second));
  if (const auto *choice = dyn_cast<ConditionalOperator>(e))
    return "(" + condition(choice->getCond(), false) + " ? " +
           link(choice->getTrueExpr()) + " : " + link(choice->getFalseExpr()) +
           ")";
  if (const auto *ref = dyn_cast<DeclRefExpr>(e))
    return local(cast<VarDecl>(ref->getDecl()));
  if (const LinkElement element = linkElement(function, e); element.array)
    return local(element.array) + "[" + print(element.index) + "]";
  if (const auto *assign = dyn_cast<BinaryOperator>(e);
      assign && linkSet(function, assign).first)
    return "(" + binary(assign) + ")";
  if (traversal.nodesAreNumbers)
    return notPrinted(e);
  return "rt::none";
}

bool regtt::changesQuery(const Traversal &traversal, const Function &function) {
  bool result = false;
  for (const auto &entry : function.accesses)
    result |= traversal.paths[entry.second.path].base == Base::Query &&
              entry.second.written;
  for (const auto &entry : function.helperCalls)
    result |= changesQuery(traversal, *traversal.helpers[entry.second]);
  return result;
}
