// The order in which a kernel is made.
#include "AbsentChildren.h"
#include "Arrival.h"
#include "Body.h"
#include "CountingLoops.h"
#include "LiveRanges.h"
#include "RecordPointers.h"
#include "Unions.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

Recogniser::Recogniser(ir::Module &module, Site &site)
    : module(module), site(site), kernel(site.kernel) {}

/// What the traversal and its records are called.
void Recogniser::names() {
  kernel.name = stemOf(iteration.isNested ? *host : *entered);
  kernel.loc = traversal->loc;
  if (kernel.nodesAreNumbers)
    return;
  kernel.nodeBytes = iteration.isNested ? 0 : nodeType->size();
  kernel.nodeTypeName = stemOf(nodeType);
}

/// The same of the query, once it is known what iterations have of their own.
void Recogniser::nameQuery() {
  kernel.queryName = "query";
  const std::vector<Operand> &operands = iteration.operands;
  if (operands.size() != 1 ||
      !isa<ir::StructType, ir::LibraryType>(operands[0].type))
    return;
  kernel.hasOneQuery = true;
  if (!operands[0].name.empty())
    kernel.queryName = operands[0].name;
  if (!isa<ir::StructType>(operands[0].type))
    return;
  const std::string name = stemOf(operands[0].type);
  kernel.queryTypeName = name.empty() ? "QueryData" : name;
}

/// Where the loop hands over what the parameter is.
ir::Location Recogniser::handedAt(unsigned param) const {
  const ir::Expr *argument = call->arguments[param];
  return argument->loc ? argument->loc : call->loc;
}

//===--- The body ---------------------------------------------------------===//

/// Whether engines may leave out visits of null nodes, the root among them.
bool Recogniser::skipsNothing(const ir::Variable *self) {
  ofNull.assign(numFunctions, {});
  // Of numbers that nothing is asked of, all are nodes.
  if (kernel.nodesAreNumbers && !kernel.isNode)
    return true;
  if (traversal->params[nodeParam]->type->isReference())
    return true;
  ir::Location effect, absent;
  bool nothing = true;
  for (unsigned k = 0; k < numFunctions; ++k)
    nothing &= doesNothingOnNull(kernel, self, {which, k}, effect, ofNull[k]);
  if (nothing)
    return true;
  ofNull.assign(numFunctions, {});
  if (entersNodes() && visitsOnlyNodes(*this, absent))
    return true;
  std::vector<Message::Note> notes;
  ir::walkExprs(kernel.enter->body, [&](const ir::Expr *e) {
    const Message::Note tested = {
        e->loc, "null is tested only here; test it first, or test the child "
                "before the call"};
    if (e->loc && asksForSelf(e, self) && !llvm::is_contained(notes, tested))
      notes.push_back(tested);
  });
  if (notes.empty())
    notes.push_back({effect, "the effect"});
  refuse(traversal->loc, Diag::RTT2014, {}, std::move(notes));
  return false;
}

/// A node is none of its own children, whatever variables hold it meanwhile.
void Recogniser::checkChildren(const ir::Variable *self) {
  const auto isSelf = [&](const ir::Expr *e) {
    const auto *load = llvm::dyn_cast_or_null<ir::LoadExpr>(e);
    return load && load->place->wholeVariable() == self;
  };
  const auto check = [&](const ir::Statement *s, const ir::Expr *e) {
    const auto *several = llvm::dyn_cast_or_null<ir::AggregateExpr>(e);
    if (isSelf(e) || (several && llvm::any_of(several->elements, isSelf)))
      refuse(s->loc, Diag::RTT2010, {kernel.nodeName});
  };
  ir::walk(static_cast<const ir::Statement *>(kernel.enter->body),
           [&](const ir::Statement *s) {
             if (const auto *var = dyn_cast<ir::VarStatement>(s))
               check(s, var->init);
             if (const auto *let = dyn_cast<ir::LetStatement>(s))
               check(s, let->value);
             const auto *store = dyn_cast<ir::StoreStatement>(s);
             if (store && store->place->variable()) // else it is a datum
               check(s, store->value);
           });
}

/// Elements that are a number are held as they are, in no record, unless their
/// addresses are asked for, too.
void Recogniser::nameElements() {
  for (kernel::Datum &whole : kernel.data)
    if (whole.owner == kernel::Owner::Element && whole.name.empty() &&
        llvm::any_of(kernel.data, [&](const kernel::Datum &other) {
          return other.owner == kernel::Owner::Element &&
                 other.number == whole.number && !other.name.empty();
        }))
      whole.name = freeElementName(whole.number, "value");
}

void Recogniser::declareKernel() {
  std::vector<const ir::Type *> types = {link};
  for (const kernel::Argument &argument : kernel.args)
    types.push_back(argument.type);
  kernel.enter = module.createKernel(
      module.freeName(kernel.name),
      iteration.isNested ? ir::Kernel::Nested : ir::Kernel::Queries,
      module.functionType(module.voidType(), types), traversal->loc);
  kernel.whole = kernel.enter;
  module.parameter(kernel.enter, "self");
}

/// The body of the kernel's function, from the traversal's.
void Recogniser::copyBody(Body &body) {
  const ir::Variable *self = kernel.enter->params.front();
  for (unsigned k = 0; k < roles.size(); ++k) {
    const ir::Variable *param = traversal->params[k];
    switch (roles[k].kind) {
    case Role::Node:
      body.bindNode(param, module.load(module.place(self)));
      break;
    case Role::Number:
      body.bindNumber(param, roles[k].object, module.load(module.place(self)));
      break;
    case Role::Object:
      body.bind(param, roles[k].object);
      break;
    case Role::Value:
      body.bindValue(param, roles[k].object);
      break;
    case Role::Argument:
      if (const ir::Variable *own = module.parameter(kernel.enter, param->name);
          own->type == param->type) {
        which = which == param ? own : which;
        body.replace(param, own);
      } else
        body.hold(param, own);
    }
  }
  body.findFirstNumber();
  body.findBounds();
  body.findChanged();
  kernel.enter->body = body.run();
  checkChildren(self);
}

bool Recogniser::makeBody() {
  declareKernel();
  Body body(*this, *traversal, *kernel.enter);
  copyBody(body);
  const ir::Variable *self = kernel.enter->params.front();
  if (isRefused())
    return false;
  mergeUnitedSlots(*this);
  if ((kernel.nodesAreNumbers && !numberTests(self)) || !skipsNothing(self))
    return false;
  if (!makeProgram() || !checkRecordPointers(*this))
    return false;
  if (iteration.isNested) {
    splitLiveRanges(module, kernel.program->body);
    declareCounters(module, kernel.program->body);
  }
  if (!combineWrites())
    return false;
  body.giveExtents();
  if (!findExtents() || !checkBounds())
    return false;
  foldNullTests(module, *kernel.enter, self);
  if (!makeReturns())
    return false;
  foldEarlyReturns(module, *kernel.enter);
  noteAbsentChildren(kernel);
  mergeParts();
  placeResult();
  return watchAliases() && checkUnions(*this);
}

std::vector<ir::Function *> Recogniser::functions() const {
  std::vector<ir::Function *> own;
  for (const kernel::Helper &helper : kernel.helpers)
    own.push_back(helper.function);
  if (kernel.program)
    own.push_back(kernel.program);
  if (kernel.reach)
    own.push_back(kernel.reach);
  if (kernel.absent)
    own.push_back(kernel.absent);
  for (const kernel::SlotGroup &group : kernel.slots)
    for (ir::Function *each : {group.value, group.extent, group.test})
      if (each)
        own.push_back(each);
  for (ir::Function *each : {kernel.isNode, kernel.firstNumber, kernel.assumed})
    if (each)
      own.push_back(each);
  own.push_back(kernel.enter);
  return own;
}

void Recogniser::prepareBody() {
  names();
  module.leaveOutFunctions();
  if (kernel.nodesAreNumbers)
    nameNodes();
}

void Recogniser::lookAtBody() {
  if (!findLoop())
    return;
  if (findCalls() && findRoles()) {
    prepareBody();
    declareKernel();
    Body body(*this, *traversal, *kernel.enter);
    copyBody(body);
  } else {
    site.refusals.clear();
  }
}

bool Recogniser::makeKernel() {
  if (!findLoop() || !findCalls() || !findRoles())
    return false;
  if (const ir::Clause *clause = clauseOfTraversal(ir::Clause::Order)) {
    kernel.orderGiven = clause->word == "any";
    kernel.orderKept = !kernel.orderGiven;
  }
  prepareBody();
  if (!makeBody() || !checkReductions() || !checkLists() || !orderSlots())
    return false;
  nameHostFunctions();
  nameElements();
  nameQuery();
  kernel.hasHostUniforms =
      !kernel.uniforms.empty() ||
      llvm::any_of(kernel.args, [](const kernel::Argument &argument) {
        return argument.startsAtLoop;
      });
  return true;
}

void Recogniser::finish() {
  const std::vector<ir::Function *> own = functions();
  site.inexact = inexactCalls(own, module.isC);
  kernel.sameOnHost = site.inexact.empty();
  std::vector<const ir::Function *> named(own.begin(), own.end());
  // What the iteration's record holds keeps its type, too: as a function of
  // nobody's would take it.
  std::vector<const ir::Type *> held;
  for (const kernel::SiteLoop::Input &input : site.loop.inputs)
    if (input.type)
      held.push_back(input.type);
  const ir::Function record("", module.functionType(module.voidType(), held),
                            {});
  named.push_back(&record);
  module.keep(named);
  module.isC = false; // the kernel is C++, whatever the user writes
}

bool Recogniser::findLoop() {
  ir::Function *holder = nullptr;
  ir::Statement *annotated = nullptr;
  for (ir::Function *function : module.functions()) {
    if (!function->body)
      continue;
    ir::walk(function->body, [&](ir::Statement *s) {
      const auto *range = dyn_cast<ir::RangeLoopStatement>(s);
      const auto *each = dyn_cast<ir::LoopStatement>(s);
      if (!(range && range->isParallel) && !(each && each->isParallel))
        return;
      if (loop)
        refuse(s->loc, Diag::RTT2099, {"a second annotated loop"});
      host = holder = function;
      loop = annotated = s;
    });
  }
  if (!loop)
    refuse({}, Diag::RTT2099, {"no annotated loop"});
  if (isRefused() || !applyClauses(holder, annotated))
    return false;
  if (auto *counted = dyn_cast<ir::LoopStatement>(annotated))
    nest = flattenNest(module, *host, *counted);
  return true;
}
