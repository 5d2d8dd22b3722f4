// An iteration that makes several calls, or makes them somehow: which functions
// they are of, what each of them sets, and the program that they are.
//
//     call @within(load %root, load %x, addressof %hits)
//     call @within(load %root, mul(0x1p1:f32, load %x), addressof %hits)
//  -> each call sets what %x is for: a datum of the query that is there as long
//     as the program runs
#include "Accessors.h"
#include "Downcasts.h"
#include "LibraryLayout.h"
#include "LocalUses.h"
#include "MergeFunctions.h"
#include "NestedLoops.h"
#include "ProgramBody.h"
#include "RootChanges.h"
#include "Spelling.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

/// The traversal that the loop's call, or all of its calls, are of.
bool Recogniser::mergeCalls() {
  if (iteration.isNested) {
    iteration.call = call = callOfNothing(module, loop->loc);
    entered = traversal = call->callee;
    return true;
  }
  const auto written = iteration.allCalls();
  auto calls = written;
  std::vector<const ir::Function *> all;
  for (const ir::CallStatement *each : calls) {
    if (!each->callee->body)
      return refuse(each->loc, Diag::RTT2007, {spelled(*each->callee)},
                    {{each->callee->loc, "declared here"}}),
             false;
    if (!llvm::is_contained(all, each->callee))
      all.push_back(each->callee);
  }
  entered = traversal = all.front();
  if (const CallGroup group(all); !group.isAlone())
    traversal = mergeFunctions(*this, group, calls);
  if (!traversal)
    return false;
  call = calls.front();
  for (size_t k = 0; k < calls.size(); ++k)
    programCalls.push_back({written[k], calls[k]});
  return true;
}

/// The root that `from` is handed is found by the iteration itself.
void Recogniser::refuseRoot(const ir::CallStatement &from) {
  const ir::Expr *root = from.arguments[nodeParam];
  const ir::Location at = root->loc ? root->loc : from.loc;
  if (refuseRootChange(*this, root, at))
    return;
  refuse(at, programCalls.size() > 1 ? Diag::RTT1125 : Diag::RTT1106,
         {spelled(module, root)});
}

/// The value of the let `variable`, if that is made in `list` before `call`,
/// and nothing in between changes what it reads.
static const ir::Expr *valueAheadOf(const ir::CallStatement *call,
                                    const ir::Variable *variable,
                                    llvm::ArrayRef<const ir::Statement *> list,
                                    const ir::Function &host) {
  const auto made = llvm::find_if(list, [&](const ir::Statement *s) {
    const auto *let = dyn_cast<ir::LetStatement>(s);
    return let && let->variable == variable;
  });
  const auto at = std::find(made, list.end(), call);
  if (made == list.end() || at == list.end())
    return nullptr;
  Writes between(host);
  for (const ir::Statement *s : llvm::make_range(made + 1, at)) {
    if (!isa<ir::LetStatement, ir::VarStatement, ir::StoreStatement>(s))
      return nullptr;
    between.add(s);
    if (const ir::Variable *own = ir::declaredBy(s))
      between.own(own);
  }
  const ir::Expr *value = llvm::cast<ir::LetStatement>(*made)->value;
  return between.isUnknown() || between.mayChange(value) ? nullptr : value;
}

/// The call, of the tree whose root `root` is.
static void enterAt(ir::Module &module, ProgramCall &each, unsigned nodeParam,
                    const ir::Expr *root) {
  std::vector<const ir::Expr *> arguments(each.entered->arguments);
  arguments[nodeParam] = root;
  each.entered = module.callStatement(each.entered->callee, arguments,
                                      each.entered->result, each.entered->loc);
}

/// A root that is read into a local before its call is the call's own:
///
///     let %t: i32 = load %roots[%k]         call @visit(load %roots[%k], ...)
///     call @visit(%t, ...)              ->
static void nameRoot(ir::Module &module, ProgramCall &each, unsigned nodeParam,
                     const Iteration &iteration, const ir::Function &host) {
  const auto *held =
      dyn_cast<ir::ValueExpr>(each.entered->arguments[nodeParam]);
  if (!held || held->variable->kind != ir::Variable::Let)
    return;
  const ir::Expr *value = nullptr;
  const auto look = [&](llvm::ArrayRef<const ir::Statement *> list) {
    value =
        value ? value : valueAheadOf(each.written, held->variable, list, host);
  };
  look(iteration.calls);
  for (const ir::Statement *s : iteration.calls)
    ir::walk(s, [&](const ir::Statement *inner) {
      if (const auto *block = dyn_cast<ir::BlockStatement>(inner)) {
        const std::vector<const ir::Statement *> list(block->statements.begin(),
                                                      block->statements.end());
        look(list);
      }
    });
  if (value)
    enterAt(module, each, nodeParam, value);
}

/// A number that a local has for as long as it lives is the root itself:
///
///     var %at: i32 = 0:i32
///     call @visit(load %at, ...)  ->  call @visit(0:i32, ...)
static void foldRoot(ir::Module &module, ProgramCall &each, unsigned nodeParam,
                     const ir::Function &host) {
  const ir::Variable *held = heldIn(each.entered->arguments[nodeParam]);
  const ir::Expr *value = held ? ir::onlyValueOf(held, host) : nullptr;
  if (value && isa<ir::IntExpr>(value))
    enterAt(module, each, nodeParam, value);
}

/// Whether calls are handed other roots in other iterations, or at other times:
/// then it is a program that finds them. One that begins where the pointers
/// are declared that hold them.
bool Recogniser::findRoots() {
  const auto isHeld = [&](const ir::Variable *variable, bool isRoot) {
    return origins->isLocal(variable) &&
           (leadsToNode(variable->type) ||
            (isRoot && kernel.nodesAreNumbers &&
             variable->kind == ir::Variable::Let)) &&
           !iteration.isOfProgram(variable);
  };
  if (iteration.isNested)
    return true;
  for (ProgramCall &each : programCalls)
    foldRoot(module, each, nodeParam, *host);
  call = programCalls.front().entered;
  bool isTaken = false;
  for (bool grows = true; grows;) {
    grows = false;
    for (const ProgramCall &each : programCalls) {
      const ir::Expr *root = each.entered->arguments[nodeParam];
      if (!iteration.isProgram && !origins->varies(root))
        continue;
      if (!iteration.isProgram) {
        iteration.isProgram = isTaken = true;
        iteration.takeResults();
      }
      ir::walk(root, [&](const ir::Expr *e) {
        const auto *value = dyn_cast<ir::ValueExpr>(e);
        const ir::Place *place = ir::placeOf(e);
        const ir::Variable *held = value   ? value->variable
                                   : place ? place->variable()
                                           : nullptr;
        if (grows || !held || !isHeld(held, e == root) || !origins->varies(e))
          return;
        grows = iteration.takeFrom(held);
        isTaken |= grows;
        if (!grows)
          refuseRoot(*each.entered);
      });
    }
    if (isRefused())
      return false;
  }
  if (!iteration.isProgram)
    programCalls.clear();
  if (kernel.nodesAreNumbers)
    for (ProgramCall &each : programCalls)
      nameRoot(module, each, nodeParam, iteration, *host);
  if (isTaken)
    origins.emplace(module, *host, loop, iteration);
  return true;
}

//===--- Parameters -------------------------------------------------------===//

/// Whether parameter `param` is only handed on: nothing comes of what it is.
bool Recogniser::isUnused(unsigned param) const {
  const ir::Variable *variable = traversal->params[param];
  unsigned uses = 0;
  const auto count = [&](const ir::Expr *e, int sign) {
    ir::walk(e, [&](const ir::Expr *each) {
      const auto *value = dyn_cast<ir::ValueExpr>(each);
      const ir::Place *place = ir::placeOf(each);
      if ((value && value->variable == variable) ||
          (place && place->variable() == variable))
        uses += static_cast<unsigned>(sign);
    });
  };
  ir::walk(static_cast<const ir::Statement *>(traversal->body),
           [&](const ir::Statement *s) {
             ir::forEachOperand(s, [&](const ir::Expr *e) { count(e, 1); });
             ir::forEachPlace(s, [&](const ir::Place *place) {
               uses += place->variable() == variable;
             });
             const auto *call = dyn_cast<ir::CallStatement>(s);
             if (call && call->callee == traversal)
               count(call->arguments[param], -1);
           });
  return uses == 0;
}

bool recognise::isMadeAhead(const ir::Expr *e, const Iteration &iteration,
                            const Writes &writes) {
  bool result = !writes.mayChange(e);
  ir::walk(e, [&](const ir::Expr *each) {
    const auto *value = dyn_cast<ir::ValueExpr>(each);
    const ir::Place *place = ir::placeOf(each);
    const ir::Variable *variable = value   ? value->variable
                                   : place ? place->variable()
                                           : nullptr;
    result &= !isa<ir::CallExpr>(each) &&
              (!variable || !iteration.isOfProgram(variable));
  });
  return result;
}

void Recogniser::compareCalls() {
  if (programCalls.empty())
    return;
  // One call that is made once finds all as it is ahead of it.
  const bool isOnce =
      programCalls.size() == 1 &&
      llvm::is_contained(iteration.calls, programCalls[0].written);
  Writes writes(*host);
  for (const ir::Statement *s : iteration.calls) {
    writes.add(s);
    ir::walk(s, [&](const ir::Statement *each) {
      if (const ir::Variable *made = ir::declaredBy(each))
        writes.own(made);
    });
  }
  std::vector<const ir::CallStatement *> calls;
  for (const ProgramCall &each : programCalls)
    calls.push_back(each.entered);
  for (unsigned k = 0; k < roles.size(); ++k)
    if (k != nodeParam && !isUnused(k) &&
        !(isOnce && isMadeAhead(origins->of(calls[0]->arguments[k]), iteration,
                                writes)) &&
        finder->differs(k, calls, writes))
      different.push_back(k);
}

unsigned Recogniser::addScratch(llvm::StringRef name, const ir::Type *type) {
  Operand made;
  made.name = name.str();
  made.prefix = made.name + ".";
  made.type = type;
  made.form = Operand::Local;
  scratch.push_back(std::move(made));
  return kernel::firstScratch + scratch.size() - 1;
}

/// Whether each call hands over a variable of the body's own, and for no other
/// parameter: it is copied in, and out again. Those that keep nodes are the
/// program's alone.
bool Recogniser::isHandedVariable(unsigned param) {
  const ir::Type *to = ir::pointeeOf(traversal->params[param]->type);
  const bool isNode = to && isNodePointer(to);
  return to && (isNode || isCopyable(to)) &&
         llvm::all_of(programCalls, [&](const ProgramCall &each) {
           const ir::Variable *own =
               finder->ownVariable(each.entered->arguments[param]);
           if (!own || own->type != to || (isNode && !keepsInside(own)))
             return false;
           for (unsigned k = 0; k < roles.size(); ++k) {
             bool isNamed = false;
             ir::walk(origins->of(each.entered->arguments[k]),
                      [&](const ir::Expr *e) {
                        const auto *address = dyn_cast<ir::AddressExpr>(e);
                        isNamed |= address && address->place->variable() == own;
                      });
             if (k != param && isNamed)
               return false;
           }
           return true;
         });
}

/// What each call says: an argument, or, where the recursion hands it on, what
/// the iteration keeps meanwhile.
void Recogniser::roleOfCalls(unsigned param, bool isHandedOn) {
  const ir::Variable *variable = traversal->params[param];
  const ir::Type *type = valueType(param);
  if (!type && isHandedOn && isHandedVariable(param))
    type = ir::pointeeOf(variable->type);
  if (!type) {
    const ir::CallStatement *last = programCalls.back().written;
    refuse(last->loc, Diag::RTT1123, {variable->name},
           {{programCalls.front().written->loc, "here"}});
    return;
  }
  if (!isHandedOn) {
    kernel.args.push_back(
        {variable->name, type, isSet(param), -1, {}, false, variable->loc});
    return;
  }
  setByCalls[param] = addScratch(variable->name, type);
  roles[param].kind =
      ir::pointeeOf(variable->type) ? Role::Object : Role::Value;
  roles[param].object = {Object::Own, setByCalls[param], {}, type, nullptr};
  if (!isNodePointer(type))
    return;
  roles[param].object.isNode = true;
  for (const ProgramCall &each : programCalls)
    keep(finder->ownVariable(each.entered->arguments[param]));
}

bool Recogniser::keepsInside(const ir::Variable *variable) const {
  return isNodePointer(variable->type) && iteration.isOfProgram(variable) &&
         !iteration.isUsedAfter(variable);
}

Object &Recogniser::keep(const ir::Variable *variable) {
  Object &object = ofProgram[variable];
  if (!object.type) {
    object = {Object::Own,
              addScratch(variable->name, variable->type),
              {},
              variable->type,
              nullptr};
    object.isNode = isNodePointer(variable->type);
  }
  return object;
}

/// Of a parameter that is always handed one variable of the program's own.
bool Recogniser::ofProgramRole(unsigned param) {
  const ir::Type *to = ir::pointeeOf(traversal->params[param]->type);
  const ir::Variable *own =
      programCalls.empty() || !to
          ? nullptr
          : finder->ownVariable(origins->of(call->arguments[param]));
  if (!own || !iteration.isOfProgram(own) || iteration.isUsedAfter(own))
    return false;
  if (own->type == to && isVector(to)) {
    if (const Object *made = keepVector(own))
      roles[param].object = *made;
    return roles[param].object.type || isRefused();
  }
  const auto *array = dyn_cast<ir::ArrayType>(own->type);
  const bool isDecayed =
      array && traversal->params[param]->type->isPointer() && to != own->type;
  const bool isNode = own->type == to && isNodePointer(to);
  // A base that the variable begins with is it.
  const bool isBase = own->type != to && !isDecayed &&
                      isOrBeginsWith(own->type, to) && isCopyable(own->type);
  if ((!isBase && (isDecayed ? array->element : own->type) != to) ||
      (!isNode && !isCopyable(own->type) && !isQueue(own->type) &&
       !isKeptInParts(own->type) && !keepsPointee(own->type)))
    return false;
  roles[param].object = keep(own);
  roles[param].object.type = isBase ? to : own->type;
  roles[param].object.isDecayed = isDecayed;
  return true;
}

//===--- The program ------------------------------------------------------===//

bool Recogniser::makeProgram() {
  if (!iteration.isProgram)
    return true;
  for (unsigned k = 0; k < kernel.data.size(); ++k)
    if (kernel.data[k].isWritten)
      visitsWrite.insert(k);
  const ir::FunctionType *type = module.functionType(module.voidType(), {});
  ir::Function *from =
      module.createFunction(module.freeName(kernel.name + "::calls"), type,
                            iteration.calls.front()->loc);
  from->body = module.block({}, from->loc);
  for (const ir::Statement *s : iteration.calls)
    from->body->statements.push_back(const_cast<ir::Statement *>(s));
  kernel.program =
      module.createFunction(module.freeName(kernel.name + "::program"), type,
                            iteration.calls.front()->loc);
  keepCopies();
  ProgramBody body(*this, *from, *kernel.program);
  kernel.program->body = body.make();
  return kernel.program->body && !isRefused() && checkCopies();
}

/// Whether a call writes the variable of the body's that parameter `param`
/// refers to, through another one.
bool Recogniser::isWrittenBesides(const ir::CallStatement &call,
                                  unsigned param) {
  const ir::Variable *variable =
      rootVariable(origins->of(call.arguments[param]));
  for (unsigned k = 0; k < roles.size(); ++k)
    if (k != param && k != nodeParam && variable &&
        ir::pointeeOf(traversal->params[k]->type) &&
        rootVariable(origins->of(call.arguments[k])) == variable &&
        ir::writesThrough(traversal, k))
      return true;
  return false;
}

/// A reference that each call sets is handed on as a copy: nothing may write
/// what it refers to meanwhile.
bool Recogniser::checkCopies() {
  for (const auto &[param, number] : setByCalls) {
    if (!ir::pointeeOf(traversal->params[param]->type))
      continue;
    for (const ProgramCall &each : programCalls) {
      if (const ir::Variable *own =
              rootVariable(origins->of(each.entered->arguments[param]));
          own && origins->isLocal(own) &&
          isWrittenBesides(*each.entered, param))
        refuse(each.written->loc, Diag::RTT1123,
               {traversal->params[param]->name});
      const auto part = finder->objectBehind(each.entered->arguments[param]);
      for (const kernel::Datum &datum : kernel.data) {
        if (!part || datum.owner != kernel::Owner::Query || !datum.isWritten ||
            datum.number != part->operand)
          continue;
        const size_t common = std::min(datum.steps.size(), part->steps.size());
        if (std::equal(datum.steps.begin(),
                       datum.steps.begin() + std::ptrdiff_t(common),
                       part->steps.begin()))
          refuse(each.written->loc, Diag::RTT1123,
                 {traversal->params[param]->name});
      }
    }
  }
  return !isRefused();
}
