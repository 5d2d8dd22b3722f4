// Loops of a query program over roots, and which pointers to roots are followed
// ahead of it.
//
//     each %tree: ref @Tree in (*%trees) { call @visit(load %tree->root) }
//  -> for { var %treeIndex: u64 = 0 } while lt(load %treeIndex, shared(0)) ...
//  {
//       visit @visit(rt::root(0, load %treeIndex)) }
#include "ProgramBody.h"
#include "Spelling.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

//===--- Loops ------------------------------------------------------------===//

/// Whether nothing but roots of calls is found by `variable`.
bool ProgramBody::isOnlyRoot(const ir::RangeLoopStatement &s,
                             const ir::Variable *variable,
                             const ir::Statement *named) const {
  int uses = 0;
  const auto count = [&](const ir::Expr *e, int sign) {
    ir::walk(e, [&](const ir::Expr *each) {
      const auto *value = dyn_cast<ir::ValueExpr>(each);
      const ir::Place *place = ir::placeOf(each);
      if ((value && value->variable == variable) ||
          (place && place->variable() == variable))
        uses += sign;
    });
  };
  bool isRoot = false;
  ir::walk(static_cast<const ir::Statement *>(s.body),
           [&](const ir::Statement *each) {
             if (each == named)
               return;
             ir::forEachOperand(each, [&](const ir::Expr *e) { count(e, 1); });
             ir::forEachPlace(each, [&](const ir::Place *place) {
               uses += place->variable() == variable;
             });
             for (const ProgramCall &call : site.programCalls)
               if (call.written == each) {
                 const int before = uses;
                 count(call.entered->arguments[site.nodeParam], -1);
                 for (const unsigned param : treeParams(site))
                   count(call.entered->arguments[param], -1);
                 isRoot |= uses != before;
               }
           });
  return isRoot && uses == 0;
}

/// Nothing: it is a loop over elements as any other's.
Body::Statements ProgramBody::rootRange(const ir::RangeLoopStatement &s) {
  const ir::Type *element = ir::elementOf(s.range->type);
  if (!element || !isContiguous(s.range->type) ||
      !isa<ir::LibraryType>(s.range->type))
    return std::nullopt;
  const ir::Statement *named = copyOfElement(s);
  const ir::Variable *variable = named ? ir::declaredBy(named) : s.variable;
  const bool isNumber = site.kernel.nodesAreNumbers && element->isInt();
  const bool isLink =
      !site.kernel.nodesAreNumbers &&
      (site.leadsToNode(element) ||
       (element == site.nodeType && s.variable->type->isReference() && !named));
  if (!isLink && !isOnlyRoot(s, variable, named))
    return std::nullopt;
  const ir::Place *range = site.origins->of(s.range);
  if (range->variable() && !isAround(range->variable()))
    return std::nullopt;
  if (!isSteadyRange(s.range, s.body) || site.origins->moves(range) ||
      site.origins->varies(module.addressOf(range))) {
    site.refuseInProgram(s.loc, "a loop", "its range changes");
    return std::vector<ir::Statement *>();
  }
  const auto container = part(s.range);
  const ir::Expr *last = container ? sizeOfContainer(*container) : nullptr;
  if (!last) {
    site.refuse(s.loc, Diag::RTT1125, {spelled(module, s.range)});
    return std::vector<ir::Statement *>();
  }
  const ir::Type *number = module.intType(ir::IntType::U64);
  ir::Variable *counter = module.variable(
      ir::Variable::Local, variable->name + "Index", number, s.loc);
  ir::LoopStatement *made =
      countingLoop(counter, module.integer(number, 0, s.loc), last, s.loc);
  const ir::Place *at =
      module.element(range, module.load(module.place(counter), s.loc));
  std::vector<ir::Statement *> before;
  if (isLink) {
    const ir::Expr *root = rootAt(at, element == site.nodeType);
    if (!root)
      return std::vector<ir::Statement *>();
    ir::Variable *held = module.variable(
        named && !isa<ir::LetStatement>(named) ? ir::Variable::Local
                                               : ir::Variable::Let,
        variable->name, site.link, variable->loc);
    if (named)
      copy.variables[variable] = held;
    else
      links[variable] = {module.load(module.place(held)),
                         element != site.nodeType};
    before.push_back(
        held->kind == ir::Variable::Let
            ? static_cast<ir::Statement *>(module.let(held, root, s.loc))
            : module.var(held, root, s.loc));
  } else if (isNumber && named && !isa<ir::LetStatement>(named)) {
    site.refuseInProgram(s.loc, "a loop", "it changes the root");
    return std::vector<ir::Statement *>();
  } else {
    elements[variable] = at;
  }
  ir::BlockStatement *body = module.block(s.body->statements, s.body->loc);
  if (named)
    body->statements.erase(body->statements.begin());
  made->body = copy.block(body);
  made->body->statements.insert(made->body->statements.begin(), before.begin(),
                                before.end());
  return std::vector<ir::Statement *>{made};
}

//===--- Pointers on the way to roots -------------------------------------===//

/// Whether `e` has parts that are not always evaluated.
static bool isPartial(const ir::Statement *s) {
  bool result = false;
  ir::forEachOperand(s, [&](const ir::Expr *operand) {
    ir::walk(operand, [&](const ir::Expr *e) {
      result |= isa<ir::SelectExpr, ir::LogicalExpr>(e);
    });
  });
  return result;
}

void ProgramBody::findConditions(const ir::Statement *s, bool isConditional) {
  if (isConditional || isPartial(s))
    conditional.insert(s);
  const auto *loop = dyn_cast<ir::LoopStatement>(s);
  const bool isBlock = isa<ir::BlockStatement>(s);
  ir::forEachChild(s, [&](const ir::Statement *child) {
    const bool isAhead = loop && (child == loop->init || child == loop->head);
    findConditions(child, isConditional || !(isBlock || isAhead));
  });
}

//===--- What each iteration comes to -------------------------------------===//

/// Places in what is evaluated of `e` in any case.
static void meetIn(const ir::Expr *e, std::vector<const ir::Place *> &places) {
  if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
    return meetIn(choice->condition, places);
  if (const auto *both = dyn_cast<ir::LogicalExpr>(e))
    return meetIn(both->left, places);
  if (const ir::Place *place = ir::placeOf(e);
      place && !isa<ir::AddressExpr>(e))
    places.push_back(place);
  ir::forEachOperand(e, [&](const ir::Expr *part) { meetIn(part, places); });
}

/// What of an if both ways come to, too.
static void meetOnBoth(const std::vector<const ir::Place *> &one,
                       const std::vector<const ir::Place *> &other,
                       std::vector<const ir::Place *> &places) {
  for (const ir::Place *place : one)
    if (llvm::any_of(other, [&](const ir::Place *each) {
          return ir::equal(place, each);
        }))
      places.push_back(place);
}

/// Whether what follows `s` may be left out.
bool ProgramBody::leaves(const ir::Statement *s) const {
  llvm::SmallPtrSet<const ir::Statement *, 4> inside;
  bool result = false;
  ir::walk(s, [&](const ir::Statement *each) { inside.insert(each); });
  ir::walk(s, [&](const ir::Statement *each) {
    const auto *leave = dyn_cast<ir::LeaveStatement>(each);
    result |= isa<ir::ReturnStatement>(each) || skips.count(each) != 0 ||
              (leave && !inside.count(leave->block));
  });
  return result;
}

/// The places that `s` comes to, whatever it does else; none once the iteration
/// may have been left, which it says, too.
std::vector<const ir::Place *> ProgramBody::metBy(const ir::Statement *s,
                                                  bool &isLeft) {
  std::vector<const ir::Place *> places;
  if (isLeft)
    return places;
  const auto *general = dyn_cast<ir::LoopStatement>(s);
  // A body may be left before its condition is asked.
  if (!general || general->form != ir::LoopForm::DoWhile)
    ir::forEachOperand(s, [&](const ir::Expr *e) { meetIn(e, places); });
  ir::forEachPlace(s, [&](const ir::Place *place) {
    places.push_back(place);
    ir::forEachOperand(place, [&](const ir::Expr *e) { meetIn(e, places); });
  });
  const auto add = [&](const ir::Statement *child, bool &isLeftThere) {
    const auto found = metBy(child, isLeftThere);
    places.insert(places.end(), found.begin(), found.end());
  };
  if (const auto *block = dyn_cast<ir::BlockStatement>(s)) {
    bool isLeftInside = false;
    for (const ir::Statement *child : block->statements)
      add(child, isLeftInside);
  }
  if (const auto *branch = dyn_cast<ir::IfStatement>(s);
      branch && branch->otherwise) {
    bool isLeftThen = false, isLeftElse = false;
    const auto then = metBy(branch->then, isLeftThen);
    meetOnBoth(then, metBy(branch->otherwise, isLeftElse), places);
  }
  if (general)
    for (const ir::Statement *ahead : {general->init, general->head})
      if (ahead)
        add(ahead, isLeft);
  isLeft = leaves(s);
  return places;
}

/// What the host follows to find the roots, the iteration has to follow, too.
void ProgramBody::followAhead(const ir::Place *place, const ChosenRoot &root) {
  if (!place || !current || !conditional.count(current))
    return;
  const ir::Type *type = ir::typeOf(place->root);
  for (size_t k = 0; k < place->steps.size(); ++k) {
    const ir::Step &step = place->steps[k];
    const auto *deref = std::get_if<ir::DerefStep>(&step);
    if (deref && deref->offset && root.index)
      return; // an element is there
    const auto *element = std::get_if<ir::ElementStep>(&step);
    const auto *index = std::get_if<ir::IndexStep>(&step);
    if (root.index && ((element && element->index == root.index) ||
                       (index && index->index == root.index)))
      return; // what is behind an element is asked for, one by one
    const bool isLast = root.group.isNode && k + 1 == place->steps.size();
    if (deref && !type->isReference() && !isLast &&
        !(k == 0 && followed.count(place->variable()))) {
      site.refuse(loc, Diag::RTT1126, {spelled(module, place)});
      return;
    }
    type = ir::typeAfter(step, type);
  }
}
