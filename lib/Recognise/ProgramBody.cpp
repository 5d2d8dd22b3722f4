// What stands among the calls of an iteration, in the words of a kernel.
#include "ProgramBody.h"
#include "Constructs.h"
#include "KeptContainers.h"
#include "KeptData.h"
#include "LinkedLists.h"
#include "Spelling.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

const ir::Variable *recognise::rootVariable(const ir::Expr *e) {
  if (const auto *value = dyn_cast<ir::ValueExpr>(e))
    return value->variable;
  const ir::Place *place = ir::placeOf(e);
  return place ? place->variable() : nullptr;
}

ProgramBody::ProgramBody(Recogniser &site, const ir::Function &from,
                         ir::Function &to)
    : Body(site, from, to) {
  around.insert(site.host->params.begin(), site.host->params.end());
  ir::walk(static_cast<const ir::Statement *>(site.host->body),
           [&](const ir::Statement *s) {
             if (const ir::Variable *made = ir::declaredBy(s))
               around.insert(made);
           });
  ir::walk(static_cast<const ir::Statement *>(from.body),
           [&](const ir::Statement *s) {
             if (const ir::Variable *made = ir::declaredBy(s))
               around.erase(made);
           });
}

ir::BlockStatement *ProgramBody::make() {
  for (const auto &[variable, object] : site.variablesOfProgram())
    values[variable] = object;
  for (const ir::Statement *s : from.body->statements)
    findSkips(s, false);
  findSharedElements();
  const bool mayHaveNone = site.iteration.levels.size() > 1;
  bool isLeft = mayHaveNone;
  for (const ir::Statement *s : from.body->statements) {
    findConditions(s, site.iteration.isNested ? isLeft : mayHaveNone);
    const auto found = metBy(s, isLeft);
    met.insert(met.end(), found.begin(), found.end());
  }
  for (const ir::Place *place : met)
    if (place->variable() && !place->steps.empty() &&
        std::holds_alternative<ir::DerefStep>(place->steps[0]))
      followed.insert(place->variable());
  bindAround();
  findChanged();
  ir::BlockStatement *made = site.isRefused() ? nullptr : run();
  return made && !site.isRefused() && staysInside(made) ? made : nullptr;
}

/// What ends the iteration: it goes on with the next one.
void ProgramBody::findSkips(const ir::Statement *s, bool isInner) {
  if (isa<ir::ContinueStatement>(s) && !isInner)
    skips.insert(s);
  const bool isLoop =
      isa<ir::LoopStatement, ir::CountedLoopStatement, ir::RangeLoopStatement>(
          s);
  ir::forEachChild(s, [&](const ir::Statement *child) {
    findSkips(child, isInner || isLoop);
  });
}

//===--- Variables --------------------------------------------------------===//

bool ProgramBody::isAround(const ir::Variable *variable) const {
  return variable && around.count(variable);
}

/// Whether `e` may be something else in another iteration, or at another time
/// in this one.
bool ProgramBody::varies(const ir::Expr *e) const {
  bool result = site.origins->varies(e);
  ir::walk(e, [&](const ir::Expr *each) {
    const ir::Variable *variable = rootVariable(each);
    result |= variable && !around.count(variable);
  });
  return result;
}

/// Whether a reference names a part of a local of the body's, ahead of the
/// calls, that the program only reads: `auto [low, high] = ranges[i]`.
bool ProgramBody::namesPart(const ir::Variable *variable) const {
  const auto *address = llvm::dyn_cast_or_null<ir::AddressExpr>(
      variable->type->isReference() ? site.origins->valueOf(variable)
                                    : nullptr);
  const ir::Variable *whole = address ? address->place->variable() : nullptr;
  if (!whole || address->place->isIndirect() || !site.origins->isLocal(whole) ||
      !isCopyable(ir::pointeeOf(variable->type)))
    return false;
  unsigned mentions = 0, reads = 0;
  for (const ir::Statement *s : from.body->statements) {
    ir::walk(s, [&](const ir::Statement *each) {
      ir::forEachPlace(each, [&](const ir::Place *place) {
        mentions += place->variable() == variable;
      });
    });
    ir::walkExprs(s, [&](const ir::Expr *e) {
      mentions += rootVariable(e) == variable || rootVariable(e) == whole;
      const auto *load = dyn_cast<ir::LoadExpr>(e);
      reads += load && load->place->variable() == variable;
    });
  }
  return reads == mentions;
}

/// The operand that calls are handed the body's variable as; nothing: they are
/// not.
std::optional<unsigned>
ProgramBody::handedOver(const ir::Variable *variable) const {
  const std::vector<Operand> &operands = site.iteration.operands;
  const auto found = llvm::find_if(operands, [&](const Operand &operand) {
    return operand.form == Operand::Local && operand.local == variable;
  });
  return found == operands.end()
             ? std::nullopt
             : std::optional(unsigned(found - operands.begin()));
}

/// Binds the iteration's own variables, in the order of the text: those of the
/// body's, and those of the program's that something else reads, too.
void ProgramBody::bindAround() {
  llvm::SmallPtrSet<const ir::Variable *, 16> seen;
  const auto own = [&](const ir::Variable *variable, bool isChanged) {
    Object object;
    object.root = Object::Own;
    // Where a node lies is a result as any other.
    if (isCopyable(variable->type) ||
        (isChanged ? site.isNodePointer(variable->type)
                   : isa<ir::StructType>(variable->type) &&
                         isTrivial(variable->type)))
      object.number = site.finder->variable(variable, isChanged);
    else if (const auto handed = handedOver(variable))
      object.number = *handed; // a container
    else if (isChanged && changesContainer(variable))
      object.number = site.finder->variable(variable, isChanged);
    else
      return;
    object.type = variable->type;
    values[variable] = object;
  };
  const auto bind = [&](const ir::Variable *variable) {
    if (!variable || !seen.insert(variable).second || values.count(variable))
      return;
    if (variable == site.iteration.counter) {
      if (!variable->type->isInt() || isa<ir::RangeLoopStatement>(site.loop))
        return;
      site.iterationName = variable->name;
      values[variable] = {
          Object::Own, kernel::iterationNumber, {}, variable->type, nullptr};
      return;
    }
    if (!site.origins->isLocal(variable))
      return;
    if (!isAround(variable)) {
      if (const Object *made = site.keepContainer(variable))
        values[variable] = *made;
      else if (site.iteration.isUsedAfter(variable))
        own(variable, true);
      return;
    }
    if (namesPart(variable)) {
      parts.insert(variable);
      Object &part = objects[variable];
      part.root = Object::Own;
      part.number = site.finder->variable(variable, false);
      part.type = ir::pointeeOf(variable->type);
      return;
    }
    const bool isChanged = site.iteration.isChanged(variable);
    if (isChanged || site.origins->varies(module.load(module.place(variable))))
      own(variable, isChanged);
  };
  ir::walk(static_cast<const ir::Statement *>(from.body),
           [&](const ir::Statement *s) {
             ir::forEachPlace(
                 s, [&](const ir::Place *place) { bind(place->variable()); });
             ir::forEachOperand(s, [&](const ir::Expr *operand) {
               ir::walk(operand,
                        [&](const ir::Expr *e) { bind(rootVariable(e)); });
             });
             bind(ir::declaredBy(s));
           });
}

/// A variable that all iterations see, or what it leads to.
bool ProgramBody::bindShared(const ir::Variable *variable) {
  const ir::Expr *value = module.load(module.place(variable), variable->loc);
  if (site.leadsToNode(variable->type) || site.origins->varies(value))
    return false;
  const ir::Type *to = ir::pointeeOf(variable->type);
  SharedObject made;
  made.name = variable->name;
  made.type = to ? to : variable->type;
  made.first = site.origins->of(value);
  if (to)
    placeAtLoop(site.origins->of(value), made);
  else
    made.at.variable = variable;
  Object object;
  object.root = Object::Shared;
  object.type = made.type;
  object.number = site.shared.size();
  for (unsigned k = 0; k < site.shared.size(); ++k)
    if (made.at && site.shared[k].at == made.at &&
        site.shared[k].type == made.type)
      object.number = k;
  if (object.number == site.shared.size())
    site.shared.push_back(std::move(made));
  (to ? objects : values)[variable] = object;
  return true;
}

//===--- Statements -------------------------------------------------------===//

/// Whether only calls read the local, whose roots are named without it now.
static bool heldRoot(const Recogniser &site, const ir::Variable *variable) {
  const auto isRead = [&](const ir::Expr *e) {
    const auto *value = dyn_cast<ir::ValueExpr>(e);
    return value && value->variable == variable;
  };
  const auto roots =
      llvm::count_if(site.programCalls, [&](const ProgramCall &call) {
        return isRead(call.written->arguments[site.nodeParam]) &&
               !isRead(call.entered->arguments[site.nodeParam]);
      });
  long all = 0;
  for (const ir::Statement *s : site.iteration.calls)
    ir::walkExprs(s, [&](const ir::Expr *e) { all += isRead(e); });
  return roots > 0 && roots == all;
}

/// What the host does is not looked at here.
Body::Statements ProgramBody::defer(const ir::DeferStatement &s) {
  const ir::Expr *when = s.when ? copy.expr(s.when) : nullptr;
  auto *made = module.make<ir::DeferStatement>(s.loc);
  made->number = s.number;
  for (const ir::Expr *value : s.values)
    made->values.push_back(copy.expr(value));
  if (!when)
    return std::vector<ir::Statement *>{made};
  return std::vector<ir::Statement *>{
      module.ifThen(when, module.block({made}, s.loc), nullptr, s.loc)};
}

Body::Statements ProgramBody::special(const ir::Statement *s) {
  current = s;
  if (skips.count(s))
    return std::vector<ir::Statement *>{module.ret(nullptr, s->loc)};
  if (const auto *later = dyn_cast<ir::DeferStatement>(s))
    return defer(*later);
  if (const auto *let = dyn_cast<ir::LetStatement>(s);
      let && heldRoot(site, let->variable))
    return std::vector<ir::Statement *>();
  if (const auto *called = dyn_cast<ir::CallStatement>(s);
      called && called->callee->isTraversal)
    return treeCall(*called);
  if (const auto *range = dyn_cast<ir::RangeLoopStatement>(s))
    return rootRange(*range);
  if (Statements vector = makeVector(s))
    return vector;
  if (const auto *stored = dyn_cast<ir::StoreStatement>(s))
    return storeFields(*stored);
  // What the iteration keeps is no variable here.
  const ir::Variable *made = ir::declaredBy(s);
  if (isKeptHere(*s))
    values[made] = site.keep(made);
  const auto kept = made ? values.find(made) : values.end();
  if (kept == values.end())
    return std::nullopt;
  const ir::Expr *init = settingOf(s).value;
  if (!init)
    return std::vector<ir::Statement *>();
  if (auto container =
          KeptContainers(*this).emptied(module.place(made), init, s->loc))
    return container;
  if (!kept->second.isNode && isa<ir::StructType>(made->type) &&
      !isCopyable(made->type))
    return keepFields(*s, kept->second, init, made->name);
  if (made->type->kind == ir::Type::Array)
    return keepElements(*s, made, init);
  Part part;
  part.object = kept->second;
  // Where a node lies is a result, which is stored as any other.
  part.type = made->type;
  if (!part.object.isNode && made->type->isPointer())
    return isOfProgram(part.object) ? KeptData(*this).begin(part, init, s->loc)
                                    : keepAddress(*s, made, init);
  const ir::Expr *value =
      part.object.isNode ? nodeValue(init) : copy.expr(init);
  if (!value)
    site.refuse(s->loc, Diag::RTT2027, {made->name});
  part.type = part.object.type;
  const ir::Place *place = datum(part);
  if (!place || site.isFailing())
    return std::vector<ir::Statement *>();
  write(place, s->loc);
  return std::vector<ir::Statement *>{module.store(place, value, s->loc)};
}

//===--- Calls ------------------------------------------------------------===//

const ir::Place *ProgramBody::scratch(unsigned param) {
  Part part;
  part.object = site.roles[param].object;
  part.type = part.object.type;
  return datum(part);
}

/// The value that a call hands over, or that lies where it leads.
const ir::Expr *ProgramBody::handedValue(const ir::Expr *argument,
                                         const ir::Type *type) {
  if (argument->type == type)
    return copy.expr(argument);
  if (auto to = pointee(argument); to && to->type == type) {
    Part part;
    part.object = *to;
    part.type = type;
    const ir::Place *place = datum(part);
    return place ? module.load(place, argument->loc) : nullptr;
  }
  const auto *address = dyn_cast<ir::AddressExpr>(argument);
  const ir::Place *place = address ? copy.place(address->place) : nullptr;
  if (place && place->type == type)
    return module.load(place, argument->loc);
  site.refuse(loc, Diag::RTT2022,
              {spelled(module, argument), spelled(module, argument->type)});
  return nullptr;
}

Body::Statements ProgramBody::treeCall(const ir::CallStatement &written) {
  const ir::CallStatement *call = nullptr;
  for (const ProgramCall &each : site.programCalls)
    if (each.written == &written)
      call = each.entered;
  entering = call;
  std::vector<ir::Statement *> out, behind;
  for (const auto &[param, number] : site.setByCalls) {
    const ir::Expr *argument = call->arguments[param];
    const ir::Type *type = site.roles[param].object.type;
    const ir::Place *node = handedNode(param, argument);
    const ir::Expr *value =
        node ? module.load(node, written.loc) : handedValue(argument, type);
    const ir::Place *held = value ? scratch(param) : nullptr;
    if (!held || site.isFailing())
      return std::vector<ir::Statement *>();
    write(held, written.loc);
    out.push_back(module.store(held, value, written.loc));
    if (!ir::writesThrough(site.traversal, param))
      continue;
    const ir::Place *variable =
        node ? node : copy.place(llvm::cast<ir::AddressExpr>(argument)->place);
    if (!variable)
      return std::vector<ir::Statement *>();
    write(variable, written.loc);
    behind.push_back(
        module.store(variable, module.load(held, written.loc), written.loc));
  }
  out.push_back(visit(*call));
  out.insert(out.end(), behind.begin(), behind.end());
  return out;
}
