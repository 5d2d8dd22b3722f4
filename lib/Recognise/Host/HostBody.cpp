// The order in which the loop's body is taken over.
#include "HostBody.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

HostBody::HostBody(Recogniser &recogniser, HostWords words,
                   const std::set<const ir::Statement *> &ofHead,
                   std::function<void(Message)> refuse)
    : recogniser(recogniser), module(recogniser.module),
      iteration(recogniser.iteration), site(recogniser.site.loop),
      host(recogniser.site.host), words(std::move(words)), ofHead(ofHead),
      say(std::move(refuse)), texts(recogniser.module) {
  for (unsigned level = 0; level < iteration.levels.size(); ++level)
    for (const ir::Statement *s : iteration.levels[level].before)
      if (const ir::Variable *variable = ir::declaredBy(s);
          variable && !ofHead.count(s) && !isTemporary(variable)) {
        this->words.names[variable] = variable->name;
        if (ownCopy(variable))
          continue;
        locals.insert({variable, level});
        declarations[variable] = s;
      }
  addOwnCopies();
  for (const auto &[variable, level] : locals)
    for (const Level &each : iteration.levels)
      for (const ir::Statement *s : each.before)
        if (s != declarations.lookup(variable) && !variable->isFixed() &&
            ir::mayChange(s, variable))
          changed.insert(variable);
  // What a program declares and the tail looks at is its result.
  if (iteration.isProgram)
    for (const ir::Statement *s : iteration.calls)
      if (const ir::Variable *variable = ir::declaredBy(s);
          variable && !isTemporary(variable) &&
          variable != iteration.headVariable) {
        locals.insert({variable, iteration.levels.size() - 1});
        declarations[variable] = s;
        this->words.names[variable] = variable->name;
      }
  findCall();
}

void HostBody::takeLevels() {
  conditions();
  levels();
}
