// What follows the calls, and the call by itself.
#include "HostBody.h"

#include "regtt/IR/Walk.h"

#include <algorithm>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

/// What the call comes to: a pointer, though the record holds its number.
const ir::Type *HostBody::returnedType() const {
  const ir::Type *result = iteration.call->callee->type->result;
  return result->isPointer() ? result : site.inputs[returned].type;
}

/// The calls in a text of the user's whose values records hold, in its order.
std::vector<HostBody::ReturnedValue> HostBody::valuesIn(ir::Location range) {
  std::vector<ReturnedValue> result;
  if (returned >= 0 && texts.isWithin(callText(), range))
    result.push_back({callText(), returnedType(), returned});
  for (const auto &[variable, call] : iteration.values)
    if (texts.isWithin(call, range))
      result.push_back({call, variable->type, inputOf.lookup(variable)});
  llvm::sort(result, [](const ReturnedValue &a, const ReturnedValue &b) {
    return std::pair(a.call.line, a.call.column) <
           std::pair(b.call.line, b.call.column);
  });
  return result;
}

/// Whether something is done with a value that `rest` follows: `.t` is.
static bool isOperand(llvm::StringRef rest) {
  rest = rest.ltrim();
  return !rest.empty() && !llvm::StringRef(";,)").contains(rest.front());
}

/// A statement with calls, with their values in their places.
std::string HostBody::withValues(ir::Location range) {
  std::string text = textOf(range, range);
  const auto outer = texts.of(range);
  const std::vector<ReturnedValue> values = valuesIn(range);
  for (const ReturnedValue &value : llvm::reverse(values)) {
    const auto inner = texts.of(value.call);
    if (!outer || !inner) {
      refuse(range, "a call's value that no record holds");
      return text;
    }
    const auto at = static_cast<size_t>(inner->data() - outer->data());
    std::string field = fieldValue(value.type, site.inputs[value.input].name);
    if (isOperand(llvm::StringRef(text).drop_front(at + inner->size())))
      field = "(" + field + ")";
    text.replace(at, inner->size(), field);
  }
  return text;
}

void HostBody::tailLevel(unsigned level, host::TailLevel &row) {
  const Level &from = iteration.levels[level];
  const auto line = [&](ir::Location loc) -> host::Line {
    return {module.files[loc.file - 1], loc.line};
  };
  // Each was put right behind the call.
  for (const ir::Statement *s : llvm::reverse(from.after))
    if (const ir::Variable *own = combined(s)) {
      combine(own);
      if (!row.at.line && wholeCall)
        row.at = line(wholeCall);
    }
  unsigned next = 0; // the line that a statement has behind those before it
  for (const UserStatement &each : textsOf(from.after)) {
    const bool hasCall = !valuesIn(each.range).empty();
    host.tail->readsRecord |= hasCall;
    std::string text = hasCall ? withValues(each.range)
                               : textOf(each.range, each.parts.front()->loc);
    if (row.statements.empty() && each.range) {
      row.at = line(each.range);
      next = row.at.line;
    }
    if (next != 0 && each.range.line > next)
      text.insert(0, each.range.line - next, '\n');
    next += std::count(text.begin(), text.end(), '\n') + 1;
    row.statements.push_back(std::move(text));
  }
  const std::vector<UserStatement> otherwise = textsOf(from.otherwise);
  for (const UserStatement &each : otherwise) {
    row.otherwise += (row.otherwise.empty() ? "" : "\n") +
                     textOf(each.range, each.parts.front()->loc);
    if (!row.otherwiseAt.line && each.range)
      row.otherwiseAt = line(each.range);
  }
  if (otherwise.size() > 1)
    row.otherwise = "{\n" + row.otherwise + "\n}";
}

/// The value in the record, put there by the call itself.
void HostBody::call() {
  host::Tail &tail = *host.tail;
  if (returned < 0) {
    tail.call = textOf(wholeCall, callText());
    if (wholeCall == callText())
      tail.call += ";";
    return;
  }
  tail.call = keptValue({callText(), returnedType(), returned});
}

/// `regtt_input->returned = visit(...);`
std::string HostBody::keptValue(const ReturnedValue &value) {
  host.tail->callReadsRecord = true;
  const ir::Type *type = value.type;
  const std::string text = textOf(value.call, value.call);
  const std::string &name = site.inputs[value.input].name;
  const std::string field = "regtt_input->" + name;
  if (llvm::isa<ir::StructType, ir::LibraryType>(type))
    return fieldValue(type, name) + " = " + text + ";";
  if (type->isPointer())
    return field + " = " +
           (host.isC ? "(size_t)" + text
                     : "reinterpret_cast<size_t>(" + text + ")") +
           ";";
  if (type->isEnum() && !host.isC)
    return field + " = static_cast<decltype(" + field + ")>(" + text + ");";
  return field + " = " + text + ";";
}

/// All from the first call to the last.
void HostBody::programCall() {
  std::string &text = host.tail->call;
  for (const UserStatement &each : callTexts()) {
    const auto value = llvm::find_if(iteration.values, [&](const auto &known) {
      return known.second == each.range;
    });
    text += text.empty() ? "" : "\n";
    if (value != iteration.values.end()) {
      text += keptValue(
          {each.range, value->first->type, inputOf.lookup(value->first)});
      again.push_back({each.range, ""});
      continue;
    }
    text += withNotes(textOf(each.range, each.parts.front()->loc), each.range);
    const bool isCall =
        llvm::any_of(iteration.allCalls(), [&](const ir::CallStatement *call) {
          return iteration.textOf(call) == each.range;
        });
    if (isCall)
      text += ";";
    again.push_back({each.range, ""});
  }
  // What is left of the iteration's copy comes in any case.
  if (iteration.goesOnEarly())
    text = "do {\n" + text + "\n} while (0);";
}

void HostBody::tail(bool isWanted) {
  Variables after, ofCall;
  bool isEmpty = true;
  for (const Level &level : iteration.levels)
    for (const Statements *list : {&level.after, &level.otherwise})
      for (const ir::Statement *s : *list) {
        if (!combined(s))
          addUses(s, after);
        isEmpty = false;
      }
  for (unsigned level = 0; level < iteration.levels.size(); ++level)
    for (const UserStatement &each : textsOf(iteration.levels[level].before))
      host.hasEffects |= llvm::any_of(
          each.parts, [&](const ir::Statement *s) { return hasEffects(s); });
  const bool leaves = recogniser.kernel.deferred.has_value();
  if (isEmpty && results.empty() && returned < 0 && !host.hasEffects &&
      !isWanted && !leaves)
    return;
  for (const ir::Expr *argument : iteration.call->arguments)
    addUses(whole(argument), ofCall);
  if (iteration.isProgram)
    for (const ir::Statement *s : iteration.calls)
      addUses(s, ofCall);
  // A function between may do nothing with what the text hands it.
  for (const ir::Expr *handed : iteration.inlined.arguments)
    addUses(handed, ofCall);
  ir::walk(bodyOf(recogniser.loop), [&](const ir::Statement *s) {
    if (returned < 0 && wholeCall == s->loc)
      addUses(s, ofCall);
  });
  host::Tail &tail = host.tail.emplace();
  tail.levels.resize(iteration.levels.size());
  if (leaves)
    later();
  bind(after, &host::TailLevel::bindings, false);
  for (unsigned level = 0; level < iteration.levels.size(); ++level)
    tailLevel(level, tail.levels[level]);
  bind(ofCall, &host::TailLevel::callBindings, true);
  again.push_back({wholeCall, ""});
  if (iteration.isProgram)
    programCall();
  else
    call();
  if (iteration.isNested)
    startParts(tail.levels.back().callBindings);
  for (const ir::Variable *variable : results) {
    const OwnCopy *own = ownCopy(variable);
    if (own && own->identity) {
      keepPart(variable);
      continue;
    }
    if (!isKept(variable))
      tail.changed.push_back(variable->name);
    if (site.inputs[inputOf.lookup(variable)].name != variable->name)
      refuse({Diag::RTT1118,
              variable->loc,
              {variable->name, "another one that calls write has its name"}});
  }
  for (const Level &level : iteration.levels) {
    if (isNamedAlike(level.after, after) ||
        isNamedAlike(level.otherwise, after))
      refuse(callText(), "a name that another thing has after the call, too");
    if (isNamedAlike(iteration.calls, ofCall))
      refuse(callText(), "a name that means another thing there");
  }
}
