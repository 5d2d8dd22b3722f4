// An iteration's pointers along a row become numbers, so that the loop along
// the row counts:
//
//     int *p = col + row[i];                         int64 p = row[i];
//     int *e = col + row[i + 1];                     int64 e = row[i + 1];
//     for (; p < e; p++)                       ->    for (; p < e; p++)
//       s += x[*p];                                    s += x[col[p]];
//
// It is done for pointers all of whose values lead into one array, which
// nothing in the loop makes another one, and of which one at least is moved on.
#include "WalkedPointers.h"
#include "Deferral.h"
#include "LocalUses.h"
#include "PointerFamily.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Walked {
public:
  Walked(ir::Module &module, const ir::Function &host,
         ir::BlockStatement *&body)
      : module(module), host(host), body(body) {}

  void run() {
    findPointers();
    for (bool grows = true; grows;) {
      grows = false;
      for (auto &[pointer, array] : arrays)
        grows |= findArray(pointer, array);
    }
    while (const PointedArray *array = someWalked())
      number(*array);
  }

private:
  /// What a pointer leads into.
  struct Leads {
    std::vector<const ir::Expr *> values;
    std::optional<PointedArray> array; ///< nothing: none is known yet
    bool isOpen = false;               ///< into others, or nobody knows
    bool isMoved = false;
  };

  static const ir::Expr *declaredValue(const ir::Statement *s) {
    if (const auto *var = dyn_cast<ir::VarStatement>(s))
      return var->init;
    const auto *let = dyn_cast<ir::LetStatement>(s);
    return let ? let->value : nullptr;
  }

  void findPointers() {
    uses = usesOf(body);
    const auto all = static_cast<const ir::Statement *>(body);
    ir::walk(all, [&](const ir::Statement *s) {
      const ir::Variable *made = ir::declaredBy(s);
      if (!made || !isa<ir::VarStatement, ir::LetStatement>(s))
        return;
      own.insert(made);
      if (!made->type->isPointer() || made->isVolatile ||
          uses.lookup(made).isAddressed || isLeftToHost(body, made))
        return;
      Leads &leads = arrays[made];
      if (const ir::Expr *value = declaredValue(s))
        leads.values.push_back(value);
    });
    ir::walk(all, [&](const ir::Statement *s) {
      const auto *store = dyn_cast<ir::StoreStatement>(s);
      ir::forEachPlace(s, [&](const ir::Place *place) {
        const auto found = arrays.find(place->wholeVariable());
        if (found == arrays.end())
          return;
        found->second.isMoved = true;
        if (store)
          found->second.values.push_back(store->value);
        else
          found->second.isOpen = !isa<ir::VarStatement, ir::LetStatement>(s);
      });
    });
  }

  Leads *known(const ir::Variable *variable) {
    const auto found = arrays.find(variable);
    return found == arrays.end() ? nullptr : &found->second;
  }

  /// Takes over what `e` leads into; false: that is no single array.
  bool follow(const ir::Expr *e, std::optional<PointedArray> &array) {
    const auto meet = [&](const std::optional<PointedArray> &other) {
      if (other && array && !(*array == *other))
        return false;
      array = array ? array : other;
      return true;
    };
    if (isa<ir::NullExpr>(e))
      return true;
    const ir::Expr *offset = nullptr;
    const auto *address = dyn_cast<ir::AddressExpr>(e);
    const ir::Variable *held =
        address ? PointerFamily::behind(address->place, offset) : heldIn(e);
    if (const Leads *other = known(held))
      return !other->isOpen && meet(other->array);
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
      return follow(choice->whenTrue, array) &&
             follow(choice->whenFalse, array);
    const auto *moved = dyn_cast<ir::BinaryExpr>(e);
    if (moved && moved->op == ir::BinaryOp::PtrAdd &&
        !isa<ir::LoadExpr>(moved->left))
      return follow(moved->left, array);
    if (moved && known(heldIn(moved->left)))
      return follow(moved->left, array);
    const auto pointer = elementPointer(module, e);
    if (pointer)
      return meet(pointer->array);
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    return load && isNamed(load->place) &&
           meet(PointedArray{PointedArray::Pointer, load->place});
  }

  /// Whether that told something new.
  bool findArray(const ir::Variable *pointer, Leads &leads) {
    if (leads.isOpen)
      return false;
    const std::optional<PointedArray> before = leads.array;
    for (const ir::Expr *value : leads.values)
      leads.isOpen |=
          value->type != pointer->type || !follow(value, leads.array);
    if (leads.array && !before)
      leads.isOpen |= !stays(*leads.array, pointer);
    return leads.isOpen || (leads.array && !before);
  }

  //===--- Arrays that stay what they are ---------------------------------===//

  bool stays(const PointedArray &array, const ir::Variable *pointer) const {
    const ir::Place *holder = array.holder;
    const ir::Type *element =
        array
            .element(module,
                     module.integer(module.intType(ir::IntType::I64), 0))
            ->type;
    const ir::Variable *root = holder->variable();
    if (element != ir::pointeeOf(pointer->type))
      return false;
    if (array.kind == PointedArray::Array && holder->steps.empty())
      return true; // the variable itself
    if (root && own.contains(root))
      return false;
    const LocalUse use = uses.lookup(root);
    return !use.changes && !isLent(root) && !isStored(holder) &&
           stayTheSame(module, host, {array});
  }

  /// Whether the body takes the address of the variable, or of a part of it;
  /// elements of a container lie elsewhere.
  bool isLent(const ir::Variable *root) const {
    bool result = false;
    llvm::SmallPtrSet<const ir::Expr *, 8> looked; // by what has no effect
    ir::walkExprs(
        static_cast<const ir::Statement *>(body), [&](const ir::Expr *e) {
          if (const auto *call = dyn_cast<ir::CallExpr>(e))
            looked.insert(call->arguments.begin(), call->arguments.end());
        });
    ir::walkExprs(
        static_cast<const ir::Statement *>(body), [&](const ir::Expr *e) {
          const auto *address =
              looked.contains(e) ? nullptr : dyn_cast<ir::AddressExpr>(e);
          const ir::Place *place = address ? address->place : nullptr;
          result |= place && root && place->variable() == root &&
                    !place->isIndirect() &&
                    llvm::none_of(place->steps, [](auto &step) {
                      return std::holds_alternative<ir::ElementStep>(step);
                    });
        });
    return result;
  }

  /// Whether the body may store to what is called so, by that name or another.
  bool isStored(const ir::Place *holder) const {
    llvm::SmallVector<const ir::Type *> types{holder->type};
    for (size_t k = 0; k < holder->steps.size(); ++k)
      types.push_back(
          module.place(holder->root, holder->steps.take_front(k))->type);
    bool result = false;
    ir::walk(
        static_cast<const ir::Statement *>(body), [&](const ir::Statement *s) {
          ir::forEachPlace(s, [&](const ir::Place *place) {
            result |= llvm::is_contained(types, place->type) &&
                      !own.contains(place->wholeVariable());
          });
          result |= isa<ir::LibraryCallStatement>(s) && !holder->steps.empty();
        });
    return result;
  }

  //===--- The exchange ---------------------------------------------------===//

  /// Whether the body compares the family with other pointers.
  bool isUsedElsewise(const PointerFamily &family) const {
    bool result = false;
    ir::walkExprs(
        static_cast<const ir::Statement *>(body), [&](const ir::Expr *e) {
          const auto *both = dyn_cast<ir::BinaryExpr>(e);
          if (!both || (both->op != ir::BinaryOp::PtrDiff &&
                        !ir::isComparison(both->op)))
            return;
          const bool asksForNull =
              (both->op == ir::BinaryOp::Eq || both->op == ir::BinaryOp::Ne) &&
              (isa<ir::NullExpr>(both->left) || isa<ir::NullExpr>(both->right));
          result |= !asksForNull &&
                    family.derives(both->left) != family.derives(both->right);
        });
    return result;
  }

  const PointedArray *someWalked() {
    for (auto &[pointer, leads] : arrays)
      if (leads.isMoved && leads.array && !leads.isOpen)
        return &*leads.array;
    return nullptr;
  }

  void number(const PointedArray &found) {
    const PointedArray array = found;
    ir::Mapper copy(module);
    const ir::Variable *first = nullptr;
    for (const auto &[pointer, leads] : arrays)
      if (!first && leads.isMoved && !leads.isOpen && leads.array == array)
        first = pointer;
    PointerFamily family(module, copy, first->type, array);
    for (const auto &[pointer, leads] : arrays)
      if (leads.array == array && !leads.isOpen && pointer->type == first->type)
        family.members.insert(pointer);
    for (const ir::Variable *member : family.members)
      for (const ir::Expr *value : arrays.find(member)->second.values)
        ir::walk(value, [&](const ir::Expr *part) {
          family.isNullable |= isa<ir::NullExpr>(part);
        });
    const bool isRight = !isUsedElsewise(family);
    if (isRight) {
      copy.onDeclare = [](const ir::Variable *declared) { return declared; };
      copy.onExpr = [&](const ir::Expr *e) { return family.expr(e); };
      copy.onPlace = [&](const ir::Place *p) { return family.place(p); };
      copy.onStatement = [&](const ir::Statement *s) {
        return family.statement(s);
      };
      body = copy.block(body);
    }
    for (const ir::Variable *member : family.members)
      arrays.erase(member);
  }

  ir::Module &module;
  const ir::Function &host;
  ir::BlockStatement *&body;
  LocalUses uses;
  llvm::SmallPtrSet<const ir::Variable *, 16> own; ///< that it declares
  llvm::MapVector<const ir::Variable *, Leads> arrays;
};

} // namespace

void recognise::numberWalkedPointers(ir::Module &module,
                                     const ir::Function &host,
                                     ir::BlockStatement *&body) {
  Walked(module, host, body).run();
}
