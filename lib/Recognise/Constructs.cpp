// The words for statements, and what is said of them.
#include "Constructs.h"
#include "LocalUses.h"
#include "Recogniser.h"
#include "Spelling.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/TypeSwitch.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

/// `++x`, of which `x += 1` is a spelling.
static bool isIncrement(const ir::StoreStatement &s) {
  const auto *sum = dyn_cast<ir::BinaryExpr>(s.value);
  const auto *held = sum ? dyn_cast<ir::LoadExpr>(sum->left) : nullptr;
  const auto *one = sum ? dyn_cast<ir::IntExpr>(sum->right) : nullptr;
  return held && one && one->value().isOne() && sum->op == ir::BinaryOp::Add &&
         ir::equal(held->place, s.place);
}

std::string recognise::constructOf(const ir::Statement *s) {
  const auto named = [](const ir::Variable *variable) {
    return isTemporary(variable) ? "an expression" : "a declaration";
  };
  return llvm::TypeSwitch<const ir::Statement *, const char *>(s)
      .Case<ir::LetStatement, ir::VarStatement>(
          [&](const auto *declared) { return named(declared->variable); })
      .Case([](const ir::StoreStatement *store) {
        return isIncrement(*store) ? "an increment" : "an assignment";
      })
      .Case<ir::CallStatement, ir::LibraryCallStatement>(
          [](const auto *) { return "a call"; })
      .Case([](const ir::ContainerChangeStatement *) {
        return "a change of a container";
      })
      .Case([](const ir::IfStatement *) { return "an if"; })
      .Case<ir::LoopStatement, ir::CountedLoopStatement,
            ir::RangeLoopStatement>([](const auto *) { return "a loop"; })
      .Case([](const ir::SwitchStatement *) { return "a switch"; })
      .Case([](const ir::ContinueStatement *) { return "a continue"; })
      .Case([](const ir::BlockStatement *) { return "a block"; })
      .Default([](const ir::Statement *) { return "code"; });
}

/// The calls in a function's body, in the order of its text.
static std::vector<const ir::CallStatement *>
callsIn(const ir::Function *function) {
  std::vector<const ir::CallStatement *> calls;
  if (function->body)
    ir::walk(static_cast<const ir::Statement *>(function->body),
             [&](const ir::Statement *s) {
               if (const auto *call = dyn_cast<ir::CallStatement>(s))
                 calls.push_back(call);
             });
  return calls;
}

const ir::CallStatement *
recognise::callOfRecursion(const ir::CallStatement *first) {
  std::vector<const ir::CallStatement *> open = {first};
  llvm::SmallPtrSet<const ir::Function *, 8> seen;
  for (size_t k = 0; k < open.size(); ++k) {
    const ir::Function *function = open[k]->callee;
    if (!seen.insert(function).second)
      continue;
    for (const ir::CallStatement *inner : callsIn(function)) {
      if (inner->callee == function)
        return open[k];
      open.push_back(inner);
    }
  }
  return nullptr;
}

Message recognise::withoutCall(const ir::BlockStatement *body) {
  // What is not followed may lead to one; what is, does not.
  const ir::CallStatement *called = nullptr;
  ir::walk(
      static_cast<const ir::Statement *>(body), [&](const ir::Statement *s) {
        const auto *call = dyn_cast<ir::CallStatement>(s);
        if (call && (!called || called->callee->body || !call->callee->body))
          called = call;
      });
  if (called) {
    const ir::CallStatement *through = callOfRecursion(called);
    const ir::Function *callee = (through ? through : called)->callee;
    Message message{Diag::RTT1104,
                    called->loc,
                    {spelled(*callee)},
                    {{callee->loc, "declared here"}}};
    if (through && through != called)
      message.notes.push_back({through->loc, "called here"});
    return message;
  }
  const ir::Statement *first =
      body->statements.empty() ? body : body->statements.front();
  return {Diag::RTT1103,
          first->loc,
          {constructOf(first), "no call of an annotated traversal follows"}};
}

//===--- Calls of what is not known ---------------------------------------===//

static bool mentions(const ir::Expr *e, const ir::Variable *variable) {
  bool result = false;
  ir::walk(e, [&](const ir::Expr *each) {
    const auto *value = dyn_cast<ir::ValueExpr>(each);
    const ir::Place *place = ir::placeOf(each);
    result |= (value && value->variable == variable) ||
              (place && place->variable() == variable);
  });
  return result;
}

/// Where nothing is known of what a call in the loop writes: the call hands its
/// value to the traversal, or it is a statement of the body.
void Recogniser::refuseUnknown() {
  const ir::Location at = origins->unknown();
  const ir::CallStatement *unknown = nullptr;
  const ir::Statement *last = nullptr;
  ir::walk(loop, [&](const ir::Statement *s) {
    if (s->loc == at && s != loop && s != bodyOf(loop))
      last = s;
    const auto *called = dyn_cast<ir::CallStatement>(s);
    if (called && called->loc == at && called != call)
      unknown = called;
  });
  // What it comes to may lie in a variable of its own.
  const ir::Variable *result = unknown ? unknown->result : nullptr;
  ir::walk(loop, [&](const ir::Statement *s) {
    const auto *declared = dyn_cast<ir::VarStatement>(s);
    if (result && declared && declared->init &&
        isTemporary(declared->variable) && mentions(declared->init, result))
      result = declared->variable;
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    const ir::Variable *set = store ? store->place->wholeVariable() : nullptr;
    if (result && set && isTemporary(set) && mentions(store->value, result))
      result = set;
  });
  // `a = draw()`, and then `a`.
  const auto isOfNamed = [&](const ir::Expr *e, const ir::Variable *held) {
    bool found = false;
    ir::walk(e, [&](const ir::Expr *each) {
      const ir::Variable *named = heldIn(each);
      found |= named && !isTemporary(named) &&
               (named == held || mentions(origins->of(each), held));
    });
    return found;
  };
  if (result)
    for (unsigned k = 0; k < roles.size(); ++k) {
      const ir::Expr *first = call->arguments[k];
      if (!mentions(first, result) && !mentions(origins->of(first), result))
        continue;
      const bool isObject = llvm::isa_and_nonnull<ir::StructType>(
                                ir::pointeeOf(traversal->params[k]->type)) &&
                            isHandedOn(k);
      if (k == nodeParam || isObject)
        refuse(handedAt(k), k == nodeParam ? Diag::RTT1106 : Diag::RTT1105,
               {spelled(module, *unknown)});
      else if (isOfNamed(first, result))
        continue; // the variable is refused where it stands
      else
        refuse(handedAt(k), Diag::RTT1107, {traversal->params[k]->name});
      return;
    }
  refuse(
      at, Diag::RTT1103,
      {last ? constructOf(last) : "a call", "it is not known what it writes"});
}

bool recognise::isAlgorithm(llvm::StringRef name) {
  return name.consume_front("std::") &&
         llvm::StringSwitch<bool>(name)
             .Cases("sort", "stable_sort", "partial_sort", "nth_element", true)
             .Cases("reverse", "rotate", "swap", "unique", "remove", true)
             .Cases("copy", "copy_n", "fill", "fill_n", "iota", true)
             .Cases("push_heap", "pop_heap", "make_heap", "sort_heap", true)
             .Default(false);
}
