// Expressions and places as text.
#include "Names.h"
#include "TextPrinter.h"

#include "regtt/IR/Visitor.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Error.h>

using namespace regtt::ir;
using llvm::cast;
using llvm::dyn_cast;

//===--- Numbers ----------------------------------------------------------===//

/// `0x1.8p1`; the bits, `0x7fc00000`, of what has no such text.
static std::string numberText(const llvm::APFloat &value) {
  if (value.isInfinity())
    return value.isNegative() ? "-inf" : "inf";
  if (!value.isNaN()) {
    char digits[64];
    const unsigned length = value.convertToHexString(
        digits, 0, /*UpperCase=*/false, llvm::APFloat::rmNearestTiesToEven);
    const std::string text(digits, length);
    llvm::APFloat again(value.getSemantics());
    auto status =
        again.convertFromString(text, llvm::APFloat::rmNearestTiesToEven);
    const bool isExact = status && *status == llvm::APFloat::opOK;
    llvm::consumeError(status.takeError());
    if (isExact && again.bitwiseIsEqual(value))
      return text;
  }
  llvm::SmallString<40> bits;
  value.bitcastToAPInt().toString(bits, 16, /*Signed=*/false,
                                  /*formatAsCLiteral=*/true,
                                  /*UpperCase=*/false);
  return bits.str().str();
}

//===--- Expressions ------------------------------------------------------===//

namespace regtt::ir {

class ExprTexts : public ExprVisitor<ExprTexts> {
public:
  ExprTexts(TextPrinter &printer, const Type *expected)
      : printer(printer), out(printer.out), expected(expected) {}

  void visitInt(const IntExpr &e) {
    llvm::SmallString<40> digits;
    e.value().toString(digits, 10, integerFormat(e.type)->isSigned);
    out << digits << ":" << toString(e.type);
  }
  void visitFloat(const FloatExpr &e) {
    out << numberText(e.value()) << ":" << toString(e.type);
  }
  void visitBool(const BoolExpr &e) { out << (e.value ? "true" : "false"); }
  void visitNull(const NullExpr &e) {
    out << "null";
    if (e.type != expected)
      out << ":" << toString(e.type);
  }
  void visitZero(const ZeroExpr &e) { out << "zero:" << toString(e.type); }
  void visitString(const StringExpr &e) {
    const auto *array = cast<ArrayType>(e.type);
    out << quotedText(e.bytes);
    if (cast<IntType>(array->element)->name != IntType::Char ||
        array->count != e.bytes.size() + 1)
      out << ":" << toString(e.type);
  }
  void visitFunctionAddress(const FunctionAddressExpr &e) {
    out << "addressof @" << symbolText(e.function->name);
  }
  void visitValue(const ValueExpr &e) { out << printer.names.of(e.variable); }
  void visitLoad(const LoadExpr &e) {
    out << "load ";
    printer.print(e.place);
  }
  void visitAddress(const AddressExpr &e) {
    out << (e.type->isReference() ? "refof " : "addressof ");
    printer.print(e.place);
  }
  void visitUnary(const UnaryExpr &e) { call(textOf(e.op), {e.operand}); }
  void visitBinary(const BinaryExpr &e) {
    out << textOf(e.op) << "(";
    printer.print(e.left);
    out << ", ";
    printer.print(e.right, e.left->type);
    out << ")";
  }
  void visitLogical(const LogicalExpr &e) {
    call(e.isAnd ? "andalso" : "orelse", {e.left, e.right});
  }
  void visitCast(const CastExpr &e) {
    out << textOf(e.op) << "<" << toString(e.type)
        << (e.isWritten ? ", written" : "");
    call(">", {e.operand});
  }
  void visitSelect(const SelectExpr &e) {
    out << "select(";
    printer.print(e.condition);
    out << ", ";
    printer.print(e.whenTrue, expected);
    out << ", ";
    printer.print(e.whenFalse, e.whenTrue->type);
    out << ")";
  }
  void visitCall(const CallExpr &e) {
    out << "@" << symbolText(e.callee->name);
    call("", e.arguments, e.callee->type->params);
  }
  void visitLibraryCall(const LibraryCallExpr &e) {
    out << "lib " << quotedText(e.name) << "<" << toString(e.type);
    call(">", e.arguments);
  }
  void visitContainerRead(const ContainerReadExpr &e) {
    out << textOf(e.op) << "(";
    printer.print(e.container);
    for (const Expr *argument : e.arguments) {
      out << ", ";
      printer.print(argument);
    }
    out << ")";
  }
  void visitIntrinsic(const IntrinsicExpr &e) {
    call(textOf(e.op), e.arguments);
  }
  void visitAggregate(const AggregateExpr &e) {
    out << "aggregate<" << toString(e.type);
    call(">", e.elements);
  }

private:
  TextPrinter &printer;
  llvm::raw_ostream &out;
  const Type *expected;

  void call(llvm::StringRef head, llvm::ArrayRef<const Expr *> arguments,
            llvm::ArrayRef<const Type *> types = {}) {
    out << head << "(";
    printer.printList(arguments, types);
    out << ")";
  }
};

} // namespace regtt::ir

void TextPrinter::print(const Expr *e, const Type *expected) {
  if (!e) {
    out << "<nothing>";
    return;
  }
  const llvm::StringRef spelling = module ? module->spelling(e) : "";
  if (options.sources && (e->loc || !spelling.empty())) {
    out << "!";
    printLocation(e->loc);
    if (!spelling.empty())
      out << " as " << quotedText(spelling);
    out << " ";
  }
  ExprTexts(*this, expected).visit(e);
}

void TextPrinter::printList(llvm::ArrayRef<const Expr *> list,
                            llvm::ArrayRef<const Type *> expected) {
  for (size_t k = 0; k < list.size(); ++k) {
    out << (k ? ", " : "");
    print(list[k], k < expected.size() ? expected[k] : nullptr);
  }
}

void TextPrinter::printLocation(Location loc) {
  out << loc.file << ":" << loc.line << ":" << loc.column << ":" << loc.length;
}

//===--- Places -----------------------------------------------------------===//

std::string TextPrinter::exprText(const Expr *e) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  TextPrinter(stream, module, names, options).print(e);
  return text;
}

void TextPrinter::print(const Place *place) {
  if (!place) {
    out << "<nothing>";
    return;
  }
  const auto text = llvm::makeVisitor(
      [&](const Variable *x) { return names.of(x); },
      [&](const Global *x) { return "@" + symbolText(x->name); },
      [&](const StringExpr *x) { return exprText(x); },
      [&](const PointeeRoot &x) { return "(*" + exprText(x.pointer) + ")"; },
      [&](const DataRoot &x) {
        return textOf(x.kind).str() + "(" + std::to_string(x.number) + ": " +
               toString(x.type) + (x.index ? ", " + exprText(x.index) : "") +
               ")";
      });
  printSteps(std::visit(text, place->root), place->steps);
}

void TextPrinter::printSteps(std::string text, llvm::ArrayRef<Step> steps) {
  // Whether `text` still has to be followed: what comes next says how that is
  // written, `p->x` or `(*p)[i]`.
  bool isPointer = false;
  const auto follow = [&] {
    if (isPointer)
      text = "(*" + text + ")";
    isPointer = false;
  };
  const auto select = [&](const std::string &name) {
    text += (isPointer ? "->" : ".") + name;
    isPointer = false;
  };
  for (const Step &step : steps) {
    if (const auto *inner = std::get_if<FieldStep>(&step)) {
      const Field *field = inner->field;
      select((field->isBase ? "@" : "") + wordText(field->name));
    } else if (const auto *member = std::get_if<MemberStep>(&step)) {
      select(wordText(member->name));
    } else if (const auto *list = std::get_if<ListStep>(&step)) {
      select("(" + toString(list->list) + ")");
    } else if (const auto *deref = std::get_if<DerefStep>(&step)) {
      follow();
      if (deref->offset)
        text += "[" + exprText(deref->offset) + "]";
      else
        isPointer = true;
    } else {
      const auto *index = std::get_if<IndexStep>(&step);
      follow();
      text +=
          "[" +
          exprText(index ? index->index : std::get<ElementStep>(step).index) +
          "]";
    }
  }
  follow();
  out << text;
}

//===--- Without a module -------------------------------------------------===//

template <class T> static std::string printed(const T *what) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  TextPrinter(stream, nullptr, LocalNames(), PrintOptions()).print(what);
  return text;
}

std::string regtt::ir::toString(const Expr *e) { return printed(e); }
std::string regtt::ir::toString(const Place *place) { return printed(place); }
