// A struct that a function between the loop and the recursion fills, so that
// one pointer hands on all that visits need:
//
//     var %s: @Search                        var %s: @Search
//     store %s.found = 0                     store %s.found = 0
//     store %s.dist = %memory            ->  let %s_dist: ptr f64 = %memory
//     call @visit(load %root,                call @visit(load %root,
//                 addressof %s)                          addressof %s, %s_dist)
//
//     fn @visit(%n: ptr @Node,               fn @visit(%n: ptr @Node,
//         %s: ptr @Search) {                     %s: ptr @Search,
//                                                %s_dist: ptr f64) {
//       store %s->dist[0] = ...                store %s_dist[0] = ...
//
// It is done where a pointer is set once, in the list of statements that
// declares the struct and ahead of all that looks at it, and nothing else can
// change it: the struct's address goes to functions whose bodies are here,
// which access fields by it and hand it on. What such a pointer leads to is
// asked by whoever asks it of any pointer.
#include "PointerFields.h"
#include "LocalUses.h"
#include "LoopCalls.h"
#include "PointerNumbers.h"
#include "SplitFields.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// The pointers that become ones of their own.
class Finder {
public:
  Finder(ir::Module &module, const ir::Function &host)
      : module(module), host(host) {}

  llvm::SetVector<const ir::Field *> run() {
    for (const ir::Function *function : module.functions())
      look(*function);
    for (const ir::NamedType *type : module.namedTypes())
      if (const auto *record = dyn_cast<ir::StructType>(type);
          record && record->isComplete())
        for (const ir::Field &field : record->fields())
          elsewhere.insert(structIn(field.type));
    llvm::SetVector<const ir::Field *> result;
    for (const ir::StructType *type : made)
      if (!elsewhere.contains(type) && type->isComplete() && !type->isUnion() &&
          type->isTriviallyCopyable() && !type->isPolymorphic())
        for (const ir::Field &field : type->fields())
          if (field.type->isPointer() && !field.isVolatile && !field.isBase &&
              !changed.contains(&field) && isSetOnce(field))
            result.insert(&field);
    return result;
  }

private:
  //===--- Where structs are ----------------------------------------------===//

  void look(const ir::Function &function) {
    elsewhere.insert(structIn(function.type->result));
    for (const ir::Variable *param : function.params)
      if (&function == &host || !function.body || param->isVolatile ||
          !structBehind(param))
        elsewhere.insert(structIn(param->type));
    if (!function.body)
      return;
    const bool isBetween = &function != &host && !function.isTraversal &&
                           leadsToTraversal(&function);
    ir::walk(static_cast<const ir::Statement *>(function.body),
             [&](const ir::Statement *s) { look(isBetween, s); });
    ir::walkExprs(function.body, [&](const ir::Expr *e) { look(e); });
  }

  void look(bool isBetween, const ir::Statement *s) {
    if (const ir::Variable *declared = ir::declaredBy(s)) {
      const auto *type = dyn_cast<ir::StructType>(declared->type);
      if (isBetween && type && isa<ir::VarStatement>(s) &&
          !declared->isVolatile)
        made.insert(type);
      else if (!isName(s))
        elsewhere.insert(structIn(declared->type));
    }
    // What is set as a whole, or is another's by its name.
    ir::forEachPlace(s, [&](const ir::Place *place) {
      lookAt(place, true);
      if (const ir::Field *field = wholeField(place);
          field && !(isa<ir::StoreStatement>(s) && isInVariable(place)))
        changed.insert(field);
      if (isWhole(place))
        elsewhere.insert(structIn(place->type));
    });
    const auto *call = dyn_cast<ir::CallStatement>(s);
    unsigned at = 0;
    ir::forEachOperand(s, [&](const ir::Expr *operand) {
      const unsigned number = at++;
      if (call && number < call->arguments.size())
        lookHanded(call->callee, number, operand);
      else if (!isName(s))
        keeps(operand);
    });
  }

  /// Another name for where a struct lies: `let %t: ptr @Search = load %s`.
  static bool isName(const ir::Statement *s) {
    const auto *let = dyn_cast<ir::LetStatement>(s);
    return let && structBehind(let->variable) && leadsToOne(let->value) &&
           ir::pointeeOf(let->value->type) == structBehind(let->variable);
  }

  /// Whether `e` is where a struct lies that is known by its name.
  static bool leadsToOne(const ir::Expr *e) {
    if (const auto *address = dyn_cast<ir::AddressExpr>(e))
      return isWhole(address->place);
    const ir::Variable *held = heldIn(e);
    return held && (held->kind == ir::Variable::Parameter ||
                    held->kind == ir::Variable::Let);
  }

  void look(const ir::Expr *e) {
    if (isa<ir::CastExpr>(e))
      elsewhere.insert(structIn(e->type));
    if (const ir::Place *place = ir::placeOf(e)) {
      lookAt(place, isa<ir::AddressExpr>(e));
      const ir::Field *field = wholeField(place);
      if (field && !isa<ir::LoadExpr>(e))
        changed.insert(field);
    }
    const auto *call = dyn_cast<ir::CallExpr>(e);
    unsigned at = 0;
    ir::forEachOperand(e, [&](const ir::Expr *operand) {
      if (call)
        lookHanded(call->callee, at++, operand);
      else
        keeps(operand);
    });
  }

  /// Globals, and what is accessed other than by a field of it. `isLasting`:
  /// not only its value is looked at.
  void lookAt(const ir::Place *place, bool isLasting) {
    if (place->global())
      elsewhere.insert(structIn(place->global()->type));
    const ir::Variable *variable = place->variable();
    if (!variable || fieldOf(place) || isWhole(place))
      return;
    if (isLasting || !place->wholeVariable())
      elsewhere.insert(structIn(variable->type));
  }

  /// An operand that is no call's argument has the struct, or where it lies.
  void keeps(const ir::Expr *e) {
    elsewhere.insert(
        llvm::dyn_cast_or_null<ir::StructType>(ir::pointeeOf(e->type)));
    if (const auto *load = dyn_cast<ir::LoadExpr>(e))
      elsewhere.insert(dyn_cast<ir::StructType>(load->type));
  }

  void lookHanded(const ir::Function *callee, size_t at, const ir::Expr *e) {
    const auto *to =
        llvm::dyn_cast_or_null<ir::StructType>(ir::pointeeOf(e->type));
    if (!to)
      keeps(e);
    else if (!callee->body || !leadsToOne(e) ||
             structBehind(callee->params[at]) != to)
      elsewhere.insert(to);
  }

  //===--- Where they are set ---------------------------------------------===//

  bool isSetOnce(const ir::Field &field) const {
    bool result = true;
    for (const ir::Function *function : module.functions()) {
      if (!function->body)
        continue;
      unsigned stores = 0, known = 0;
      ir::walk(static_cast<const ir::Statement *>(function->body),
               [&](const ir::Statement *s) {
                 ir::forEachPlace(s, [&](const ir::Place *place) {
                   stores += wholeField(place) == &field;
                 });
                 const auto *block = dyn_cast<ir::BlockStatement>(s);
                 if (!block)
                   return;
                 for (size_t k = 0; k < block->statements.size(); ++k)
                   if (const ir::Variable *declared =
                           ir::declaredBy(block->statements[k]);
                       declared && declared->type == field.parent)
                     result &= isSetIn(
                         llvm::ArrayRef(block->statements).drop_front(k), field,
                         known);
               });
      result &= stores == known;
    }
    return result;
  }

  /// Whether the struct that the first of these statements declares has the
  /// pointer from the beginning, or from the next one on that looks at it.
  static bool isSetIn(llvm::ArrayRef<ir::Statement *> statements,
                      const ir::Field &field, unsigned &stores) {
    const auto *var = llvm::cast<ir::VarStatement>(statements[0]);
    if (const auto *list = llvm::dyn_cast_or_null<ir::AggregateExpr>(var->init))
      return list->elements.size() == field.parent->fields().size();
    if (var->init && !isa<ir::ZeroExpr>(var->init))
      return false;
    for (const ir::Statement *s : statements.drop_front()) {
      if (const auto *store = dyn_cast<ir::StoreStatement>(s);
          store && store->place->variable() == var->variable &&
          wholeField(store->place) == &field) {
        ++stores;
        return !looksAt(store->value, var->variable, field);
      }
      if (looksAt(s, var->variable, field))
        return false;
    }
    return false;
  }

  static bool looksAt(const ir::Expr *e, const ir::Variable *variable,
                      const ir::Field &field) {
    bool result = false;
    ir::walk(e, [&](const ir::Expr *each) {
      const ir::Place *place = ir::placeOf(each);
      result |= place && looksAt(place, variable, field);
    });
    return result;
  }

  static bool looksAt(const ir::Statement *s, const ir::Variable *variable,
                      const ir::Field &field) {
    bool result = false;
    ir::walkExprs(s, [&](const ir::Expr *e) {
      const ir::Place *place = ir::placeOf(e);
      result |= place && looksAt(place, variable, field);
    });
    ir::walk(s, [&](const ir::Statement *each) {
      ir::forEachPlace(each, [&](const ir::Place *place) {
        result |= looksAt(place, variable, field);
      });
    });
    return result;
  }

  static bool looksAt(const ir::Place *place, const ir::Variable *variable,
                      const ir::Field &field) {
    const ir::Field *into = fieldOf(place);
    return place->variable() == variable && (!into || into == &field);
  }

  ir::Module &module;
  const ir::Function &host;
  llvm::SetVector<const ir::StructType *> made;
  llvm::SmallPtrSet<const ir::StructType *, 16> elsewhere;
  llvm::SmallPtrSet<const ir::Field *, 16> changed;
};

} // namespace

void recognise::splitPointerFields(ir::Module &module,
                                   const ir::Function &host) {
  if (auto fields = Finder(module, host).run(); !fields.empty())
    splitFields(module, host, fields);
}
