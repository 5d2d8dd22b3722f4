// Which statements of the user's the body is made of: what one text is lowered
// to has one range.
#include "HostBody.h"

#include "../Spelling.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Walk.h"

#include <functional>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

std::vector<UserStatement> HostBody::textsOf(const Statements &list) {
  std::vector<UserStatement> result;
  for (const ir::Statement *s : list) {
    // What clauses add to the body has no text of its own.
    if (ofHead.count(s) || ownCopy(ir::declaredBy(s)) || combined(s))
      continue;
    if (result.empty() || s->loc.length == 0 ||
        !(result.back().range == s->loc))
      result.push_back({s->loc, {}});
    result.back().parts.push_back(s);
  }
  return result;
}

/// Of the text of a condition or of the call, which evaluates itself what only
/// temporaries come of, something else; or null.
static const ir::Statement *effectIn(const UserStatement &of) {
  const std::function<bool(const ir::Statement *)> isOfTemporaries =
      [&](const ir::Statement *s) {
        if (const auto *store = dyn_cast<ir::StoreStatement>(s))
          return store->place->variable() && !store->place->isIndirect() &&
                 isTemporary(store->place->variable());
        if (const auto *called = dyn_cast<ir::LibraryCallStatement>(s))
          return called->result && isTemporary(called->result) &&
                 (isFollowed(*called) || ir::onlyReads(*called));
        if (llvm::isa<ir::LoopStatement, ir::IfStatement, ir::BlockStatement>(
                s)) { // an algorithm of the library's
          bool result = true;
          ir::forEachChild(s, [&](const ir::Statement *child) {
            result &= isOfTemporaries(child);
          });
          return result;
        }
        const ir::Variable *declared =
            llvm::isa<ir::LetStatement, ir::VarStatement>(s) ? ir::declaredBy(s)
                                                             : nullptr;
        return declared && isTemporary(declared);
      };
  const auto found = llvm::find_if_not(of.parts, isOfTemporaries);
  return found == of.parts.end() ? nullptr : *found;
}

/// A call of which a value comes may be a statement of its own.
static std::string described(const ir::Statement *effect, bool isAsked) {
  const ir::Variable *declared = ir::declaredBy(effect);
  if (declared && !isTemporary(declared))
    return isAsked ? "its condition declares a variable"
                   : "it declares '" + declared->name +
                         "', too; declare that in a statement of its own";
  const auto *call = dyn_cast<ir::CallStatement>(effect);
  const auto *library = dyn_cast<ir::LibraryCallStatement>(effect);
  const ir::Variable *result = call      ? call->result
                               : library ? library->result
                                         : nullptr;
  if (!result)
    return isAsked ? "its condition has an effect"
                   : "something else in it has an effect";
  return (isAsked ? "its condition calls '" : "it calls '") +
         (call ? spelled(*call->callee) : library->name) +
         "', which may have an effect; assign what that returns to a variable "
         "of the body first";
}

std::vector<UserStatement> HostBody::before(unsigned level) {
  std::vector<UserStatement> result;
  for (UserStatement &each : textsOf(iteration.levels[level].before)) {
    const bool isAsked = level + 1 < iteration.levels.size() &&
                         each.range.length > 0 &&
                         each.range == iteration.levels[level + 1].choice->loc;
    const bool isOfCall = holdsCall(each.range);
    if (!isAsked && !isOfCall)
      result.push_back(std::move(each));
    else if (const ir::Statement *effect = effectIn(each))
      refuse({Diag::RTT1103,
              each.range,
              {isAsked ? "an if" : "the statement of the call",
               described(effect, isAsked)}});
  }
  return result;
}

bool HostBody::holdsCall(ir::Location range) {
  return llvm::any_of(iteration.allCalls(), [&](const ir::CallStatement *call) {
    return texts.isWithin(iteration.textOf(call), range);
  });
}

std::vector<UserStatement> HostBody::callTexts() {
  const std::vector<UserStatement> all = textsOf(iteration.calls);
  std::vector<UserStatement> result;
  for (size_t k = 0; k < all.size(); ++k) {
    // Of parts of a statement, the whole has the text.
    bool isPart = false;
    for (size_t other = 0; other < all.size(); ++other)
      isPart |= all[k].range == all[other].range
                    ? other < k
                    : texts.isWithin(all[k].range, all[other].range);
    if (!isPart)
      result.push_back(all[k]);
  }
  return result;
}

/// The call's own text stands in a statement that stores or declares.
void HostBody::findCall() {
  wholeCall = callText();
  if (llvm::any_of(iteration.values, [&](const auto &value) {
        return value.second == wholeCall;
      }))
    return; // of its statement the value alone is kept
  ir::walk(bodyOf(recogniser.loop), [&](const ir::Statement *s) {
    if (llvm::isa<ir::StoreStatement, ir::LetStatement, ir::VarStatement>(s) &&
        texts.isWithin(callText(), s->loc))
      wholeCall = s->loc;
  });
}

std::string HostBody::textOf(ir::Location range, ir::Location where) {
  const auto text = texts.of(range);
  if (!text)
    refuse(where, "a text that the file does not have by itself");
  return text ? text->str() : "";
}

//===--- Names ------------------------------------------------------------===//

void HostBody::addUses(const ir::Expr *e, Variables &used) const {
  const auto add = [&](const ir::Variable *variable) {
    if (variable && locals.count(variable))
      used.insert(variable);
  };
  ir::walk(e, [&](const ir::Expr *part) {
    if (const auto *value = dyn_cast<ir::ValueExpr>(part))
      add(value->variable);
    if (const ir::Place *place = ir::placeOf(part))
      add(place->variable());
    if (const auto *read = dyn_cast<ir::ContainerReadExpr>(part))
      add(read->container->variable());
  });
}

void HostBody::addUses(const ir::Statement *s, Variables &used) const {
  ir::walk(s, [&](const ir::Statement *each) {
    const ir::Variable *declared = ir::declaredBy(each);
    if (declared && locals.count(declared))
      used.insert(declared);
    ir::forEachPlace(each, [&](const ir::Place *place) {
      if (place->variable() && locals.count(place->variable()))
        used.insert(place->variable());
    });
  });
  ir::walkExprs(s, [&](const ir::Expr *e) { addUses(e, used); });
}

/// Whether a text that reads it names what the language has no name for: a part
/// of what another statement binds.
bool HostBody::isBoundWithoutName(const ir::Variable *variable) {
  for (size_t level = 0; level < iteration.levels.size(); ++level)
    for (const ir::Statement *s : iteration.levels[level].before)
      if (ir::declaredBy(s) == variable) {
        const bool isAsked = level + 1 < iteration.levels.size() &&
                             s->loc == iteration.levels[level + 1].choice->loc;
        return !isAsked && !holdsCall(s->loc);
      }
  return false;
}

bool HostBody::isNamedAlike(const Statements &parts,
                            const Variables &declared) {
  std::set<const ir::Variable *> own;
  std::set<std::string> names;
  for (const ir::Variable *variable : declared)
    names.insert(variable->name);
  bool result = false;
  const auto look = [&](const ir::Variable *variable) {
    if (!variable || own.count(variable) || declared.count(variable))
      return;
    result |= isUnnamed(variable) ? isBoundWithoutName(variable)
                                  : names.count(variable->name) != 0;
  };
  const auto lookAt = [&](const ir::Place *place) {
    look(place->variable());
    if (const ir::Global *global = place->global()) {
      const llvm::StringRef name = lastName(global->name);
      result |= names.count(name.split('.').first.str()) != 0;
      // Of a static variable of the body nothing is known elsewhere.
      result |=
          global->isLocal && global->loc.file == recogniser.loop->loc.file &&
          std::pair(global->loc.line, global->loc.column) >
              std::pair(recogniser.loop->loc.line, recogniser.loop->loc.column);
    }
  };
  for (const ir::Statement *s : parts)
    ir::walk(s, [&](const ir::Statement *each) {
      if (const ir::Variable *variable = ir::declaredBy(each))
        own.insert(variable);
      if (const auto *range = dyn_cast<ir::RangeLoopStatement>(each))
        own.insert(range->variable);
    });
  for (const ir::Statement *s : parts) {
    ir::walk(
        s, [&](const ir::Statement *each) { ir::forEachPlace(each, lookAt); });
    ir::walkExprs(s, [&](const ir::Expr *e) {
      if (const auto *value = dyn_cast<ir::ValueExpr>(e))
        look(value->variable);
      if (const ir::Place *place = ir::placeOf(e))
        lookAt(place);
    });
  }
  return result;
}
