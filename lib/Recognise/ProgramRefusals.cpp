// Why a statement is none of a query program, or of a loop without a traversal,
// and what cures it.
#include "ProgramBody.h"

#include "Constructs.h"
#include "KeptData.h"
#include "LoopClauses.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringSwitch.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

std::nullptr_t Recogniser::refuseInProgram(ir::Location loc,
                                           std::string construct,
                                           std::string why) {
  return refuse(loc, iteration.isNested ? Diag::RTT1150 : Diag::RTT1124,
                {std::move(construct), std::move(why)});
}

/// What follows would run for the iteration after this one.
void ProgramBody::refuseWrite(const ir::DataRoot &, ir::Location at,
                              const std::string &text) {
  site.refuseInProgram(at, current ? constructOf(current) : "code",
                       "it writes '" + text + "', which all iterations share");
}

/// Whether it prints, reads or draws random numbers: everybody knows why that
/// has an order.
static bool isOfOrder(const ir::LibraryCallStatement &call) {
  const llvm::StringRef name = llvm::StringRef(call.name).rsplit("::").second;
  return llvm::StringSwitch<bool>(name.empty() ? llvm::StringRef(call.name)
                                               : name)
      .Cases("printf", "fprintf", "puts", "putchar", "fputs", "putc", true)
      .Cases("scanf", "fscanf", "getline", "getchar", "fgets", true)
      .Cases("fread", "fwrite", "read", "write", "put", "print", true)
      .Cases("operator<<", "operator>>", true)
      .Cases("rand", "random", "drand48", "operator()", true)
      .Default(false);
}

static std::string nameOfCall(const ir::Statement *s) {
  const auto *called = dyn_cast<ir::LibraryCallStatement>(s);
  return called ? called->name : "the library";
}

/// What the library does has to keep its place.
void ProgramBody::refuseLibrary(const ir::Statement *s) {
  const auto *called = dyn_cast<ir::LibraryCallStatement>(s);
  const auto *change = dyn_cast<ir::ContainerChangeStatement>(s);
  const auto found = change ? part(change->container) : std::nullopt;
  if (!mayThrow(s).empty() || (called && isAlgorithm(called->name)) ||
      (found && found->object.root == Object::Own))
    return Body::refuseLibrary(s);
  site.refuseInProgram(s->loc, constructOf(s),
                       change ? "other iterations may use it, too"
                       : called && isOfOrder(*called)
                           ? "it prints, reads or draws random numbers"
                           : "it is not known what '" + nameOfCall(s) +
                                 "' does");
}

/// How the loop uses a variable of all iterations, and what cures it.
std::string ProgramBody::wayOfAll(const ir::Variable *variable) const {
  if (!site.iteration.isNested || !site.iteration.isChanged(variable))
    return " in a way that is not followed";
  if (!readBeforeSet(bodyOf(site.loop), variable, false, false))
    return ", which each iteration sets first, but which is looked at behind "
           "the "
           "loop, or whose address is known; let iterations have a variable of "
           "their own in the loop's body";
  return std::string(", which other iterations change") +
         (variable->type->isFloat()
              ? "; if they sum up in it, let each have a sum of its own, and "
                "add that behind its last loop"
              : "; let each iteration have what it needs of its own");
}

/// Whether the copy names nothing of the host's.
bool ProgramBody::staysInside(const ir::BlockStatement *made) {
  bool result = true;
  llvm::SmallPtrSet<const ir::Variable *, 4> said;
  const auto look = [&](const ir::Variable *variable, ir::Location at) {
    if (!variable || !around.count(variable))
      return;
    result = false;
    if (!said.insert(variable).second)
      return;
    site.refuseInProgram(
        at, "code", "it uses '" + variable->name + "'" + wayOfAll(variable));
  };
  ir::walk(static_cast<const ir::Statement *>(made),
           [&](const ir::Statement *s) {
             ir::forEachOperand(s, [&](const ir::Expr *operand) {
               ir::walk(operand, [&](const ir::Expr *e) {
                 look(rootVariable(e), e->loc ? e->loc : s->loc);
               });
             });
             ir::forEachPlace(s, [&](const ir::Place *place) {
               look(place->variable(), s->loc);
             });
           });
  return result;
}
