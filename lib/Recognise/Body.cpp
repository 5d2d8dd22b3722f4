// Expressions and statements of the user's, in the words of a kernel.
#include "Body.h"
#include "CarriedPointers.h"
#include "KeptContainers.h"
#include "KeptData.h"
#include "LocalUses.h"
#include "OtherExtents.h"
#include "ReturnedPointers.h"
#include "Spelling.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

Body::Body(Recogniser &site, const ir::Function &from, ir::Function &to)
    : site(site), from(from), to(to), module(site.module), copy(module),
      loc(from.loc) {
  copy.onExpr = [this](const ir::Expr *e) { return expr(e); };
  copy.onWholePlace = [this](const ir::Place *p) { return place(p); };
  copy.onStatement = [this](const ir::Statement *s) { return statement(s); };
}

void Body::bind(const ir::Variable *variable, const Object &object) {
  objects[variable] = object;
}
void Body::bindElement(const ir::Variable *variable, const Object &object,
                       const ir::Variable *number) {
  Object &made = (ir::pointeeOf(variable->type) ? objects : values)[variable] =
      object;
  made.index = module.load(module.place(number));
  if (!variable->isFixed())
    numbers[variable] = number;
}
void Body::bindValue(const ir::Variable *variable, const Object &object) {
  values[variable] = object;
}
void Body::bindNode(const ir::Variable *variable, const ir::Expr *link) {
  node = variable;
  self = link;
  Object object;
  object.type = site.nodeType;
  objects[variable] = object;
}
void Body::replace(const ir::Variable *variable, const ir::Variable *other) {
  copy.variables[variable] = other;
}
void Body::hold(const ir::Variable *variable, const ir::Variable *other) {
  held[variable] = other;
}

ir::BlockStatement *Body::run() {
  findSiblingLoops();
  ir::BlockStatement *made = copy.block(from.body);
  std::vector<ir::Statement *> tables;
  for (const auto &[global, declared] : constants)
    tables.push_back(declared);
  made->statements.insert(made->statements.begin(), tables.begin(),
                          tables.end());
  return made;
}

//===--- Expressions ------------------------------------------------------===//

/// Null: what its parts become.
const ir::Expr *Body::expr(const ir::Expr *e) {
  // The parts of `e` stand there, too, but where they say otherwise.
  loc = e->loc ? e->loc : loc;
  if (isa<ir::BinaryExpr, ir::UnaryExpr, ir::CastExpr>(e) &&
      isHostOnly(e->type)) {
    site.refuse(loc, Diag::RTT2004,
                {(isa<ir::CastExpr>(e) ? "a cast to '" : "arithmetic in '") +
                 spelled(module, e->type) + "'"});
    return e;
  }
  if (isa<ir::FunctionAddressExpr>(e)) {
    site.refuse(loc, Diag::RTT2004, {"the name of a function as a value"});
    return e;
  }
  if (const auto *cast = dyn_cast<ir::CastExpr>(e);
      cast && cast->op == ir::CastOp::PtrToInt &&
      (cast->operand->type->isPointer() ||
       site.leadsToNode(cast->operand->type)))
    return addressNumber(*cast);
  if (const ir::Expr *asked = linkTest(e))
    return asked;
  if (const ir::Expr *link = linkOf(e))
    return link;
  if (const ir::Expr *size = listSize(e))
    return size;
  if (site.leadsToNode(e->type) && isa<ir::SelectExpr, ir::BinaryExpr>(e)) {
    site.refuse(loc, Diag::RTT2004, {"a node's address as a value"});
    return e;
  }
  if (const auto *made = dyn_cast<ir::AggregateExpr>(e);
      made && llvm::any_of(made->elements, [&](const ir::Expr *each) {
        return site.leadsToNode(each->type);
      })) {
    site.refuse(loc, Diag::RTT2004, {"a struct that holds a child"});
    return e;
  }
  if (const ir::Expr *number = numberOfLink(e))
    return number;
  if (const auto *operation = dyn_cast<ir::BinaryExpr>(e);
      operation && operation->op != ir::BinaryOp::Eq &&
      operation->op != ir::BinaryOp::Ne &&
      site.leadsToNode(operation->left->type)) {
    site.refuse(loc, Diag::RTT2004, {"a node's address as a value"});
    return e;
  }
  if (const auto *named = dyn_cast<ir::ValueExpr>(e))
    if (const ir::Expr *value = knownValue(*named))
      return value;
  if (const auto *negation = dyn_cast<ir::UnaryExpr>(e);
      negation && negation->op == ir::UnaryOp::LNot) {
    const ir::Expr *operand = copy.expr(negation->operand);
    const auto *inner = dyn_cast<ir::UnaryExpr>(operand);
    return inner && inner->op == ir::UnaryOp::LNot
               ? inner->operand
               : module.unary(ir::UnaryOp::LNot, operand, e->loc);
  }
  if (const auto *called = dyn_cast<ir::LibraryCallExpr>(e))
    return runtimeCall(*called);
  if (const auto *called = dyn_cast<ir::CallExpr>(e)) {
    if (const ir::Expr *element = OtherExtents(*this).indexedBy(*called))
      return copy.expr(element);
    std::vector<const ir::Expr *> values;
    const ir::Function *target =
        handOver(called->callee, called->arguments, loc, values);
    return target ? module.call(target, values, e->loc) : e;
  }
  if (const auto *compared = dyn_cast<ir::BinaryExpr>(e))
    if (const ir::Expr *numbers = elementNumbers(compared))
      return numbers;
  if (const ir::Expr *asked = site.isFailing() ? e : addressTest(e))
    return asked;
  if (const auto *read = dyn_cast<ir::ContainerReadExpr>(e))
    if (const ir::Expr *size = containerSize(read))
      return size;
  return usesPointer(e) ? e : nullptr;
}

/// What stands for a variable that is no variable of the copy; null: none.
const ir::Expr *Body::knownValue(const ir::ValueExpr &named) {
  if (const ir::Variable *other = held.lookup(named.variable))
    return module.referenceTo(module.place(other), named.loc);
  if (const ir::Expr *constant = results.lookup(named.variable))
    return constant;
  const auto found = values.find(named.variable);
  if (found == values.end())
    return nullptr;
  Part part;
  part.object = found->second;
  part.type = part.object.type;
  const ir::Place *place = datum(part);
  return place ? module.load(place, named.loc) : &named;
}

std::string regtt::recognise::mayThrow(const ir::Statement *s) {
  const auto *called = dyn_cast<ir::LibraryCallStatement>(s);
  if (called && called->name == "std::optional::value")
    return "it throws where there is no value; write '*' if there always is";
  if (!called || lastName(called->name) != "at" || called->arguments.empty())
    return "";
  const auto *container = llvm::dyn_cast_or_null<ir::LibraryType>(
      ir::pointeeOf(called->arguments[0]->type));
  const bool isMap = container && ir::keyOf(container);
  return isMap ? "it throws where no element is"
               : "it throws where no element is, and that one always is there "
                 "is not proved; write '[]' if it is";
}

/// What the library does, and engines do not.
void Body::refuseLibrary(const ir::Statement *s) {
  if (const auto *called = dyn_cast<ir::LibraryCallStatement>(s)) {
    const llvm::StringRef name = lastName(called->name);
    std::string why = mayThrow(s);
    if (name == "strcmp" || name == "strncmp" || name == "memcmp" ||
        name == "compare")
      why = "the standard lays down no more than the sign of what it returns; "
            "compare that with 0";
    else if (why.empty())
      why = "what the library does in it is not carried";
    site.refuse(s->loc, Diag::RTT2008, {name.str(), why});
  } else if (const auto *change = dyn_cast<ir::ContainerChangeStatement>(s)) {
    refuseChange(s, change->container,
                 methodOf(change->op, isQueue(change->container->type)));
  } else {
    site.refuse(s->loc, Diag::RTT2004, {"what ends the program"});
  }
}

//===--- Statements -------------------------------------------------------===//

/// `let %t: ref i32 = %k`: another name for a reference that the copy has.
bool Body::isOtherName(const ir::Variable *variable, const ir::Expr *value) {
  const auto *named = llvm::dyn_cast_or_null<ir::ValueExpr>(value);
  if (!named || !variable->isFixed() ||
      named->variable->type != variable->type || !variable->type->isReference())
    return false;
  const ir::Variable *known = named->variable;
  if (const ir::Variable *other = held.lookup(known)) {
    held[variable] = other;
    return true;
  }
  const ir::Variable *other = copy.variables.lookup(known);
  if (!other || objects.count(known) || links.count(known))
    return false;
  copy.variables[variable] = other;
  if (const auto found = pointers.find(known); found != pointers.end()) {
    const bool isWalked = found->second;
    pointers[variable] = isWalked;
  }
  return true;
}

Body::Statements Body::store(const ir::StoreStatement &s) {
  if (const ir::Place *held = linkPlace(s.place)) {
    const ir::Expr *link = childOf(s.value);
    if (!link || !held->type->isLink())
      noChild(s.place->variable(), s.value, s.loc);
    return site.isFailing()
               ? std::vector<ir::Statement *>()
               : std::vector<ir::Statement *>{module.store(held, link, s.loc)};
  }
  if (auto made = KeptContainers(*this).emptied(s.place, s.value, s.loc))
    return made;
  for (const auto each : {&Body::storeNode, &Body::storeNumber,
                          &Body::storePointer, &Body::storeAddress})
    if (auto made = (this->*each)(s))
      return made;
  const ir::Variable *whole = s.place->wholeVariable();
  if (whole && objects.count(whole)) {
    site.refuse(s.loc, Diag::RTT2004, {"an assignment to a pointer"});
    return std::vector<ir::Statement *>();
  }
  isStored = true;
  const ir::Place *place = copy.place(s.place);
  isStored = false;
  const ir::Expr *value = copy.expr(s.value);
  if (!place)
    return std::vector<ir::Statement *>();
  if (whole && whole->kind == ir::Variable::Parameter && values.count(whole))
    site.refuse(s.loc, Diag::RTT2004, {"a change of '" + whole->name + "'"});
  write(place, s.loc, spelled(module, s.place));
  if (site.isFailing())
    return std::vector<ir::Statement *>();
  return std::vector<ir::Statement *>{module.store(place, value, s.loc)};
}

/// What a call hands on as a value; a struct is handed by reference.
const ir::Expr *Body::argument(const ir::Expr *e, const ir::Type *type) {
  if (e->type == type)
    return copy.expr(e);
  if (const auto *value = dyn_cast<ir::ValueExpr>(e))
    if (const ir::Variable *other = held.lookup(value->variable))
      return module.load(module.place(other), e->loc);
  if (const auto *address = dyn_cast<ir::AddressExpr>(e)) {
    const ir::Place *from = copy.place(address->place);
    if (from && from->type == type)
      return module.load(from, e->loc);
  } else if (const auto to = pointee(e); to && to->type == type) {
    // What a reference that was made before the call leads to.
    Part part;
    part.object = *to;
    part.type = type;
    if (const ir::Place *from = datum(part))
      return module.load(from, e->loc);
  }
  site.refuse(e->loc ? e->loc : loc, Diag::RTT2022,
              {spelled(module, e), spelled(module, e->type)});
  return module.zero(type, e->loc);
}

ir::Statement *Body::visit(const ir::CallStatement &s) {
  auto *made = module.make<ir::VisitStatement>(s.loc);
  made->callee = site.kernel.enter;
  made->source = site.texts.of(s.loc).value_or("").str();
  std::replace(made->source.begin(), made->source.end(), '\n', ' ');
  const ir::Expr *link = isNeverSet(s.arguments[site.nodeParam])
                             ? nullptr
                             : childOf(s.arguments[site.nodeParam]);
  if (!link || (self && ir::equal(link, self))) {
    const ir::Expr *handed = s.arguments[site.nodeParam];
    if (!site.isFailing())
      site.refuse(handed->loc ? handed->loc : s.loc, Diag::RTT2010,
                  {spelledIn(module, *from.body, handed)});
    return made;
  }
  made->arguments = {link};
  for (unsigned k = 0; k < site.roles.size(); ++k)
    if (site.roles[k].kind == Role::Argument)
      made->arguments.push_back(argument(s.arguments[k], site.argumentType(k)));
  if (s.result) {
    ir::Variable *result =
        module.variable(s.result->kind, s.result->name,
                        keptOf(site, s.result->type), s.result->loc);
    copy.variables[s.result] = result;
    made->result = result;
  }
  return made;
}

/// A block of the lowering's or the user's: not one where nothing that it
/// declares is left.
Body::Statements Body::block(const ir::BlockStatement &s) {
  const auto declares = [](const ir::BlockStatement &block) {
    return llvm::any_of(block.statements, [](const ir::Statement *each) {
      return ir::declaredBy(each) != nullptr;
    });
  };
  if (!s.label.empty() || !declares(s))
    return std::nullopt;
  ir::BlockStatement *made = copy.block(&s);
  return declares(*made) ? std::vector<ir::Statement *>{made}
                         : made->statements;
}

/// Whether the program ends there and then, as devices have it, too: an
/// assertion that fails, `abort`. Others run what the user may have set.
static bool isEnd(const ir::TrapStatement &s) {
  return s.message != "terminate" && s.message != "__glibcxx_assert_fail";
}

Body::Statements Body::statement(const ir::Statement *s) {
  loc = s->loc ? s->loc : loc;
  const ir::Variable *declared = ir::declaredBy(s);
  if (!refused.empty() && namesAny(s, refused)) {
    if (declared)
      refused.insert(declared);
    return std::vector<ir::Statement *>();
  }
  const bool wasFine = !site.isFailing();
  auto made = ordinary(s);
  if (declared && wasFine && site.isFailing()) {
    refused.insert(declared);
    site.settle();
  }
  return made;
}

Body::Statements Body::ordinary(const ir::Statement *s) {
  if (auto made = special(s))
    return made;
  const bool wasFine = !site.isFailing();
  if (auto children = childLoop(s))
    return children;
  if (isa<ir::ReturnStatement>(s) && isLeft)
    return std::vector<ir::Statement *>{module.ret(nullptr, s->loc)};
  if (const auto *leave = dyn_cast<ir::ReturnStatement>(s);
      leave && leave->value && leave->value->type->isPointer() &&
      &from == site.traversal) {
    const ir::Type *number = keptOf(site, leave->value->type);
    const ir::Variable *visited = heldIn(leave->value);
    visited = visited ? copy.variables.lookup(visited) : nullptr;
    const bool isKept = visited && visited->type == number;
    const ir::Expr *carried = numberOfCarried(leave->value);
    const ir::Expr *value = carried ? copy.expr(carried)
                            : isKept
                                ? module.load(module.place(visited), s->loc)
                                : address(leave->value, leave->value->type);
    if (value && !isKept && !carried)
      value = module.cast(ir::CastOp::PtrToInt, number, value, false, s->loc);
    if (!value)
      site.refuse(loc, Diag::RTT2050,
                  {spelled(from), "where it leads is not known"});
    return std::vector<ir::Statement *>{module.ret(value, s->loc)};
  }
  if (const auto *leave = dyn_cast<ir::ReturnStatement>(s);
      leave && leave->value && ir::pointeeOf(leave->value->type) &&
      KeptData(*this).behind(leave->value)) {
    site.refuse(loc, Diag::RTT2041, {spelled(module, leave->value)});
    return std::vector<ir::Statement *>();
  }
  if (const auto *let = dyn_cast<ir::LetStatement>(s))
    return declare(let->variable, let->value, s->loc);
  if (const auto *var = dyn_cast<ir::VarStatement>(s))
    return declare(var->variable, var->init, s->loc);
  if (const auto *stored = dyn_cast<ir::StoreStatement>(s)) {
    auto made = store(*stored);
    if (wasFine)
      site.settle();
    return made;
  }
  if (const auto *called = dyn_cast<ir::CallStatement>(s)) {
    ir::Statement *made =
        called->callee == site.traversal ? visit(*called) : helperCall(*called);
    if (wasFine && !called->result)
      site.settle();
    return std::vector<ir::Statement *>{made};
  }
  if (const auto *counting = dyn_cast<ir::LoopStatement>(s))
    return loop(*counting);
  if (const auto *range = dyn_cast<ir::RangeLoopStatement>(s))
    return rangeLoop(*range);
  if (const auto *inner = dyn_cast<ir::BlockStatement>(s)) {
    auto flat = flattened(*inner);
    return flat ? flat : block(*inner);
  }
  if (const auto *called = dyn_cast<ir::LibraryCallStatement>(s))
    return libraryCall(*called);
  if (const auto *change = dyn_cast<ir::ContainerChangeStatement>(s))
    return containerChange(*change);
  const auto *trap = dyn_cast<ir::TrapStatement>(s);
  if (trap && !isEnd(*trap)) {
    refuseLibrary(s);
    return std::vector<ir::Statement *>();
  }
  return std::nullopt;
}
