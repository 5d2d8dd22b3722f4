// Containers that a query program makes for itself, and that it or its visits
// change the size of: variables of the program's own, and fields of such
// structs. They are data of the query that are gone with the program; what it
// makes is empty.
//
//     var %heap: std::priority_queue = std::priority_queue()
//     call @search(load %root, refof %heap)
//  -> clear(own(3: ...))
//     visit @search(rt::root(0))
//
// There is room for as many elements as the clause `bound` says, or is proved;
// the runtime notices where that is not enough.
#include "KeptContainers.h"
#include "Containers.h"
#include "LibraryLayout.h"
#include "ProgramBody.h"
#include "Spelling.h"

#include "regtt/Analysis/ContainerBounds.h"
#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

//===--- Which are kept ---------------------------------------------------===//

bool recognise::isAnyContainer(const ir::Type *type) {
  return isQueue(type) || isVector(type);
}

const Object *Recogniser::keepContainer(const ir::Variable *variable) {
  if (!iteration.isOfProgram(variable))
    return nullptr;
  if (const auto known = ofProgram.find(variable); known != ofProgram.end())
    return &known->second;
  if (isVector(variable->type))
    return keepVector(variable);
  const bool isStruct = isa<ir::StructType>(variable->type) &&
                        !isCopyable(variable->type) &&
                        isKeptInParts(variable->type);
  if (iteration.isUsedAfter(variable) ||
      (!isQueue(variable->type) && !isStruct))
    return nullptr;
  return &keep(variable);
}

KeptContainers::KeptContainers(Body &body)
    : body(body), site(body.site), module(body.module) {}

//===--- What they begin with ---------------------------------------------===//

/// `std::vector<int>()`, `std::priority_queue<Hit, ..., Order>(order)`.
static bool makesEmpty(const ir::Expr *e, const ir::Type *type) {
  if (isa<ir::ZeroExpr>(e))
    return true;
  const auto *made = dyn_cast<ir::LibraryCallExpr>(e);
  const auto *library = dyn_cast<ir::LibraryType>(type);
  if (!made || !library || made->name != library->name || made->type != type)
    return false;
  // What orders a queue has no data of its own.
  return made->arguments.empty() ||
         (isQueue(type) && made->arguments.size() == 1 &&
          library->arguments.size() > 2 &&
          made->arguments[0]->type == library->typeArgument(2));
}

bool recognise::isMadeEmpty(const ir::Statement *declaration) {
  const auto *let = dyn_cast<ir::LetStatement>(declaration);
  const auto *var = dyn_cast<ir::VarStatement>(declaration);
  const ir::Expr *value = let ? let->value : var ? var->init : nullptr;
  return value && makesEmpty(value, value->type);
}

KeptContainers::Statements KeptContainers::emptied(const Part &found,
                                                   const std::string &text,
                                                   const ir::Expr *value,
                                                   ir::Location at) {
  if (!makesEmpty(value, found.type)) {
    site.refuse(at, Diag::RTT2057, {text, "it is set as a whole"});
    return std::vector<ir::Statement *>();
  }
  auto *made = module.make<ir::ContainerChangeStatement>(at);
  made->op = ir::ChangeOp::Clear;
  const auto row = body.containerRow(found, text);
  made->container = row ? body.datum(found) : nullptr;
  if (!made->container || site.isFailing())
    return std::vector<ir::Statement *>();
  site.written(*row);
  return std::vector<ir::Statement *>{made};
}

KeptContainers::Statements KeptContainers::emptied(const ir::Place *place,
                                                   const ir::Expr *value,
                                                   ir::Location at) {
  if (!isAnyContainer(place->type))
    return std::nullopt;
  const auto found = body.part(place);
  if (!found || !found->isDatum() || found->before != 0 ||
      !body.isContainer(found->object))
    return std::nullopt;
  return emptied(*found, spelled(module, place), value, at);
}

/// `v.data() + k`, `v.begin() + 1 + k`: `v[k]`, `v[1 + k]`.
std::optional<Part> KeptContainers::elementAt(const ir::Place *place) {
  const auto *pointed = std::get_if<ir::PointeeRoot>(&place->root);
  if (!pointed)
    return std::nullopt;
  const ir::Expr *pointer = pointed->pointer;
  const ir::Location loc = body.loc;
  const ir::Type *number = module.intType(ir::IntType::U64);
  const ir::Expr *index = nullptr;
  const auto *sum = dyn_cast<ir::BinaryExpr>(pointer);
  for (; sum && sum->op == ir::BinaryOp::PtrAdd;
       sum = dyn_cast<ir::BinaryExpr>(pointer)) {
    const ir::Expr *by = sum->right;
    if (by->type != number)
      by = module.cast(ir::CastOp::IntToInt, number, by, false, loc);
    index = index ? module.binary(ir::BinaryOp::Add, by, index, loc) : by;
    pointer = sum->left;
  }
  const auto *data = dyn_cast<ir::ContainerReadExpr>(pointer);
  if (!data || data->op != ir::ReadOp::Data || !isVector(data->container->type))
    return std::nullopt;
  const size_t refusals = site.site.refusals.size();
  auto found = body.part(data->container);
  site.site.refusals.resize(refusals);
  if (!found || !found->isDatum() || found->before != 0 ||
      !body.isContainer(found->object))
    return std::nullopt;
  index = index ? index : module.integer(number, 0, loc);
  const ir::Step step = ir::ElementStep{index};
  return body.toElement(*found, step, index) ? found : std::nullopt;
}

//===--- How many elements they have --------------------------------------===//

std::optional<unsigned> Recogniser::boundInProgram(unsigned row) const {
  if (!kernel.program || looksAhead(*this, row) ||
      kernel::changesSize(*kernel.enter, row))
    return std::nullopt;
  return kernel::mostElementsOfProgram(
      *kernel.program, row, [&](unsigned other) -> std::optional<unsigned> {
        const auto &container = kernel.data[other].container;
        return container && container->bound != 0
                   ? std::optional(container->bound)
                   : std::nullopt;
      });
}
