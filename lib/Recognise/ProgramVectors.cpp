// Vectors that a query program makes for itself, in the words of a kernel.
//
//     var %votes: std::vector<i32> = std::vector(load (*%classes), 0:i32)
//  -> let %count: u64 = rt::within(load shared(0), add(load own(2), 1))
//     for %k below %count { store element(3: i32, add(load own(1), %k)) = 0 }
//
// own(1) and own(2), where the elements lie and how many there are, are found
// in the room that the host file made for the iteration.
#include "LibraryLayout.h"
#include "ProgramBody.h"
#include "Spelling.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

/// What the host file makes room in is aligned to as much.
static constexpr uint64_t mostAlign = 16;

/// Whether a vector's elements of that type begin as zero where no value is
/// given: what a struct begins with, its constructor says.
static bool beginsAsZero(const ir::Type *type) {
  if (type->kind == ir::Type::Array || isStdArray(type))
    return beginsAsZero(ir::elementOf(type));
  if (isPair(type))
    return beginsAsZero(ir::memberOf(type, "first")) &&
           beginsAsZero(ir::memberOf(type, "second"));
  return type->isInt() || type->isBool() || type->isEnum() || type->isFloat();
}

//===--- How many elements, ahead of the calls ----------------------------===//

namespace {

/// What runs ahead of a statement, as far as it may change what that reads.
struct Ahead {
  std::vector<const ir::Statement *> statements;
  bool isConditional = false; ///< it may not be come to, or more than once
  bool isFound = false;

  void find(llvm::ArrayRef<const ir::Statement *> list,
            const ir::Statement *to) {
    for (const ir::Statement *s : list) {
      if (s == to) {
        isFound = true;
        return;
      }
      bool isInside = false;
      ir::walk(s, [&](const ir::Statement *each) { isInside |= each == to; });
      const auto *block = dyn_cast<ir::BlockStatement>(s);
      if (isInside && block) {
        const std::vector<const ir::Statement *> inner(
            block->statements.begin(), block->statements.end());
        return find(inner, to);
      }
      statements.push_back(s);
      ir::walk(s, [&](const ir::Statement *each) {
        isConditional |= isa<ir::LeaveStatement, ir::ReturnStatement,
                             ir::ContinueStatement, ir::BreakStatement>(each);
      });
      isConditional |= isInside;
      isFound |= isInside;
      if (isInside)
        return;
    }
  }
};

} // namespace

/// Whether `variable` is a reference that leads to something in each iteration.
static bool leadsSomewhere(const Iteration &iteration,
                           const ir::Variable *variable) {
  if (!variable || !variable->type->isReference())
    return false;
  const ir::Statement *declaration = nullptr;
  for (const ir::Statement *s : iteration.calls)
    ir::walk(s, [&](const ir::Statement *each) {
      if (ir::declaredBy(each) == variable)
        declaration = each;
    });
  if (!declaration)
    return true;
  Ahead ahead;
  ahead.find(iteration.calls, declaration);
  return ahead.isFound && !ahead.isConditional;
}

/// Whether it may be evaluated where the program does not come to it: it
/// divides by nothing, and looks only at what references and names lead to.
static bool isHarmless(const Iteration &iteration, const ir::Expr *e) {
  const auto isNamed = [&](const ir::Place *place) {
    return (place->variable() || place->global()) &&
           llvm::all_of(llvm::enumerate(place->steps), [&](const auto &step) {
             const auto *deref = std::get_if<ir::DerefStep>(&step.value());
             return deref ? step.index() == 0 && !deref->offset &&
                                leadsSomewhere(iteration, place->variable())
                          : std::holds_alternative<ir::FieldStep>(step.value());
           });
  };
  bool result = true;
  ir::walk(e, [&](const ir::Expr *each) {
    const auto *load = dyn_cast<ir::LoadExpr>(each);
    const auto *read = dyn_cast<ir::ContainerReadExpr>(each);
    const auto *binary = dyn_cast<ir::BinaryExpr>(each);
    if (load)
      result &= isNamed(load->place);
    else if (read)
      result &= read->op == ir::ReadOp::Size && isNamed(read->container);
    else if (binary)
      result &= binary->op == ir::BinaryOp::Add ||
                binary->op == ir::BinaryOp::Sub ||
                binary->op == ir::BinaryOp::Mul;
    else
      result &= isa<ir::ValueExpr, ir::CastExpr, ir::IntExpr>(each);
  });
  return result;
}

/// `vector.count` as it is before any calls are made; null: it is another
/// number then, or may be.
const ir::Expr *Recogniser::countAhead(const LocalVector &vector,
                                       VectorFault &fault) {
  ir::Mapper copy(module);
  copy.onExpr = [&](const ir::Expr *e) -> const ir::Expr * {
    if (const auto *read = dyn_cast<ir::ContainerReadExpr>(e))
      for (const LocalVector &other : ownVectors)
        if (read->op == ir::ReadOp::Size &&
            read->container->wholeVariable() == other.variable)
          return copy.expr(other.count);
    const auto *value = dyn_cast<ir::ValueExpr>(e);
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    const ir::Variable *held = value  ? value->variable
                               : load ? load->place->wholeVariable()
                                      : nullptr;
    const ir::Expr *known = held && iteration.isOfProgram(held)
                                ? ir::onlyValueOf(held, *host)
                                : nullptr;
    return known ? copy.expr(known) : nullptr;
  };
  const ir::Expr *named = copy.expr(vector.count);
  const ir::Expr *count = origins->of(named);
  Ahead ahead;
  ahead.find(iteration.calls, vector.sized);
  Writes writes(*host);
  for (const ir::Statement *s : ahead.statements) {
    writes.add(s);
    ir::walk(s, [&](const ir::Statement *each) {
      if (const ir::Variable *made = ir::declaredBy(each))
        writes.own(made);
      const auto *call = dyn_cast<ir::CallStatement>(each);
      if (call && call->callee->isTraversal)
        writes.addVisits(call->callee);
    });
  }
  fault = {"how many elements it has is not known before the calls are made",
           vector.sized->loc};
  if (!ahead.isFound || !isMadeAhead(count, iteration, writes) ||
      (ahead.isConditional && !isHarmless(iteration, named)))
    return nullptr;
  return count;
}

const Object *Recogniser::keepVector(const ir::Variable *variable) {
  if (!isVector(variable->type) || !iteration.isOfProgram(variable))
    return nullptr;
  if (const auto known = ofProgram.find(variable); known != ofProgram.end())
    return &known->second;
  const auto &type = *llvm::cast<ir::LibraryType>(variable->type);
  VectorFault fault{faultOf(module, type), variable->loc};
  const auto refused = [&]() -> const Object * {
    refuse(variable->loc, Diag::RTT2057, {variable->name, fault.why},
           fault.at && !(fault.at == variable->loc)
               ? std::vector<Message::Note>{{fault.at, "here"}}
               : std::vector<Message::Note>());
    return nullptr;
  };
  if (!fault.why.empty())
    return refused();
  auto made = localVector(iteration.calls, variable, fault);
  if (!made && isDeclaredEmpty(iteration.calls, variable) &&
      !iteration.isUsedAfter(variable))
    return &keep(variable);
  if (!made)
    return refused();
  const ir::Type *element = ir::elementOf(variable->type);
  if (made->copied)
    made->count =
        module.read(ir::ReadOp::Size, made->copied, {}, made->declaration->loc);
  else if (!made->value && beginsAsZero(element))
    made->value = zeroOf(module, element, made->sized->loc);
  if (!made->value && !made->copied) {
    fault = {"what its elements begin with is not said; 'T(n, value)' says it",
             made->sized->loc};
    return refused();
  }
  if (iteration.isUsedAfter(variable)) {
    fault = {"it is used behind what runs with the calls", variable->loc};
    return refused();
  }
  if (alignOf(element).value_or(0) > mostAlign) {
    fault = {"its elements are aligned to more than 16 bytes", variable->loc};
    return refused();
  }
  const ir::Expr *count = countAhead(*made, fault);
  if (!count)
    return refused();
  Operand operand;
  operand.name = variable->name;
  operand.prefix = variable->name + ".";
  operand.text = variable->name;
  operand.type = variable->type;
  operand.form = Operand::Room;
  operand.local = variable;
  operand.expr = count;
  iteration.operands.push_back(std::move(operand));
  ownVectors.push_back(*made);
  return &(ofProgram[variable] = {Object::Own,
                                  unsigned(iteration.operands.size() - 1),
                                  {},
                                  variable->type,
                                  nullptr});
}

//===--- What they begin with ---------------------------------------------===//

/// Of the statement that gives a vector its size; nothing of any other.
Body::Statements ProgramBody::makeVector(const ir::Statement *s) {
  const auto vectors = site.localVectors();
  const auto made = llvm::find_if(vectors, [&](const LocalVector &each) {
    return each.declaration == s || each.sized == s;
  });
  if (made == vectors.end())
    return std::nullopt;
  if (made->sized != s)
    return std::vector<ir::Statement *>();
  const ir::Type *number = module.intType(ir::IntType::U64);
  const ir::Place *vector = module.place(made->variable);
  const ir::Expr *size = copy.expr(module.read(ir::ReadOp::Size, vector));
  const ir::Expr *wanted = copy.expr(made->count);
  if (!size || !wanted || site.isFailing())
    return std::vector<ir::Statement *>();
  // Of more elements than there can be the host file made none.
  if (wanted->type != number)
    wanted = module.cast(ir::CastOp::IntToInt, number, wanted, false, s->loc);
  const ir::Expr *limit =
      module.binary(ir::BinaryOp::Add, size, module.integer(number, 1), s->loc);
  const ir::Variable *count =
      module.variable(ir::Variable::Let, "count", number, ir::Location());
  std::vector<ir::Statement *> result = {module.let(
      count, module.libraryCall("rt::within", number, {wanted, limit}, s->loc),
      s->loc)};
  const ir::Variable *at =
      module.variable(ir::Variable::Local, "k", number, ir::Location());
  copy.variables[count] = count;
  ir::LoopStatement *loop =
      countingLoop(at, module.integer(number, 0),
                   module.load(module.place(count), s->loc), s->loc);
  const ir::Expr *index = module.load(module.place(at), s->loc);
  const ir::Expr *value =
      made->copied ? module.load(module.element(made->copied, index), s->loc)
                   : made->value;
  loop->body = module.block(
      {module.store(module.element(vector, index), value, s->loc)}, s->loc);
  for (ir::Statement *each : copy.statements({loop}))
    result.push_back(each);
  return result;
}
