// What iterations leave for later, as the host file does it, and as a serial
// run notes it to be compared:
//
//     if (level[w] < 0) {              int w = regtt_deferred->w;
//       level[w] = level[u] + 1;  ->   if (level[w] < 0) { ... }
//       next.push_back(w);
//     }                                if (level[w] < 0) {
//                                        ... regtt_left = {};
//                                        regtt_left.w = w;
//                                        regtt_note_deferred(...);
//                                      }
#include "HostBody.h"

#include "../Deferral.h"
#include "../DeferredValues.h"
#include "../Spelling.h"

#include "regtt/Kernel/Names.h"

#include <algorithm>
#include <set>

using namespace regtt;
using namespace regtt::recognise;

/// Of each text one.
static std::vector<const ir::DeferStatement *>
textsIn(const ir::BlockStatement *body) {
  std::vector<const ir::DeferStatement *> result = deferredIn(body);
  result.erase(std::unique(result.begin(), result.end(),
                           [](const auto *a, const auto *b) {
                             return a->number == b->number;
                           }),
               result.end());
  return result;
}

void HostBody::later() {
  for (const ir::DeferStatement *s : textsIn(bodyOf(recogniser.loop))) {
    host::LaterWork &row = host.tail->later.emplace_back();
    row.statement = textOf(s->loc, s->loc);
    if (s->loc)
      row.at = {module.files[s->loc.file - 1], s->loc.line};
    bindLater(*s, row.bindings);
  }
}

/// `int w = regtt_deferred->w;`, and of a struct an object with what of it is
/// looked at. Declarations come first, as C89 wants them.
void HostBody::bindLater(const ir::DeferStatement &s,
                         std::vector<std::string> &bindings) {
  std::vector<std::string> values;
  std::set<const ir::Variable *> made;
  const auto &fields = recogniser.kernel.deferred->fields;
  for (size_t k = 0; k < fields.size(); ++k) {
    const ir::Place *place = deferredPlace(module, s, k);
    if (!place)
      continue;
    const ir::Variable &variable = *place->variable();
    const ir::Type *type = place->type;
    const std::string value = "regtt_deferred->" + safeName(fields[k].name) +
                              (type->isBool() && !host.isC ? " != 0" : "");
    const ir::Type *whole = variable.type->isReference()
                                ? ir::pointeeOf(variable.type)
                                : variable.type;
    if (whole == type) {
      bindings.push_back((variable.isConst ? "const " : "") +
                         (words.inTemplate && !type->isBool()
                              ? "auto " + variable.name
                              : words.declare(type, variable.name)) +
                         " = " + value + ";");
      continue;
    }
    values.push_back(deferredText(place) + " = " + value + ";");
    if (!made.insert(&variable).second)
      continue;
    const std::string object = objectText(variable, whole, variable.name);
    if (host.isC) {
      bindings.push_back(object + ";");
      continue;
    }
    const std::string memory = "regtt_of_" + variable.name;
    const std::string spelled = objectText(variable, whole, "");
    bindings.push_back("alignas(" + spelled + ") unsigned char " + memory +
                       "[sizeof(" + spelled + ")] = {};");
    bindings.push_back(objectText(variable, whole, "&" + variable.name) +
                       " = *static_cast<" + objectText(variable, whole, "*") +
                       ">(regtt_field(" + memory + "));");
  }
  bindings.insert(bindings.end(), values.begin(), values.end());
}

/// The text of `range` with what is left for later noted in its place.
std::string HostBody::withNotes(std::string text, ir::Location range) {
  const auto outer = texts.of(range);
  const auto all = textsIn(bodyOf(recogniser.loop));
  std::vector<std::pair<size_t, const ir::DeferStatement *>> inside;
  for (const ir::DeferStatement *s : all) {
    const auto inner = texts.of(s->loc);
    if (outer && inner && texts.isWithin(s->loc, range))
      inside.push_back({size_t(inner->data() - outer->data()), s});
  }
  llvm::sort(inside, std::greater<>());
  for (const auto &[at, s] : inside)
    text.replace(at, texts.of(s->loc)->size(), noteText(*s));
  return text;
}

std::string HostBody::noteText(const ir::DeferStatement &s) {
  std::string out =
      s.when ? "if (" + textOf(s.when->loc, s.loc) + ") {\n" : "{\n";
  out += std::string("regtt_left_type regtt_left = ") +
         (host.isC ? "{0}" : "{}") + ";\nregtt_left.iteration = regtt_now;\n";
  const auto &fields = recogniser.kernel.deferred->fields;
  for (size_t k = 0; k < fields.size(); ++k) {
    const ir::Place *place = deferredPlace(module, s, k);
    const std::string field = "regtt_left." + safeName(fields[k].name) + " = ";
    if (place)
      out += field + deferredText(place) + ";\n";
    else if (fields[k].name == "statement")
      out += field + std::to_string(s.number) + ";\n";
  }
  return out +
         "regtt_note_deferred(&regtt_call, &regtt_left, sizeof regtt_left);\n}";
}
