// Nested loops become one.
#include "LoopNests.h"

#include "LocalUses.h"
#include "LoopCalls.h"
#include "NestElements.h"
#include "Recogniser.h"
#include "UserTexts.h"
#include "Writes.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/Analysis/CountedLoop.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>

using namespace regtt;
using namespace regtt::recognise;
using ir::BinaryOp;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// Whether something in the body of a loop ends it.
static bool endsLoop(const ir::Statement *s, bool isInner = false) {
  if (isa<ir::ReturnStatement>(s) || (isa<ir::BreakStatement>(s) && !isInner))
    return true;
  const bool isLoop =
      isa<ir::LoopStatement, ir::CountedLoopStatement, ir::RangeLoopStatement>(
          s);
  bool result = false;
  ir::forEachChild(s, [&](const ir::Statement *child) {
    result |= endsLoop(child, isInner || isLoop);
  });
  return result;
}

/// Whether the head does nothing but count a number, by ones and to an end that
/// is compared as a number: how often it does is then the distance. One that
/// counts until it meets its end may count past it first.
static bool isPlain(const ir::LoopStatement &loop,
                    const kernel::IndexLoop &head) {
  const ir::Statement *first = loop.init && loop.init->statements.size() == 1
                                   ? loop.init->statements[0]
                                   : nullptr;
  const auto *store = llvm::dyn_cast_or_null<ir::StoreStatement>(first);
  const bool isSet =
      first && (ir::declaredBy(first) == head.variable ||
                (store && store->place->wholeVariable() == head.variable));
  const auto format = ir::integerFormat(head.variable->type);
  const auto compared = ir::integerFormat(head.compared);
  return isSet && !head.isUnequal && format && compared && format->bits >= 32 &&
         format->bits <= 64 && compared->bits >= 32 && compared->bits <= 64 &&
         // No number is less than that.
         (compared->isSigned || !head.isDown || !head.isInclusive);
}

/// The names that `e` has, as far as it says.
static void addNames(const ir::Module &module, const ir::Expr *e,
                     llvm::StringSet<> &names) {
  ir::walk(e, [&](const ir::Expr *each) {
    const auto *value = dyn_cast<ir::ValueExpr>(each);
    const ir::Place *place = ir::placeOf(each);
    if (value)
      names.insert(value->variable->name);
    if (place && place->variable())
      names.insert(place->variable()->name);
    if (place && place->global())
      names.insert(lastName(place->global()->name).split('.').first);
    names.insert(module.spelling(each));
  });
}

/// The words of a text of the user's.
static void addWords(llvm::StringRef text, llvm::StringSet<> &names) {
  const auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  while (!text.empty()) {
    const llvm::StringRef word = text.take_while(isPart);
    if (!word.empty())
      names.insert(word);
    text = text.drop_front(std::max<size_t>(word.size(), 1));
  }
}

using Variables = llvm::SmallPtrSet<const ir::Variable *, 8>;

static bool namesOneOf(const ir::Expr *e, const Variables &variables) {
  bool result = false;
  ir::walk(e, [&](const ir::Expr *each) {
    const auto *value = dyn_cast<ir::ValueExpr>(each);
    const ir::Place *place = ir::placeOf(each);
    result |= variables.contains(value   ? value->variable
                                 : place ? place->variable()
                                         : nullptr);
  });
  return result;
}

/// Whether `writes` may change what `e` comes to, in what its calls read, too.
static bool mayChangeResult(const Writes &writes, const ir::Expr *e) {
  bool result = writes.mayChange(e);
  llvm::SetVector<const ir::Function *> called;
  const auto call = [&](const ir::Expr *each) {
    if (const auto *of = dyn_cast<ir::CallExpr>(each))
      called.insert(of->callee);
    result |= isa<ir::LibraryCallExpr>(each) &&
              !cast<ir::LibraryCallExpr>(each)->name.starts_with("std::");
  };
  ir::walk(e, call);
  for (size_t k = 0; k < called.size() && !result; ++k) {
    if (!called[k]->body)
      return true;
    ir::walkExprs(called[k]->body, [&](const ir::Expr *each) {
      call(each);
      const ir::Place *place = ir::placeOf(each);
      if (place && (place->isIndirect() || place->global()))
        result |= writes.mayChange(place);
    });
  }
  return result;
}

namespace {

class Nest {
public:
  Nest(ir::Module &module, const ir::Function &host, ir::LoopStatement &loop)
      : module(module), host(host), loop(loop) {}

  std::optional<LoopNest> run() {
    findLevels();
    if (levels.size() < 2)
      return std::nullopt;
    std::vector<const ir::Variable *> counters;
    for (const Level &level : levels)
      counters.push_back(level.head.variable);
    levels.resize(
        depthOfElements(module, &loop, levels.back().loop->body, counters));
    if (levels.size() < 2 || endsLoop(levels.back().loop->body) ||
        !isSteady() || !keepsNames())
      return std::nullopt;
    flatten();
    return out;
  }

private:
  struct Level {
    ir::LoopStatement *loop;
    kernel::IndexLoop head;
    std::vector<ir::Statement *> ahead; ///< of the next loop, in the body
  };

  /// From the annotated loop in, as far as each body is declarations and a loop
  /// that makes the calls.
  void findLevels() {
    for (ir::LoopStatement *at = &loop; at;) {
      const auto head = kernel::indexLoop(host, *at);
      if (!head || !isPlain(*at, *head))
        return;
      std::vector<ir::Statement *> list = at->body->statements;
      while (list.size() == 1 && isa<ir::BlockStatement>(list[0]) &&
             cast<ir::BlockStatement>(list[0])->label.empty())
        list = cast<ir::BlockStatement>(list[0])->statements;
      auto *next =
          list.empty() ? nullptr : dyn_cast<ir::LoopStatement>(list.back());
      if (next && !leadsToTraversal(next))
        next = nullptr;
      if (next)
        list.pop_back();
      for (const ir::Statement *s : list) {
        const auto *var = dyn_cast<ir::VarStatement>(s);
        if (next && !isa<ir::LetStatement>(s) && !(var && var->init))
          next = nullptr;
      }
      levels.push_back(
          {at, *head, next ? list : std::vector<ir::Statement *>()});
      at = next;
    }
  }

  /// Whether the heads, and what is declared ahead of inner loops, come to the
  /// same whenever they are evaluated in the nest: nothing in it writes what
  /// they read, nor do heads read counters.
  bool isSteady() const {
    Writes writes(host);
    const ir::BlockStatement *inner = levels.back().loop->body;
    ir::walk(static_cast<const ir::Statement *>(inner),
             [&](const ir::Statement *s) {
               if (const auto *call = dyn_cast<ir::CallStatement>(s))
                 writes.addVisits(call->callee);
             });
    writes.add(inner);
    if (writes.isUnknown())
      return false;
    Variables made;
    for (size_t k = 0; k < levels.size(); ++k) {
      const kernel::IndexLoop &head = levels[k].head;
      for (const ir::Expr *bound : {head.first, head.last})
        if (namesOneOf(bound, made) || mayChangeResult(writes, bound))
          return false;
      made.insert(head.variable);
      if (k + 1 == levels.size())
        break;
      for (const ir::Statement *s : levels[k].ahead) {
        const ir::Variable *variable = ir::declaredBy(s);
        const auto *let = dyn_cast<ir::LetStatement>(s);
        if (ir::mayChange(inner, variable) ||
            mayChangeResult(writes,
                            let ? let->value : cast<ir::VarStatement>(s)->init))
          return false;
        made.insert(variable);
      }
    }
    return true;
  }

  /// Whether what is declared ahead of inner loops may stand in their bodies:
  /// a name means there what it means where it is.
  bool keepsNames() {
    llvm::StringSet<> outside, made;
    UserTexts texts(module);
    for (size_t k = 0; k < levels.size(); ++k) {
      const kernel::IndexLoop &head = levels[k].head;
      if (outside.contains(head.variable->name) ||
          !made.insert(head.variable->name).second)
        return false;
      // The heads are said once more, one in the other.
      llvm::StringSet<> bounds;
      addNames(module, head.first, bounds);
      addNames(module, head.last, bounds);
      for (const auto &name : bounds)
        if (made.contains(name.first()))
          return false;
      for (const ir::Statement *s : levels[k].ahead) {
        if (k + 1 == levels.size())
          break;
        const auto text = texts.of(s->loc);
        if (!text)
          return false;
        addWords(*text, outside);
        const auto *let = dyn_cast<ir::LetStatement>(s);
        addNames(module, let ? let->value : cast<ir::VarStatement>(s)->init,
                 outside);
        if (!isTemporary(ir::declaredBy(s)) &&
            !made.insert(ir::declaredBy(s)->name).second)
          return false;
      }
    }
    bool result = true;
    ir::walk(static_cast<const ir::Statement *>(levels.back().loop->body),
             [&](const ir::Statement *s) {
               const ir::Variable *variable = ir::declaredBy(s);
               result &= !variable || isTemporary(variable) ||
                         !made.contains(variable->name);
             });
    return result;
  }

  //===--- The one loop ---------------------------------------------------===//

  const ir::Expr *wide(const ir::Expr *e) {
    return module.cast(ir::CastOp::IntToInt, number, e);
  }

  const ir::Expr *firstOf(const kernel::IndexLoop &head) {
    return head.first->type == head.compared
               ? head.first
               : module.cast(ir::CastOp::IntToInt, head.compared, head.first);
  }

  /// Whether the loop is entered at all.
  const ir::Expr *isEntered(const kernel::IndexLoop &head) {
    const BinaryOp up = head.isInclusive ? BinaryOp::Le : BinaryOp::Lt;
    const BinaryOp down = head.isInclusive ? BinaryOp::Ge : BinaryOp::Gt;
    return module.binary(head.isDown ? down : up, firstOf(head), head.last);
  }

  /// How often it runs if it is: modulo 2^64, as its counter is compared.
  const ir::Expr *tripsOf(const kernel::IndexLoop &head) {
    const ir::Expr *from = wide(firstOf(head)), *to = wide(head.last);
    const ir::Expr *distance = module.binary(
        BinaryOp::Sub, head.isDown ? from : to, head.isDown ? to : from);
    return head.isInclusive ? module.binary(BinaryOp::Add, distance,
                                            module.integer(number, 1))
                            : distance;
  }

  /// Where the outer ones are not entered, nothing is asked of inner ones.
  const ir::Expr *countFrom(size_t level) {
    const kernel::IndexLoop &head = levels[level].head;
    const ir::Expr *trips = tripsOf(head);
    if (level + 1 < levels.size())
      trips = module.binary(BinaryOp::Mul, trips, countFrom(level + 1));
    return module.select(isEntered(head), trips, module.integer(number, 0));
  }

  /// `var %j = add(first, ...)`
  void setCounter(size_t level, const ir::Variable *iteration,
                  std::vector<ir::Statement *> &body) {
    const kernel::IndexLoop &head = levels[level].head;
    const ir::Expr *trip = module.load(module.place(iteration));
    const ir::Expr *each = nullptr;
    for (size_t k = level + 1; k < levels.size(); ++k)
      each = each ? module.binary(BinaryOp::Mul, each, tripsOf(levels[k].head))
                  : tripsOf(levels[k].head);
    if (each)
      trip = module.binary(BinaryOp::Div, trip, each);
    if (level > 0)
      trip = module.binary(BinaryOp::Rem, trip, tripsOf(head));
    trip = module.cast(ir::CastOp::IntToInt, head.variable->type, trip);
    ir::Statement *made =
        module.var(head.variable,
                   module.binary(head.isDown ? BinaryOp::Sub : BinaryOp::Add,
                                 head.first, trip));
    body.push_back(made);
    out.settings.push_back(made);
  }

  void flatten() {
    const ir::Variable *iteration =
        module.variable(ir::Variable::Local, "regtt_iteration", number);
    const ir::Place *at = module.place(iteration);
    std::vector<ir::Statement *> body;
    for (size_t k = 0; k < levels.size(); ++k) {
      // The annotated loop itself becomes the one loop.
      auto *head = module.make<ir::LoopStatement>(levels[k].loop->loc);
      head->form = ir::LoopForm::For;
      head->init = levels[k].loop->init;
      head->condition = levels[k].loop->condition;
      head->step = levels[k].loop->step;
      head->body = module.block();
      out.loops.push_back(head);
      out.counters.push_back(levels[k].head.variable);
      setCounter(k, iteration, body);
    }
    for (size_t k = 0; k + 1 < levels.size(); ++k)
      body.insert(body.end(), levels[k].ahead.begin(), levels[k].ahead.end());
    const auto &inner = levels.back().loop->body->statements;
    body.insert(body.end(), inner.begin(), inner.end());
    const ir::Expr *count = countFrom(0);
    loop.init =
        module.block({module.var(iteration, module.integer(number, 0))});
    loop.head = nullptr;
    loop.condition = module.binary(BinaryOp::Lt, module.load(at), count);
    loop.step = module.block(
        {module.store(at, module.binary(BinaryOp::Add, module.load(at),
                                        module.integer(number, 1)))});
    loop.body = module.block(body, loop.body->loc);
  }

  ir::Module &module;
  const ir::Function &host;
  ir::LoopStatement &loop;
  const ir::Type *number = module.intType(ir::IntType::U64);
  std::vector<Level> levels;
  LoopNest out;
};

} // namespace

std::optional<LoopNest> recognise::flattenNest(ir::Module &module,
                                               const ir::Function &host,
                                               ir::LoopStatement &loop) {
  return loop.form == ir::LoopForm::For ? Nest(module, host, loop).run()
                                        : std::nullopt;
}
