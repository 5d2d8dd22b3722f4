// Traversals that return a pointer: what it is on the host, as a number.
//
//     if eq(load %n->key, load %key) { return load %n }
//     let %t: ptr @Node = call @find(load %n->left, load %key)
//     return %t
//  -> if eq(load node(0: i32), load own(1: i32)) {
//       return ptrtoint<u64>(load node(2: ptr @Node))     its address, a datum
//     }
//     let %t: u64 = visit @find(rt::child(0))
//     return %t
#include "ReturnedPointers.h"

#include "Recogniser.h"
#include "Returns.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

bool recognise::returnsPointers(Recogniser &recogniser) {
  const ir::Function *traversal = recogniser.traversal;
  const ir::Type *to = traversal->type->result->isPointer()
                           ? ir::pointeeOf(traversal->type->result)
                           : nullptr;
  if (!to || recogniser.iteration.isProgram)
    return false;
  sinkReturns(recogniser.module, traversal->body);
  llvm::DenseSet<const ir::Variable *> results;
  unsigned returned = 0, named = 0;
  ir::walk(traversal->body, [&](const ir::Statement *s) {
    const auto *called = dyn_cast<ir::CallStatement>(s);
    if (called && called->callee == traversal && called->result)
      results.insert(called->result);
  });
  ir::walk(traversal->body, [&](const ir::Statement *s) {
    const auto *leave = dyn_cast<ir::ReturnStatement>(s);
    const auto *value =
        leave ? llvm::dyn_cast_or_null<ir::ValueExpr>(leave->value) : nullptr;
    returned += value && results.count(value->variable);
  });
  ir::walkExprs(traversal->body, [&](const ir::Expr *e) {
    const auto *value = dyn_cast<ir::ValueExpr>(e);
    const ir::Place *place = ir::placeOf(e);
    named += (value && results.count(value->variable)) ||
             (place && results.count(place->variable()));
  });
  return returned == named;
}

const ir::Type *recognise::keptOf(Recogniser &recogniser,
                                  const ir::Type *result) {
  return result->isPointer() ? recogniser.module.intType(ir::IntType::U64)
                             : result;
}

const ir::Expr *recognise::ofNoNode(Recogniser &recogniser,
                                    const ir::Expr *value) {
  const auto *number = dyn_cast<ir::CastExpr>(value);
  const auto *load = number && number->op == ir::CastOp::PtrToInt
                         ? dyn_cast<ir::LoadExpr>(number->operand)
                         : nullptr;
  const auto *root =
      load ? std::get_if<ir::DataRoot>(&load->place->root) : nullptr;
  const bool isOfNode = root && root->kind == ir::DataRoot::Node &&
                        load->place->steps.empty() &&
                        recogniser.kernel.data[root->number].isAddress;
  const bool isNull = number && number->op == ir::CastOp::PtrToInt &&
                      llvm::isa<ir::NullExpr>(number->operand);
  return isOfNode || isNull
             ? recogniser.module.integer(value->type, 0, value->loc)
             : value;
}
