// Memory that a function between the loop and the recursion takes for as long
// as it runs, of a size that is known when the loop runs:
//
//     let %t: ptr void = call lib "malloc"(mul(load %n, 8:u64))
//     let %dist: ptr f64 = ptrtoptr<ptr f64>(%t)
//     store %dist[0] = 1.0    ...    call lib "free"(%dist)
//  -> var %dist: std::vector<f64> = std::vector(load %n)
//     store %dist[element 0] = 1.0
//
// It is done where nothing keeps the pointer: elements are accessed by it,
// calls are handed it, it is asked for null, which it is not, and it is given
// back. What nobody has written there is zero, which it may be.
#include "ScratchArrays.h"
#include "HandedVectors.h"
#include "KeptData.h"
#include "LocalUses.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringSwitch.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

static bool isHeld(const ir::Expr *e, const ir::Variable *variable) {
  return heldIn(sameAddress(e)) == variable;
}

namespace {

enum class Source { None, Alloca, Malloc, Calloc, Free };

Source sourceOf(const ir::LibraryCallStatement &call) {
  llvm::StringRef name = call.name;
  name.consume_front("std::");
  name.consume_front("__builtin_");
  return llvm::StringSwitch<Source>(name)
      .Case("alloca", Source::Alloca)
      .Case("malloc", Source::Malloc)
      .Case("calloc", Source::Calloc)
      .Case("free", Source::Free)
      .Default(Source::None);
}

/// An array that a function makes for itself.
struct Scratch {
  const ir::LibraryCallStatement *made = nullptr;
  const ir::Statement *declaration = nullptr; ///< of `pointer`
  const ir::Variable *pointer = nullptr;
  const ir::Expr *count = nullptr;
  const ir::Variable *vector = nullptr;
};

class Finder {
public:
  Finder(ir::Module &module, ir::Function &function)
      : module(module), function(function),
        number(module.intType(ir::IntType::U64)) {}

  std::vector<Scratch> run() {
    std::vector<Scratch> result;
    forEachStatement([&](const ir::Statement *s) {
      const auto *call = dyn_cast<ir::LibraryCallStatement>(s);
      const Source source = call ? sourceOf(*call) : Source::None;
      if (source == Source::None || source == Source::Free || !call->result)
        return;
      Scratch made;
      made.made = call;
      if (findPointer(made) && findCount(made, source) &&
          isNobodyElses(made, source))
        result.push_back(made);
    });
    return result;
  }

private:
  template <class F> void forEachStatement(F found) const {
    ir::walk(static_cast<const ir::Statement *>(function.body), found);
  }

  /// The one variable that is declared with it, and keeps it.
  bool findPointer(Scratch &made) const {
    unsigned uses = 0;
    ir::walkExprs(function.body, [&](const ir::Expr *e) {
      uses += heldIn(e) == made.made->result;
    });
    forEachStatement([&](const ir::Statement *s) {
      const auto *let = dyn_cast<ir::LetStatement>(s);
      const auto *var = dyn_cast<ir::VarStatement>(s);
      const ir::Expr *value = let ? let->value : var ? var->init : nullptr;
      if (!value || heldIn(withoutCast(value)) != made.made->result)
        return;
      made.declaration = s;
      made.pointer = let ? let->variable : var->variable;
    });
    const ir::Type *to =
        made.pointer ? ir::pointeeOf(made.pointer->type) : nullptr;
    return uses == 1 && to && !made.pointer->isVolatile && ir::sizeOf(to) &&
           (to->isInt() || to->isFloat() || to->isBool() || to->isEnum());
  }

  static const ir::Expr *withoutCast(const ir::Expr *e) {
    const auto *cast = dyn_cast<ir::CastExpr>(e);
    return cast && cast->op == ir::CastOp::PtrToPtr ? cast->operand : e;
  }

  //===--- How many elements ----------------------------------------------===//

  bool findCount(Scratch &made, Source source) const {
    const uint64_t size = *ir::sizeOf(ir::pointeeOf(made.pointer->type));
    const auto &given = made.made->arguments;
    if (source == Source::Calloc && given.size() == 2) {
      made.count = times(given[0], given[1], size);
      if (!made.count)
        made.count = times(given[1], given[0], size);
    } else if (given.size() == 1) {
      made.count = countIn(given[0], size);
    }
    return made.count != nullptr;
  }

  const ir::Expr *asNumber(const ir::Expr *e) const {
    return e->type == number
               ? e
               : module.cast(ir::CastOp::IntToInt, number, e, false, e->loc);
  }

  /// `count` things of `bytes` bytes, as elements of `size`; null: it is not
  /// known that there are only whole ones.
  const ir::Expr *times(const ir::Expr *count, const ir::Expr *bytes,
                        uint64_t size) const {
    const auto *each = dyn_cast<ir::IntExpr>(withoutWidening(bytes));
    if (!each || each->value().getActiveBits() > 32)
      return nullptr;
    const uint64_t of = each->value().getZExtValue();
    if (of == 0 || of % size != 0)
      return nullptr;
    return of == size
               ? asNumber(count)
               : module.binary(ir::BinaryOp::Mul, asNumber(count),
                               module.integer(number, int64_t(of / size)),
                               count->loc);
  }

  /// Of a number that is made wider: computed in a type that does not wrap
  /// around, it is the same there.
  static const ir::Expr *withoutWidening(const ir::Expr *e) {
    const auto *cast = dyn_cast<ir::CastExpr>(e);
    if (!cast || cast->op != ir::CastOp::IntToInt)
      return e;
    const auto to = ir::integerFormat(cast->type),
               from = ir::integerFormat(cast->operand->type);
    return to && from && from->bits <= to->bits &&
                   (from->isSigned || from->bits >= 64)
               ? withoutWidening(cast->operand)
               : e;
  }

  const ir::Expr *countIn(const ir::Expr *bytes, uint64_t size) const {
    bytes = withoutWidening(bytes);
    if (const auto *constant = dyn_cast<ir::IntExpr>(bytes))
      return times(module.integer(number, 1), constant, size);
    const auto *product = dyn_cast<ir::BinaryExpr>(bytes);
    if (!product || product->op != ir::BinaryOp::Mul)
      return nullptr;
    const ir::Expr *count = times(product->left, product->right, size);
    return count ? count : times(product->right, product->left, size);
  }

  //===--- What is done with it -------------------------------------------===//

  /// Whether all that names it is what becomes of a vector.
  bool isNobodyElses(const Scratch &made, Source source) const {
    const ir::Variable *pointer = made.pointer;
    bool isSet = false;
    unsigned uses = 0, known = 0;
    const auto isIt = [&](const ir::Expr *e) { return isHeld(e, pointer); };
    forEachStatement([&](const ir::Statement *s) {
      ir::forEachPlace(s, [&](const ir::Place *place) {
        isSet |= place->variable() == pointer && !firstStep(place, pointer);
      });
      const auto *call = dyn_cast<ir::CallStatement>(s);
      if (call && call->callee->body)
        known += llvm::count_if(call->arguments, isIt);
      const auto *library = dyn_cast<ir::LibraryCallStatement>(s);
      known += library && source != Source::Alloca && isFree(*library, made);
    });
    ir::walkExprs(function.body, [&](const ir::Expr *e) {
      uses += heldIn(e) == pointer;
      const ir::Place *place = ir::placeOf(e);
      isSet |= place && place->variable() == pointer &&
               !firstStep(place, pointer) && heldIn(e) != pointer;
      const auto *call = dyn_cast<ir::CallExpr>(e);
      if (call && call->callee->body)
        known += llvm::count_if(call->arguments, isIt);
      known += askedForNull(e, pointer).has_value();
    });
    return !isSet && uses == known;
  }

public:
  static bool isFree(const ir::LibraryCallStatement &call,
                     const Scratch &made) {
    return sourceOf(call) == Source::Free && call.arguments.size() == 1 &&
           isHeld(withoutCast(call.arguments[0]), made.pointer);
  }

  /// The answer to the question whether it is null, if `e` is one.
  static std::optional<bool> askedForNull(const ir::Expr *e,
                                          const ir::Variable *pointer) {
    if (const auto *cast = dyn_cast<ir::CastExpr>(e);
        cast && cast->op == ir::CastOp::ToBool &&
        isHeld(cast->operand, pointer))
      return true;
    if (const auto *asked = dyn_cast<ir::IntrinsicExpr>(e);
        asked && asked->op == ir::IntrinsicOp::IsNull &&
        isHeld(asked->arguments[0], pointer))
      return false;
    const auto *both = dyn_cast<ir::BinaryExpr>(e);
    if (!both || (both->op != ir::BinaryOp::Eq && both->op != ir::BinaryOp::Ne))
      return std::nullopt;
    const bool isAsked =
        (isa<ir::NullExpr>(both->left) && isHeld(both->right, pointer)) ||
        (isa<ir::NullExpr>(both->right) && isHeld(both->left, pointer));
    return isAsked ? std::optional(both->op == ir::BinaryOp::Ne) : std::nullopt;
  }

private:
  ir::Module &module;
  ir::Function &function;
  const ir::IntType *number;
};

/// The function's body with vectors for them.
class Rewriter {
public:
  Rewriter(ir::Module &module, std::vector<Scratch> all)
      : module(module), all(std::move(all)) {
    for (Scratch &each : this->all)
      each.vector = module.variable(
          ir::Variable::Local, each.pointer->name,
          module.libraryType("std::vector",
                             {ir::pointeeOf(each.pointer->type)}),
          each.pointer->loc);
    copy.onExpr = [this](const ir::Expr *e) { return expr(e); };
    copy.onPlace = [this](const ir::Place *p) { return place(p); };
    copy.onStatement = [this](const ir::Statement *s) { return statement(s); };
  }

  void run(ir::Function &function) {
    function.body = copy.block(function.body);
  }

private:
  using List = std::vector<ir::Statement *>;

  const ir::Expr *expr(const ir::Expr *e) {
    for (const Scratch &each : all) {
      if (const auto answer = Finder::askedForNull(e, each.pointer))
        return module.boolean(*answer, e->loc);
      if (heldIn(e) == each.pointer)
        return module.read(ir::ReadOp::Data, module.place(each.vector), {},
                           e->loc);
    }
    return nullptr;
  }

  const ir::Place *place(const ir::Place *p) {
    for (const Scratch &each : all)
      if (const auto *step = firstStep(p, each.pointer);
          step && p->steps.size() == 1)
        return vectorElement(module, module.place(each.vector),
                             step->offset ? copy.expr(step->offset) : nullptr);
    return nullptr;
  }

  std::optional<List> statement(const ir::Statement *s) {
    for (const Scratch &each : all) {
      const auto *library = dyn_cast<ir::LibraryCallStatement>(s);
      if (s == each.made || (library && Finder::isFree(*library, each)))
        return List();
      if (s == each.declaration)
        return List{
            module.var(each.vector,
                       module.libraryCall("std::vector", each.vector->type,
                                          {copy.expr(each.count)}, s->loc),
                       s->loc)};
    }
    return std::nullopt;
  }

  ir::Module &module;
  std::vector<Scratch> all;
  ir::Mapper copy{module};
};

} // namespace

static bool
leadsToTraversal(const ir::Function &function,
                 llvm::SmallPtrSetImpl<const ir::Function *> &seen) {
  bool result = function.isTraversal;
  if (!result && function.body && seen.insert(&function).second)
    ir::walk(static_cast<const ir::Statement *>(function.body),
             [&](const ir::Statement *s) {
               const auto *call = dyn_cast<ir::CallStatement>(s);
               result =
                   result || (call && leadsToTraversal(*call->callee, seen));
             });
  return result;
}

void recognise::makeScratchVectors(ir::Module &module,
                                   const ir::Function &host) {
  for (ir::Function *function : module.functions()) {
    llvm::SmallPtrSet<const ir::Function *, 8> seen;
    if (function == &host || function->isTraversal || !function->body ||
        !leadsToTraversal(*function, seen))
      continue;
    if (auto all = Finder(module, *function).run(); !all.empty())
      Rewriter(module, std::move(all)).run(*function);
  }
}
