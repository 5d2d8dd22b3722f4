// Which names mean what they meant where the user's loop stands.
#include "HostWords.h"

#include "Accessors.h"
#include "Iteration.h"
#include "LocalUses.h"

#include "regtt/Cpp/Printer.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

HostWords::HostWords(ir::Module &module, const ir::Function &host,
                     const ir::Statement &loop, const InlinedCalls &inlined,
                     std::function<void(Message)> refuse)
    : module(module), refuse(std::move(refuse)), inC(module.isC) {
  around.assign(host.params.begin(), host.params.end());
  look(*host.body, loop);
  lookInto(loop, inlined);
  for (const ir::Expr *argument : inlined.arguments)
    lookInto(argument);
  this->loop = loop.loc;
  ir::walk(static_cast<const ir::Statement *>(host.body),
           [&](const ir::Statement *s) {
             const auto *said = dyn_cast<ir::LibraryCallStatement>(s);
             inTemplate |= said && said->name == "instantiated";
             if (said && said->name == "iterators")
               for (const ir::Expr *value : said->arguments)
                 iterators.insert(ir::placeOf(value)->variable());
           });
  for (const ir::Variable *variable : around)
    if (variable->name == "this")
      self = ir::pointeeOf(variable->type);
  if (const auto *own = llvm::dyn_cast_or_null<ir::StructType>(self))
    scope = own->name;
}

/// Declarations that `loop` sees, from outside in. True: it is in `s`.
bool HostWords::look(const ir::Statement &s, const ir::Statement &loop) {
  if (&s == &loop)
    return true;
  const size_t outer = around.size();
  const auto declare = [&](const ir::Statement *declaration) {
    if (const ir::Variable *variable = ir::declaredBy(declaration))
      around.push_back(variable);
  };
  // What the head of a loop declares is seen by all of the loop.
  if (const auto *counted = dyn_cast<ir::LoopStatement>(&s))
    for (const ir::BlockStatement *head : {counted->init, counted->head})
      for (const ir::Statement *each : head ? llvm::ArrayRef(head->statements)
                                            : llvm::ArrayRef<ir::Statement *>())
        declare(each);
  bool isFound = false;
  ir::forEachChild(&s, [&](const ir::Statement *child) {
    if (isFound)
      return;
    declare(child);
    isFound = look(*child, loop);
  });
  if (!isFound)
    around.resize(outer);
  return isFound;
}

void HostWords::lookAt(const ir::Place *place) {
  if (place->global())
    named.insert(place->global());
  // A base is named by nobody: a call converts to it (`using Base::f`).
  for (const ir::Step &step : place->steps)
    if (const auto *into = std::get_if<ir::FieldStep>(&step);
        into && !into->field->isBase)
      reached.insert(into->field);
}

void HostWords::lookInto(const ir::Expr *e) {
  ir::walk(e, [&](const ir::Expr *each) {
    written.insert(each);
    if (const ir::Place *place = ir::placeOf(each))
      lookAt(place);
  });
}

/// The globals and fields that the loop names itself: where it stands, it may.
void HostWords::lookInto(const ir::Statement &s, const InlinedCalls &inlined) {
  if (inlined.statements.count(&s))
    return;
  const auto *whole = dyn_cast<ir::LoopStatement>(&s);
  const auto *range = dyn_cast<ir::RangeLoopStatement>(&s);
  const bool isParallel =
      (whole && whole->isParallel) || (range && range->isParallel);
  ir::forEachPlace(&s, [&](const ir::Place *place) { lookAt(place); });
  ir::forEachOperand(&s, [&](const ir::Expr *operand) { lookInto(operand); });
  ir::forEachChild(&s, [&](const ir::Statement *child) {
    const bool isBody = isParallel && inlined.ownText && child == bodyOf(&s);
    lookInto(isBody ? *inlined.ownText : *child, inlined);
  });
}

std::string HostWords::unsaid(Diag id, const std::string &what,
                              ir::Location loc) {
  if (!isUnsaid)
    refuse({id, loc, {what}});
  isUnsaid = true;
  return "0";
}

//===--- Texts ------------------------------------------------------------===//

std::string HostWords::said(llvm::Expected<cpp::Text> text,
                            cpp::Precedence least) {
  if (!text) {
    unsaid(Diag::RTT1129, llvm::toString(text.takeError()));
    return "";
  }
  return isUnsaid ? "" : text->atLeast(least);
}

std::string HostWords::text(const ir::Expr *e) {
  isUnsaid = false;
  noteReads(e);
  return said(cpp::printValue(module, e, *this), cpp::Precedence::Assignment);
}

/// A number becomes one of another type by the assignment itself.
std::string HostWords::assigned(const ir::Expr *e) {
  const auto isNumber = [](const ir::Type *type) {
    return !type->isBool() && !type->isEnum() &&
           (ir::integerFormat(type) || llvm::isa<ir::FloatType>(type));
  };
  const auto *cast = dyn_cast<ir::CastExpr>(e);
  if (inTemplate && cast && isNumber(e->type) && isNumber(cast->operand->type))
    e = cast->operand;
  return text(e);
}

std::string HostWords::operand(const ir::Expr *e) {
  isUnsaid = false;
  noteReads(e);
  return said(cpp::printValue(module, e, *this), cpp::Precedence::Relational);
}

std::string HostWords::exact(const ir::Expr *e) {
  isUnsaid = false;
  noteReads(e);
  return said(cpp::printExact(module, e, *this), cpp::Precedence::Assignment);
}

std::string HostWords::lvalue(const ir::Place *place) {
  isUnsaid = false;
  ir::forEachOperand(place, [&](const ir::Expr *e) { noteReads(e); });
  const std::string text =
      said(cpp::printPlace(module, place, *this), cpp::Precedence::Assignment);
  // A pointer that is looked at as one to a view, and an object as the view.
  const bool isPointer = place->type->isPointer();
  const auto *held = dyn_cast<ir::StructType>(
      isPointer ? ir::pointeeOf(place->type) : place->type);
  return held && isUnseen(*held) && !isUnsaid
             ? "(*" + viewOf(*held, isPointer ? " *" : "", "&" + text) + ")"
             : text;
}

//===--- Names ------------------------------------------------------------===//

/// `cells` of `run::cells`, `n` of `n.2`: the user's.
static std::string lastWord(llvm::StringRef name) {
  const size_t at = name.rfind("::");
  name = at == llvm::StringRef::npos ? name : name.drop_front(at + 2);
  return name.split('.').first.str();
}

/// Whether something else is called so there.
bool HostWords::isGiven(llvm::StringRef name, const void *to) const {
  return llvm::any_of(names, [&](const auto &each) {
    return each.first != to && each.second == name;
  });
}

bool HostWords::isVisible(const ir::Variable *variable) const {
  return variable != hidden && llvm::is_contained(around, variable) &&
         llvm::count_if(around,
                        [&](const ir::Variable *other) {
                          return other->name == variable->name;
                        }) == 1 &&
         !isGiven(variable->name, variable);
}

bool HostWords::isVisible(const ir::Global *global) const {
  if ((global->isPrivate || global->isUnseen) && !named.count(global))
    return false;
  // C++ says that a name is not the function's own: `::cells`.
  if (!global->isLocal && !inC)
    return true;
  if (global->isLocal && !named.count(global))
    return false;
  const std::string name = lastWord(global->name);
  return !isGiven(name, global) &&
         llvm::none_of(around, [&](const ir::Variable *other) {
           return other->name == name;
         });
}

std::string HostWords::variable(const ir::Variable &variable) {
  const auto known = names.find(&variable);
  if (known != names.end())
    return known->second;
  if (!isVisible(&variable))
    return isTemporary(&variable)
               ? unsaid(Diag::RTT1129, "the value of this expression",
                        variable.loc)
               : unsaid(Diag::RTT1112, lastWord(variable.name));
  return isIterator(&variable) ? variable.name + ".base()" : variable.name;
}

bool HostWords::isPointer(const ir::Variable &variable) {
  return variable.name == "this" && variable.type->isReference();
}

bool HostWords::isUnseen(const ir::StructType &type) const {
  return type.isComplete() && type.isUnseen();
}

std::string HostWords::viewOf(const ir::StructType &type,
                              const std::string &sign,
                              const std::string &pointer) {
  if (!views || inTemplate)
    return unsaid(Diag::RTT1143, lastWord(type.name));
  return "regtt_view(" + views->nameOf(type, *this) + sign + ", " + pointer +
         ")";
}

std::optional<std::string> HostWords::view(const ir::StructType &type,
                                           const std::string &pointer) {
  return isUnseen(type) ? std::optional(viewOf(type, "", pointer))
                        : std::nullopt;
}

std::string HostWords::field(const ir::Field &field) {
  if (field.parent && isUnseen(*field.parent))
    return views && views->has(field) ? field.name
                                      : unsaid(Diag::RTT1143, field.name);
  if (isHidden(field))
    return unsaid(Diag::RTT1113, field.name);
  return field.name;
}

std::string HostWords::global(const ir::Global &global) {
  if (!isVisible(&global)) {
    const std::string name = lastWord(global.name);
    if (global.isUnseen)
      return unsaid(Diag::RTT1143, name);
    if (global.isPrivate && !named.count(&global)) {
      const size_t at = global.name.rfind("::");
      // Where a reference leads is no constant.
      const auto pointer = at == std::string::npos || global.isLocal ||
                                   global.type->isReference()
                               ? std::nullopt
                               : reach(global.name.substr(0, at), name,
                                       /*isReference=*/false);
      return pointer ? "(*" + *pointer + ")" : unsaid(Diag::RTT1113, name);
    }
    const auto hides = llvm::find_if(
        around, [&](const ir::Variable *other) { return other->name == name; });
    return unsaid(Diag::RTT1112, name,
                  hides == around.end() ? ir::Location() : (*hides)->loc);
  }
  if (inC || global.isLocal)
    return lastWord(global.name);
  return inScope(global.name);
}

/// `lib::Tree` of `lib::Tree<Point<float>>`.
static llvm::StringRef withoutArguments(llvm::StringRef name) {
  unsigned depth = 0;
  for (size_t k = name.size(); name.ends_with(">") && k-- > 0;) {
    depth += name[k] == '>';
    depth -= name[k] == '<';
    if (depth == 0)
      return name.take_front(k);
  }
  return name;
}

/// `Tree::shift` of what the class has whose member holds the loop: by the name
/// that it has in itself.
std::string HostWords::own(llvm::StringRef name) const {
  return lastWord(withoutArguments(scope)) + "::" + lastWord(name);
}

/// `Tree::shift` of `Tree<float>::shift`, in a member of whichever
/// instantiation, and `regtt_this::Type1::shift` elsewhere; `::shift` of other
/// names.
std::string HostWords::inScope(llvm::StringRef name) {
  const size_t at = name.rfind("::");
  const llvm::StringRef owner =
      at == llvm::StringRef::npos ? "" : name.take_front(at);
  if (!inTemplate || !owner.contains('<'))
    return ("::" + name).str();
  if (owner == scope)
    return own(name);
  const auto type = llvm::find_if(module.namedTypes(), [&](const auto *each) {
    return each->name == owner;
  });
  return type != module.namedTypes().end() && declared && isNameable(*type)
             ? instanceType(*type) + "::" + lastWord(name)
             : ("::" + name).str();
}

std::string HostWords::function(const ir::Function &function) {
  if (function.isUnseen)
    return unsaid(Diag::RTT1143, lastWord(function.name));
  return inC ? function.name : "::" + function.name;
}

/// `enum { D = 3 };`
static bool isUnnamed(const ir::EnumType &type) {
  return lastWord(type.name) == "enum";
}

std::optional<std::string> HostWords::constant(const ir::EnumType &type,
                                               const llvm::APInt &value) {
  if (type.isUnseen)
    return std::nullopt;
  for (const ir::EnumType::Constant &each : type.constants)
    if (each.value == value && (inC || !isUnnamed(type)))
      return inC ? each.name
                 : (inTemplate && declared ? instanceType(&type)
                                           : this->type(type)) +
                       "::" + each.name;
  return std::nullopt;
}

std::optional<std::string> HostWords::libraryFunction(llvm::StringRef name) {
  if (inC)
    name.consume_front("std::");
  return name.str();
}

/// Whether `text` is a constant of an enum that has no name: its own is all
/// that it is called by.
static bool isUnnamedConstant(const ir::Type *type, llvm::StringRef text) {
  const auto *enumeration = dyn_cast<ir::EnumType>(type);
  return enumeration && isUnnamed(*enumeration) &&
         llvm::any_of(enumeration->constants,
                      [&](const ir::EnumType::Constant &each) {
                        return each.name == text;
                      });
}

/// A constant that the loop itself spells: `N`, `sizeof(Node)`.
std::optional<cpp::Text> HostWords::spelled(const ir::Expr &e) const {
  const llvm::StringRef text = module.spelling(&e);
  if (text.empty() || !written.count(&e) ||
      (e.type->isEnum() && !isUnnamedConstant(e.type, text)) ||
      !llvm::isa<ir::IntExpr, ir::BoolExpr, ir::FloatExpr>(e))
    return std::nullopt;
  return cpp::Text{text.str(), cpp::identifier(text) == text
                                   ? cpp::Precedence::Primary
                                   : cpp::Precedence::Assignment};
}

/// The array or container that a pointer is counted from: `v.data() + n`.
static bool isOfContainer(const ir::Expr *e) {
  while (const auto *sum = dyn_cast<ir::BinaryExpr>(e))
    e = sum->left;
  return llvm::isa<ir::ContainerReadExpr>(e);
}

/// `it - v.begin()` of an iterator, which is a pointer in the language: as
/// `&*it - v.data()` it means the same of both.
std::optional<cpp::Text> HostWords::fromIterator(const ir::Expr &e,
                                                 cpp::Parts &parts) const {
  const auto *binary = dyn_cast<ir::BinaryExpr>(&e);
  if (inC || !binary || !binary->left->type->isPointer() ||
      !binary->right->type->isPointer() ||
      ir::pointeeOf(binary->left->type)->isVoid() ||
      isOfContainer(binary->left) == isOfContainer(binary->right))
    return std::nullopt;
  const cpp::Precedence own = cpp::precedenceOf(binary->op);
  const auto side = [&](const ir::Expr *operand) {
    const cpp::Text text = parts.exact(operand);
    return isOfContainer(operand) || llvm::isa<ir::NullExpr>(operand)
               ? text.atLeast(cpp::Precedence(int(own) + 1))
               : "&*" + text.atLeast(cpp::Precedence::Unary);
  };
  return cpp::Text{side(binary->left) + " " + cpp::signOf(binary->op).str() +
                       " " + side(binary->right),
                   own};
}

/// `p.norm()` of a method, whose object comes first. Arguments have their own
/// types exactly, so that the same overload is chosen.
std::optional<cpp::Text> HostWords::expression(const ir::Expr &e,
                                               cpp::Parts &parts) {
  if (auto text = spelled(e))
    return text;
  const auto *call = dyn_cast<ir::CallExpr>(&e);
  if (!call)
    return fromIterator(e, parts);
  llvm::ArrayRef<const ir::Expr *> arguments = call->arguments;
  const auto &params = call->callee->params;
  if (call->callee->isUnseen)
    if (const ir::Expr *value = inWords(module, call))
      return parts.exact(value);
  std::string text;
  if (!params.empty() && params[0]->name == "this") {
    text = parts.exact(arguments[0]).atLeast(cpp::Precedence::Postfix) + "." +
           lastWord(call->callee->name);
    arguments = arguments.drop_front();
  } else {
    text = function(*call->callee);
  }
  std::string list;
  for (const ir::Expr *argument : arguments)
    list += (list.empty() ? "" : ", ") + parts.exact(argument).text;
  return cpp::Text{text + "(" + list + ")", cpp::Precedence::Postfix};
}
