// A local of several pointers and numbers becomes one local for each of them:
//
//     var %r: @Range                            var %r_b: ptr i32
//     store %r = aggregate<@Range>(%b, %e)  ->  var %r_e: ptr i32
//     ... ne(load %p, load %r.e)                store %r_b = %b
//                                               store %r_e = %e
//                                               ... ne(load %p, load %r_e)
//
// and the elements of a span are those behind its pointer:
//
//     each %x: ref i32 in %s                    for { var %k: u64 = 0 }
//       ...                                 ->  while lt(load %k, load %s_size)
//                                                 let %x = refof %s_data[load
//                                                 %k]
//
// It is done for those that are only made of others' values, and looked at part
// by part.
#include "SplitValues.h"
#include "LocalUses.h"
#include "ValueParts.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Splitter {
public:
  Splitter(ir::Module &module, ir::BlockStatement *&body)
      : module(module), body(body), copy(module) {}

  void run() {
    nameThemselves();
    find();
    for (bool shrinks = true; shrinks;)
      shrinks = drop();
    if (split.empty())
      return;
    copy.onDeclare = [](const ir::Variable *declared) { return declared; };
    copy.onExpr = [this](const ir::Expr *e) { return expr(e); };
    copy.onPlace = [this](const ir::Place *place) {
      return this->place(place);
    };
    copy.onStatement = [this](const ir::Statement *s) { return statement(s); };
    body = copy.block(body);
  }

private:
  using Parts = std::vector<const ir::Variable *>;

  //===--- Names for them -------------------------------------------------===//

  /// `let %range: ref @Range = refof %t`, as a range-based loop begins with:
  /// what is said of the one is said of the other.
  void nameThemselves() {
    llvm::DenseMap<const ir::Variable *, const ir::Place *> names;
    ir::walk(static_cast<const ir::Statement *>(body),
             [&](const ir::Statement *s) {
               const auto *let = dyn_cast<ir::LetStatement>(s);
               const auto *address =
                   let ? dyn_cast<ir::AddressExpr>(let->value) : nullptr;
               if (address && address->place->wholeVariable() &&
                   let->variable->type->isReference() &&
                   valueParts(module, address->place->type))
                 names[let->variable] = address->place;
             });
    if (names.empty())
      return;
    ir::Mapper mapper(module);
    mapper.onDeclare = [](const ir::Variable *declared) { return declared; };
    mapper.onExpr = [&](const ir::Expr *e) -> const ir::Expr * {
      const auto *value = dyn_cast<ir::ValueExpr>(e);
      const ir::Place *place = value ? names.lookup(value->variable) : nullptr;
      return place ? module.referenceTo(place, e->loc) : nullptr;
    };
    mapper.onPlace = [&](const ir::Place *place) -> const ir::Place * {
      const auto *deref = place->steps.size() == 1
                              ? std::get_if<ir::DerefStep>(&place->steps[0])
                              : nullptr;
      return deref && !deref->offset && place->variable()
                 ? names.lookup(place->variable())
                 : nullptr;
    };
    mapper.onStatement = [&](const ir::Statement *s)
        -> std::optional<std::vector<ir::Statement *>> {
      const auto *let = dyn_cast<ir::LetStatement>(s);
      if (!let || !names.count(let->variable))
        return std::nullopt;
      return std::vector<ir::Statement *>();
    };
    body = mapper.block(body);
  }

  //===--- Which are split ------------------------------------------------===//

  void find() {
    ir::walk(
        static_cast<const ir::Statement *>(body), [&](const ir::Statement *s) {
          const ir::Variable *made = ir::declaredBy(s);
          if (!isa<ir::VarStatement, ir::LetStatement>(s) || made->isVolatile)
            return;
          if (const auto parts = valueParts(module, made->type))
            split.insert({made, {}});
        });
  }

  bool has(const ir::Variable *variable) const {
    return variable && split.count(variable);
  }

  /// Whether `e` has parts that may be named one by one.
  bool isMade(const ir::Expr *e) {
    if (has(heldIn(e)) || !partsMade(module, e).empty())
      return true;
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
      return isMade(choice->whenTrue) && isMade(choice->whenFalse);
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    return load && !isSpan(e->type);
  }

  /// Whether what is asked of the place is asked of a part.
  static bool isOfPart(const ir::Place *place) {
    if (place->steps.empty())
      return false;
    return isSpan(place->variable()->type)
               ? std::holds_alternative<ir::ElementStep>(place->steps[0])
               : partAt(place->steps[0]).has_value();
  }

  bool drop() {
    llvm::SmallPtrSet<const ir::Variable *, 8> bad;
    const auto all = static_cast<const ir::Statement *>(body);
    ir::walk(all, [&](const ir::Statement *s) {
      if (const auto *var = dyn_cast<ir::VarStatement>(s))
        return lookAt(var->variable, var->init, bad);
      if (const auto *let = dyn_cast<ir::LetStatement>(s))
        return lookAt(let->variable, let->value, bad);
      const auto *store = dyn_cast<ir::StoreStatement>(s);
      if (store && has(store->place->wholeVariable()))
        return lookAt(store->place->wholeVariable(), store->value, bad);
      ir::forEachPlace(s, [&](const ir::Place *place) {
        const bool isWholeSpan = isa<ir::RangeLoopStatement>(s) &&
                                 place->wholeVariable() &&
                                 isSpan(place->type) && isSimple(s);
        if (has(place->variable()) && !isOfPart(place) && !isWholeSpan)
          bad.insert(place->variable());
      });
      ir::forEachOperand(s, [&](const ir::Expr *e) { lookIn(e, bad); });
    });
    for (const ir::Variable *variable : bad)
      split.erase(variable);
    return !bad.empty();
  }

  static bool isSimple(const ir::Statement *s) {
    const auto *each = llvm::cast<ir::RangeLoopStatement>(s);
    return each->variable->type->isReference() && !each->isParallel;
  }

  using Bad = llvm::SmallPtrSetImpl<const ir::Variable *>;

  /// A value that a variable is given.
  void lookAt(const ir::Variable *variable, const ir::Expr *value, Bad &bad) {
    if (!value)
      return;
    if (!has(variable))
      return lookIn(value, bad);
    if (!isMade(value))
      bad.insert(variable);
    lookInValue(value, bad);
  }

  /// What is evaluated of a value by parts.
  void lookInValue(const ir::Expr *value, Bad &bad) {
    if (has(heldIn(value)))
      return;
    if (const auto *choice = dyn_cast<ir::SelectExpr>(value)) {
      lookIn(choice->condition, bad);
      lookInValue(choice->whenTrue, bad);
      return lookInValue(choice->whenFalse, bad);
    }
    lookIn(value, bad);
  }

  /// An expression of which a whole variable is none.
  void lookIn(const ir::Expr *e, Bad &bad) {
    const ir::Place *place = ir::placeOf(e);
    if (const auto *value = dyn_cast<ir::ValueExpr>(e);
        value && has(value->variable))
      bad.insert(value->variable);
    if (place && has(place->variable()) && !isOfPart(place) && !isAsked(e))
      bad.insert(place->variable());
    ir::forEachOperand(e, [&](const ir::Expr *part) { lookIn(part, bad); });
  }

  /// Whether `e` asks a span for what its parts tell.
  static bool isAsked(const ir::Expr *e) {
    const auto *read = dyn_cast<ir::ContainerReadExpr>(e);
    return read && isSpan(read->container->type) &&
           read->container->wholeVariable() &&
           (read->op == ir::ReadOp::Data || read->op == ir::ReadOp::Size ||
            read->op == ir::ReadOp::Empty);
  }

  //===--- The exchange ---------------------------------------------------===//

  const Parts &partsOf(const ir::Variable *variable) {
    Parts &parts = split.find(variable)->second;
    const auto types = valueParts(module, variable->type);
    if (parts.empty())
      for (const ValuePart &part : *types)
        parts.push_back(module.variable(ir::Variable::Local,
                                        variable->name + "_" + part.name,
                                        part.type, variable->loc));
    return parts;
  }

  const ir::Expr *partOf(const ir::Expr *e, unsigned k) {
    if (const ir::Variable *held = heldIn(e); has(held))
      return module.load(module.place(partsOf(held)[k]), e->loc);
    if (const auto made = partsMade(module, e); !made.empty())
      return copy.expr(made[k]);
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
      return module.select(copy.expr(choice->condition),
                           partOf(choice->whenTrue, k),
                           partOf(choice->whenFalse, k), e->loc);
    return module.load(
        recognise::partOf(module,
                          copy.place(llvm::cast<ir::LoadExpr>(e)->place), k),
        e->loc);
  }

  const ir::Expr *expr(const ir::Expr *e) {
    const auto *read = dyn_cast<ir::ContainerReadExpr>(e);
    if (!read || !isAsked(e) || !has(read->container->variable()))
      return nullptr;
    const Parts &parts = partsOf(read->container->variable());
    const ir::Expr *size = module.load(module.place(parts[1]), e->loc);
    switch (read->op) {
    case ir::ReadOp::Data:
      return module.load(module.place(parts[0]), e->loc);
    case ir::ReadOp::Size:
      return size;
    default:
      return module.binary(ir::BinaryOp::Eq, size,
                           module.integer(size->type, 0, e->loc), e->loc);
    }
  }

  const ir::Place *place(const ir::Place *place) {
    const ir::Variable *variable = place->variable();
    if (!has(variable) || place->steps.size() != 1)
      return nullptr;
    const Parts &parts = partsOf(variable);
    if (const auto *element = std::get_if<ir::ElementStep>(&place->steps[0]))
      return module.deref(module.place(parts[0]), copy.expr(element->index));
    return module.place(parts[*partAt(place->steps[0])]);
  }

  using Statements = std::vector<ir::Statement *>;

  /// All are evaluated ahead of the first store: a value may name the variable.
  void give(const ir::Variable *variable, const ir::Expr *value,
            ir::Location loc, Statements &made) {
    const Parts &parts = partsOf(variable);
    const bool isOfOthers = !namesIn(value, variable);
    std::vector<const ir::Expr *> values;
    for (unsigned k = 0; k < parts.size(); ++k)
      values.push_back(partOf(value, k));
    if (!isOfOthers)
      for (const ir::Expr *&each : values) {
        ir::Variable *held =
            module.variable(ir::Variable::Let, variable->name, each->type, loc);
        made.push_back(module.let(held, each, loc));
        each = module.load(module.place(held), loc);
      }
    for (unsigned k = 0; k < parts.size(); ++k)
      made.push_back(module.store(module.place(parts[k]), values[k], loc));
  }

  static bool namesIn(const ir::Expr *e, const ir::Variable *variable) {
    bool result = false;
    ir::walk(e, [&](const ir::Expr *part) {
      const ir::Place *place = ir::placeOf(part);
      const auto *value = dyn_cast<ir::ValueExpr>(part);
      result |= (place && place->variable() == variable) ||
                (value && value->variable == variable);
    });
    return result;
  }

  std::optional<Statements> statement(const ir::Statement *s) {
    Statements made;
    if (const auto *each = dyn_cast<ir::RangeLoopStatement>(s);
        each && has(each->range->wholeVariable()))
      return counted(*each);
    const auto *var = dyn_cast<ir::VarStatement>(s);
    const auto *let = dyn_cast<ir::LetStatement>(s);
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    const ir::Variable *variable = var     ? var->variable
                                   : let   ? let->variable
                                   : store ? store->place->wholeVariable()
                                           : nullptr;
    if (!has(variable))
      return std::nullopt;
    if (!store)
      for (const ir::Variable *part : partsOf(variable))
        made.push_back(module.var(part, nullptr, s->loc));
    const ir::Expr *value = var ? var->init : let ? let->value : store->value;
    if (value)
      give(variable, value, s->loc, made);
    return made;
  }

  /// Over the elements that it has ahead of the loop, whatever its body does.
  Statements counted(const ir::RangeLoopStatement &each) {
    Statements made;
    Parts parts;
    for (const ir::Variable *part : partsOf(each.range->wholeVariable())) {
      ir::Variable *held =
          module.variable(ir::Variable::Let, part->name, part->type, each.loc);
      made.push_back(
          module.let(held, module.load(module.place(part)), each.loc));
      parts.push_back(held);
    }
    const ir::Type *number = module.intType(ir::IntType::U64);
    ir::Variable *k =
        module.variable(ir::Variable::Local, "k", number, each.loc);
    const auto at = [&] { return module.load(module.place(k), each.loc); };
    auto *loop = module.make<ir::LoopStatement>();
    loop->loc = each.loc;
    loop->form = ir::LoopForm::For;
    loop->init =
        module.block({module.var(k, module.integer(number, 0, each.loc))});
    loop->condition =
        module.binary(ir::BinaryOp::Lt, at(),
                      module.load(module.place(parts[1]), each.loc), each.loc);
    loop->step = module.block({module.store(
        module.place(k), module.binary(ir::BinaryOp::Add, at(),
                                       module.integer(number, 1, each.loc)))});
    loop->body = copy.block(each.body);
    auto &list = loop->body->statements;
    list.insert(
        list.begin(),
        module.let(each.variable,
                   module.referenceTo(
                       module.deref(module.place(parts[0]), at()), each.loc),
                   each.loc));
    made.push_back(loop);
    return made;
  }

  ir::Module &module;
  ir::BlockStatement *&body;
  ir::Mapper copy;
  llvm::MapVector<const ir::Variable *, Parts> split;
};

} // namespace

void recognise::splitValues(ir::Module &module, ir::BlockStatement *&body) {
  Splitter(module, body).run();
}
