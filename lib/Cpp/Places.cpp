// Places: `n->point.coord[i]`, `(*p)[i]`, `static_cast<Base &>(d).x`.
#include "ExprPrinter.h"

#include "regtt/IR/LibraryParts.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>

using namespace regtt;
using namespace regtt::cpp;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace regtt::cpp {

/// The text of a place up to one of its steps.
class ExprPrinter::PlaceText {
public:
  PlaceText(ExprPrinter &printer, Text root, bool isConst)
      : printer(printer), text(std::move(root)), isConst(isConst) {}

  /// What is at the place so far is a pointer, to be followed by what comes.
  void point() { isPointer = true; }
  void select(const std::string &name) {
    text = {text.atLeast(Precedence::Postfix) + (isPointer ? "->" : ".") + name,
            Precedence::Postfix};
    isPointer = false;
  }
  void base(const ir::StructType *derived, const ir::Type *to) {
    if (!whole)
      whole = derived;
    target = to;
  }
  /// A member: the user's text need not say of which base.
  void field(const ir::Field &field);
  void index(const std::string &number) {
    settle();
    text = {text.atLeast(Precedence::Postfix) + "[" + number + "]",
            Precedence::Postfix};
  }
  /// Of what a pointer leads to.
  void element(const std::string &number) {
    isPointer = false;
    index(number);
  }
  void call(const std::string &function) {
    settleBase();
    select(function);
  }
  void wrap(Text other) { text = std::move(other); }
  /// What a pointer, or a reference, leads to is looked at through a view.
  bool view(const ir::Type *pointee, bool isReference);
  Text settled() {
    settle();
    return text;
  }

private:
  ExprPrinter &printer;
  Text text;
  bool isConst, isPointer = false;
  bool isViewed = false; ///< what is reached has the types of a view
  const ir::StructType *whole = nullptr; ///< where steps into bases began
  const ir::Type *target = nullptr;      ///< the last of them

  void follow() {
    if (isPointer)
      text = {"*" + text.atLeast(Precedence::Unary), Precedence::Unary};
    isPointer = false;
  }
  void settleBase() {
    if (!whole)
      return;
    follow();
    text = {"static_cast<" + std::string(isConst ? "const " : "") +
                printer.words.declare(target, "&") + ">(" + text.text + ")",
            Precedence::Postfix};
    whole = nullptr;
  }
  void settle() {
    settleBase();
    follow();
  }
};

} // namespace regtt::cpp

/// How many members of a struct and of its bases are called as `field` is.
static unsigned countOf(const ir::StructType *type, const std::string &name,
                        Words &words) {
  unsigned count = 0;
  for (const ir::Field &field : type->fields()) {
    const auto *inner = dyn_cast<ir::StructType>(field.type);
    if ((field.isBase || field.isAnonymous) && inner)
      count += countOf(inner, name, words);
    else
      count += words.field(field) == name;
  }
  return count;
}

/// How many bases of a struct, and of its bases, are of the type `base`.
static unsigned countOf(const ir::StructType *type, const ir::Type *base) {
  unsigned count = 0;
  for (const ir::Field &field : type->fields())
    if (field.isBase)
      count += field.type == base
                   ? 1
                   : countOf(cast<ir::StructType>(field.type), base);
  return count;
}

bool ExprPrinter::PlaceText::view(const ir::Type *pointee, bool isReference) {
  const auto *structure = dyn_cast<ir::StructType>(pointee);
  if (!structure || isViewed)
    return false;
  const std::string pointer =
      isReference ? "&" + text.atLeast(Precedence::Unary) : text.text;
  const auto made = printer.words.view(*structure, pointer);
  if (!made)
    return false;
  text = {*made, Precedence::Postfix};
  isPointer = isViewed = true;
  return true;
}

void ExprPrinter::PlaceText::field(const ir::Field &field) {
  // An object that has a name, or lies in one.
  if (field.parent && !isPointer)
    view(field.parent, /*isReference=*/true);
  isViewed &= field.type->kind == ir::Type::Struct ||
              field.type->kind == ir::Type::Array;
  if (field.isAnonymous) {
    printer.words.field(field); // which may have to be refused
    return;
  }
  if (const auto pointer = printer.words.pointerTo(field)) {
    // The object converts to its base by itself, const or not.
    if (whole && countOf(whole, target) == 1)
      whole = nullptr;
    settle();
    text = field.type->isReference() || ir::accessOf(field)
               ? Text{*pointer + "(" + text.text + ")",
                      *pointer == "*" ? Precedence::Unary : Precedence::Postfix}
               : Text{"(" + text.atLeast(Precedence::Unary) + ".*" + *pointer +
                          ")",
                      Precedence::Primary};
    return;
  }
  const std::string name = printer.words.field(field);
  // A name that is hidden, or that two bases have, is said of its base.
  if (whole && countOf(whole, name, printer.words) != 1)
    settleBase();
  whole = nullptr;
  select(name);
}

//===--- Roots ------------------------------------------------------------===//

Printed ExprPrinter::valueMadeBy(const ir::Statement *made) {
  if (const auto *let = dyn_cast<ir::LetStatement>(made))
    return print(let->value);
  if (const auto *called = dyn_cast<ir::CallStatement>(made))
    return callText(*called->callee, called->arguments);
  const auto *called = cast<ir::LibraryCallStatement>(made);
  return libraryValue(called->name, called->arguments, called->result->type);
}

bool ExprPrinter::hasEffects(const ir::Expr *e) const {
  bool result = false;
  ir::walk(e, [&](const ir::Expr *part) {
    const ir::Place *place = ir::placeOf(part);
    const ir::Variable *variable = place ? place->variable() : nullptr;
    if (const auto *value = dyn_cast<ir::ValueExpr>(part))
      variable = value->variable;
    const ir::Statement *made = folding.valueOf(variable);
    const auto *let = llvm::dyn_cast_or_null<ir::LetStatement>(made);
    result |= let ? hasEffects(let->value) : made != nullptr;
  });
  return result;
}

Printed ExprPrinter::visitValue(const ir::ValueExpr &e) {
  if (const ir::Statement *made = folding.valueOf(e.variable))
    return valueMadeBy(made);
  const std::string name = parts.name(e.variable);
  if (words.isPointer(*e.variable))
    return Printed("*" + name, Precedence::Unary, e.type);
  return named(name, e.type);
}

/// `p[i]` of a root `(*ptradd(p, i))`.
static const ir::BinaryExpr *sumOf(const ir::Root &root) {
  const auto *pointee = std::get_if<ir::PointeeRoot>(&root);
  const auto *sum =
      pointee ? dyn_cast<ir::BinaryExpr>(pointee->pointer) : nullptr;
  return sum && sum->op == ir::BinaryOp::PtrAdd ? sum : nullptr;
}

/// `it` of a root `(*it)`, of an iterator or a smart pointer of the library's.
static const ir::Expr *followedIn(const ir::Root &root) {
  const auto *pointee = std::get_if<ir::PointeeRoot>(&root);
  const auto *call =
      pointee ? dyn_cast<ir::LibraryCallExpr>(pointee->pointer) : nullptr;
  return call && call->arguments.size() == 1 &&
                 llvm::StringRef(call->name).ends_with("::operator*")
             ? call->arguments[0]
             : nullptr;
}

/// Whether a let's object is meant, which is printed const.
static bool isOfLet(const ir::Place *place) {
  const ir::Variable *variable = place->variable();
  return variable && variable->kind == ir::Variable::Let &&
         !place->isIndirect() && !variable->type->isReference();
}

Datum ExprPrinter::rootText(const ir::Place *place) {
  if (const ir::Variable *variable = place->variable()) {
    if (const ir::Statement *made = folding.valueOf(variable))
      return {converted(valueMadeBy(made), variable->type)};
    return {{parts.name(variable)}};
  }
  if (const ir::Global *global = place->global())
    return {{words.global(*global)}};
  if (const auto *string = std::get_if<const ir::StringExpr *>(&place->root))
    return {visitString(**string)};
  if (const ir::BinaryExpr *sum = sumOf(place->root))
    return {{exact(sum->left).atLeast(Precedence::Postfix) + "[" +
                 index(sum->right).text + "]",
             Precedence::Postfix}};
  if (const ir::Expr *object = followedIn(place->root))
    return {exact(object)};
  if (const auto *pointee = std::get_if<ir::PointeeRoot>(&place->root))
    return {exact(pointee->pointer)};
  const auto &data = std::get<ir::DataRoot>(place->root);
  if (auto text = words.data(data, data.index ? index(data.index).text : ""))
    return *text;
  return {{refused("a datum of the kind " + ir::textOf(data.kind).str())}};
}

//===--- Steps ------------------------------------------------------------===//

/// The index of a library's container, which it takes as a size_t or as a key.
static Printed elementIndex(ExprPrinter &printer, const ir::Expr *index,
                            const ir::Type *size) {
  const Printed text = printer.print(index);
  return isArithmetic(plain(index->type)) &&
                 !composes(text, plain(index->type), size)
             ? printer.exact(index)
             : text;
}

/// Into a library's object: `q.top()`, `p.first`, a part of a complex number.
void ExprPrinter::memberStep(PlaceText &text, const ir::LibraryType *library,
                             llvm::StringRef name, bool isRead) {
  if (library->name != "std::complex") {
    const bool isField = library->name == "std::pair";
    return text.call(name.str() + (isField ? "" : "()"));
  }
  if (isRead)
    return text.call(name.str() + "()");
  text.wrap({"reinterpret_cast<" + words.spell(library->typeArgument(0)) +
                 " (&)[2]>(" + text.settled().text + ")[" +
                 (name == "real" ? "0" : "1") + "]",
             Precedence::Postfix});
}

static bool isUnseen(const ir::Type *type) {
  const auto *structure = dyn_cast<ir::StructType>(type);
  return structure && structure->isComplete() && structure->isUnseen();
}

/// To what a pointer, a reference or a smart pointer leads to.
void ExprPrinter::derefStep(PlaceText &text, const ir::Type *type,
                            const ir::Expr *offset) {
  const auto *library = dyn_cast<ir::LibraryType>(type);
  const bool isWrapper = library && library->name == "std::reference_wrapper";
  if (library && (offset || isWrapper))
    text.call("get()");
  const ir::Type *to = ir::followedFrom(type);
  if (to && (offset || !type->isReference())) {
    if (isUnseen(to) && library && !offset && !isWrapper)
      text.call("get()");
    text.wrap(text.settled());
    if (text.view(to, type->isReference()))
      return offset ? text.element(index(offset).text) : void();
  }
  if (offset && (type->isReference() || isWrapper))
    text.wrap(
        {"&" + text.settled().atLeast(Precedence::Unary), Precedence::Unary});
  if (offset)
    return text.index(index(offset).text);
  if (type->isReference() || isWrapper)
    return;
  text.wrap(text.settled());
  text.point();
}

Printed ExprPrinter::place(const ir::Place *place, bool isRead) {
  const Datum root = rootText(place);
  const auto *data = std::get_if<ir::DataRoot>(&place->root);
  const bool isConst =
      isOfLet(place) || (data && words.isReadOnly(*data)) ||
      (place->variable() && words.isReadOnly(*place->variable()));
  PlaceText text(*this, root, isConst);
  const auto *pointee = std::get_if<ir::PointeeRoot>(&place->root);
  if (followedIn(place->root) ||
      (pointee && pointee->pointer->type->isNullable() && !sumOf(place->root)))
    text.point();
  const ir::Type *type = ir::typeOf(place->root);
  for (const ir::Step &step : place->steps) {
    const auto *library = dyn_cast<ir::LibraryType>(type);
    const auto *deref = std::get_if<ir::DerefStep>(&step);
    const bool isSelf = &step == place->steps.begin() && place->variable() &&
                        words.isPointer(*place->variable());
    if (isSelf && deref && !deref->offset) {
      text.point();
    } else if (const auto *inner = std::get_if<ir::FieldStep>(&step)) {
      if (inner->field->isBase) {
        words.field(*inner->field); // the same
        text.base(cast<ir::StructType>(type), inner->field->type);
      } else {
        text.field(*inner->field);
      }
    } else if (const auto *number = std::get_if<ir::IndexStep>(&step)) {
      text.index(index(number->index).text);
    } else if (const auto *element = std::get_if<ir::ElementStep>(&step)) {
      if (library && ir::keyOf(library))
        text.call("at(" + initialiser(element->index) + ")");
      else
        text.index(elementIndex(*this, element->index, wordOfPointers()).text);
    } else if (const auto *member = std::get_if<ir::MemberStep>(&step)) {
      memberStep(text, library, member->name,
                 isRead && &step == &place->steps.back());
    } else if (deref) {
      derefStep(text, type, deref->offset);
    }
    type = ir::typeAfter(step, type);
  }
  const Text settled = text.settled();
  Printed result(settled.text, settled.precedence, place->type);
  if (const ir::Field *field = place->bitField())
    result.bitWidth = field->bitWidth;
  else if (place->steps.empty())
    result.bitWidth = root.bitWidth;
  return result;
}

Printed ExprPrinter::visitLoad(const ir::LoadExpr &e) {
  return place(e.place, /*isRead=*/true);
}

/// The array whose first element a place is; nothing of other places.
static std::optional<ir::Place> arrayOf(const ir::Place *place) {
  const auto *last = place->steps.empty()
                         ? nullptr
                         : std::get_if<ir::IndexStep>(&place->steps.back());
  const auto *first = last ? dyn_cast<ir::IntExpr>(last->index) : nullptr;
  if (!first || !first->value().isZero())
    return std::nullopt;
  const ir::Type *type = ir::typeOf(place->root);
  for (const ir::Step &step : place->steps.drop_back())
    type = ir::typeAfter(step, type);
  return ir::Place{place->root, place->steps.drop_back(), type,
                   place->isVolatile};
}

Printed ExprPrinter::visitAddress(const ir::AddressExpr &e) {
  const auto array = arrayOf(e.place);
  const bool decays = array && !e.type->isReference();
  Printed at = place(decays ? &*array : e.place);
  at.type = e.type;
  at.bitWidth = 0;
  at.isDecayed = decays;
  if (e.type->isReference())
    return at;
  if (!decays) {
    at.text = "&" + at.atLeast(Precedence::Unary);
    at.precedence = Precedence::Unary;
  }
  if (!std::holds_alternative<const ir::StringExpr *>(e.place->root))
    return at;
  if (words.isC())
    return at;
  // A literal's characters are const; nothing writes to them.
  const auto *character = dyn_cast<ir::IntType>(ir::pointeeOf(e.type));
  const bool isChar = character && character->name == ir::IntType::Char;
  at.text = "const_cast<" +
            std::string(isChar ? words.spell(e.type) : "char *") + ">(" +
            at.text + ")";
  return isChar ? call(at.text, e.type)
                : writtenCast("reinterpret_cast", e.type, at.text);
}
