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

/// The statement that the call stands in, with the call's value in its place.
std::string HostBody::withValue(ir::Location range) {
  const std::string text = textOf(range, range);
  const auto outer = texts.of(range), inner = texts.of(callText());
  if (!outer || !inner || returned < 0) {
    refuse(range, "a call's value that no record holds");
    return text;
  }
  const size_t from = inner->data() - outer->data();
  return text.substr(0, from) +
         fieldValue(returnedType(), site.inputs[returned].name) +
         text.substr(from + inner->size());
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
    const bool hasCall = texts.isWithin(callText(), each.range);
    host.tail->readsRecord |= hasCall;
    std::string text = hasCall ? withValue(each.range)
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
  const std::string text = textOf(callText(), callText());
  if (returned < 0) {
    tail.call = textOf(wholeCall, callText());
    if (wholeCall == callText())
      tail.call += ";";
    return;
  }
  tail.callReadsRecord = true;
  const ir::Type *type = returnedType();
  const std::string field = "regtt_input->" + site.inputs[returned].name;
  if (llvm::isa<ir::StructType, ir::LibraryType>(type))
    tail.call = fieldValue(type, site.inputs[returned].name) + " = " + text;
  else if (type->isPointer())
    tail.call = field + " = " +
                (host.isC ? "(size_t)" + text
                          : "reinterpret_cast<size_t>(" + text + ")");
  else if (type->isEnum() && !host.isC)
    tail.call = field + " = static_cast<decltype(" + field + ")>(" + text + ")";
  else
    tail.call = field + " = " + text;
  tail.call += ";";
}

/// All from the first call to the last.
void HostBody::programCall() {
  std::string &text = host.tail->call;
  for (const UserStatement &each : callTexts()) {
    text += (text.empty() ? "" : "\n") +
            textOf(each.range, each.parts.front()->loc);
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
  if (isEmpty && results.empty() && returned < 0 && !host.hasEffects &&
      !isWanted)
    return;
  for (const ir::Expr *argument : iteration.call->arguments)
    addUses(whole(argument), ofCall);
  if (iteration.isProgram)
    for (const ir::Statement *s : iteration.calls)
      addUses(s, ofCall);
  ir::walk(bodyOf(recogniser.loop), [&](const ir::Statement *s) {
    if (returned < 0 && wholeCall == s->loc)
      addUses(s, ofCall);
  });
  host::Tail &tail = host.tail.emplace();
  tail.levels.resize(iteration.levels.size());
  bind(after, &host::TailLevel::bindings, false);
  for (unsigned level = 0; level < iteration.levels.size(); ++level)
    tailLevel(level, tail.levels[level]);
  bind(ofCall, &host::TailLevel::callBindings, true);
  again.push_back({wholeCall, ""});
  if (iteration.isProgram)
    programCall();
  else
    call();
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
