// What clauses of the loop say of its run: the order of its queries, and the
// trees that stay linearised for later runs.
//
//     reorder "curve:12"                       order CURVE, 12 bits
//     resident %tree->root: load %tree->version
//                                   the tree stays until tree->version changes
//
// The roots that resident names are those of the loop's trees, all of them; of
// several in an array, the array is named.
#include "../Spelling.h"
#include "HostLoop.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

namespace {

struct Order {
  llvm::StringRef text;
  bool counts; ///< levels or bits
};

} // namespace

static constexpr Order orders[] = {
#define ORDER(NAME, TEXT, LEVELS) {TEXT, LEVELS},
#include "regtt/Host/Orders.def"
#undef ORDER
};

void HostLoop::reorder(const ir::Clause &clause) {
  const llvm::StringRef word = clause.word;
  const auto [name, levels] = word.split(':');
  const Order *order = llvm::find_if(orders, [name = name](const Order &known) {
    return known.text == name.trim();
  });
  int count = 0;
  if (order == std::end(orders) ||
      (word.contains(':') &&
       (!order->counts || levels.trim().getAsInteger(10, count) || count < 1 ||
        count > 32)))
    return refuse({Diag::RTT1008,
                   clause.loc,
                   {"reorder", clause.word,
                    "'auto', 'none', 'inspect', 'curve', 'handover', "
                    "'history' or 'hybrid', the last five with a colon and a "
                    "number from 1 to 32 or without"}});
  if (order == orders)
    return; // the runtime's choice
  host.order = order->text.upper();
  host.orderLevels = count;
}

//===--- Trees that stay --------------------------------------------------===//

/// The place that a root is read from: `%tree` of `load %tree`, of
/// `%tree.get()` and of `addressof (*%tree)`, as a clause may say any of them.
static const ir::Place *namedPlace(ir::Module &module, const ir::Place *place) {
  while (place && !place->steps.empty()) {
    const auto *deref = std::get_if<ir::DerefStep>(&place->steps.back());
    if (!deref || deref->offset)
      break;
    place = module.place(place->root, place->steps.drop_back());
  }
  const auto *root = place && place->steps.empty()
                         ? std::get_if<ir::PointeeRoot>(&place->root)
                         : nullptr;
  const ir::Place *from = root ? ir::placeOf(root->pointer) : nullptr;
  return from ? namedPlace(module, from) : place;
}

static const ir::Place *namedPlace(ir::Module &module, const ir::Expr *e) {
  while (const auto *cast = llvm::dyn_cast_or_null<ir::CastExpr>(e))
    e = cast->operand;
  if (const auto *read = llvm::dyn_cast_or_null<ir::ContainerReadExpr>(e))
    return read->op == ir::ReadOp::Get ? namedPlace(module, read->container)
                                       : nullptr;
  return e ? namedPlace(module, ir::placeOf(e)) : nullptr;
}

/// Null among them: a root that no clause can name.
std::vector<const ir::Place *> HostLoop::namedRoots() {
  std::vector<const ir::Place *> result;
  const auto add = [&](const ir::Place *place) {
    if (llvm::none_of(result, [&](const ir::Place *known) {
          return known && place && ir::equal(known, place);
        }))
      result.push_back(place);
  };
  if (!kernel.program) {
    add(namedPlace(module,
                   recogniser.origins->of(
                       recogniser.call->arguments[recogniser.nodeParam])));
    return result;
  }
  for (const RootGroup &group : recogniser.roots) {
    const ir::Place *place = group.place;
    if (place && group.isArray())
      place = module.place(place->root, place->steps.take_front(group.step));
    const SharedArray *array =
        !place && group.isArray() ? sharedArray(group.array) : nullptr;
    if (array) {
      place = placeOf(array->holder);
      place = place ? holderOf(module, place) : nullptr;
    }
    add(place ? namedPlace(module, place) : namedPlace(module, group.value));
  }
  return result;
}

/// False: what `clause` has for a version is none.
bool HostLoop::residentVersion(const ir::Clause &clause, bool isLast,
                               llvm::StringRef ofWhat) {
  if (!clause.value)
    return true;
  const std::string version = words.text(clause.value);
  const auto isNot = [&](const llvm::Twine &what) {
    refuse({Diag::RTT1008, clause.loc, {"resident", version, what.str()}});
    return false;
  };
  if (!isLast)
    return isNot(ofWhat + ", which come before the version");
  if (!ir::integerFormat(clause.value->type))
    return isNot("an integer");
  host.version = version;
  return true;
}

/// The array of a loop without traversals that a clause names, if iterations
/// only read it; of vectors that elements have, what holds these.
std::optional<unsigned> HostLoop::readArray(const ir::Place *named) const {
  const ir::Place *behind =
      ir::followedFrom(named->type) ? module.deref(named) : named;
  const auto isNamed = [&](const ir::Place *place) {
    return place && (ir::equal(place, named) || ir::equal(place, behind));
  };
  for (unsigned k = 0; k < kernel.arrays.size(); ++k) {
    const kernel::DataArray &array = kernel.arrays[k];
    const bool isParent =
        llvm::any_of(kernel.arrays, [&](const kernel::DataArray &other) {
          return other.parent == int(k);
        });
    if (kernel.writesArray(k) || isParent || array.isOfElements())
      continue;
    const auto place = placesOfArrays.find(k);
    if (array.isShared()
            ? place != placesOfArrays.end() && isNamed(place->second)
            : isNamed(
                  recogniser.operandOf(kernel.data[array.start].number).array))
      return k;
  }
  return std::nullopt;
}

void HostLoop::residentArrays(llvm::ArrayRef<const ir::Clause *> clauses) {
  for (const ir::Clause *clause : clauses) {
    const auto number = readArray(clause->place);
    if (!number)
      return (void)refuse({Diag::RTT1008,
                           clause->loc,
                           {"resident", words.lvalue(clause->place),
                            "an array that iterations read by more than their "
                            "own elements, and do not write"}});
    site.staying.push_back(*number);
    if (!residentVersion(*clause, clause == clauses.back(), "an array"))
      return;
  }
  host.isResident = true;
}

void HostLoop::resident(llvm::ArrayRef<const ir::Clause *> clauses) {
  if (kernel.isNested())
    return residentArrays(clauses);
  const std::vector<const ir::Place *> roots = namedRoots();
  std::vector<std::string> names;
  for (const ir::Place *root : roots)
    if (root)
      names.push_back("'" + words.lvalue(root) + "'");
  const std::string list = llvm::join(names, ", ");
  const auto isNot = [&](const ir::Clause &clause, const std::string &named,
                         const std::string &what) {
    refuse({Diag::RTT1008, clause.loc, {"resident", named, what}});
  };
  std::vector<const ir::Place *> given;
  for (const ir::Clause *clause : clauses) {
    const ir::Place *place = namedPlace(module, clause->place);
    const auto isIt = [&](const ir::Place *root) {
      return root && place && ir::equal(root, place);
    };
    if (llvm::none_of(roots, isIt))
      return isNot(*clause, words.lvalue(clause->place),
                   "a root of the loop's trees, " + list);
    given.push_back(place);
    if (!residentVersion(*clause, clause == clauses.back(), "a root"))
      return;
  }
  if (!llvm::all_of(roots, [&](const ir::Place *root) {
        return root && llvm::any_of(given, [&](const ir::Place *place) {
                 return ir::equal(root, place);
               });
      }))
    return isNot(*clauses.front(), words.lvalue(clauses.front()->place),
                 "all of the roots of the loop's trees, " + list);
  host.isResident = true;
}

/// Whether iterations share the array and write none of its elements.
bool HostLoop::isOnlyRead(const ir::Clause &clause) const {
  const HostPlace place = clause.place->type->isPointer()
                              ? hostPlaceBehind(module.load(clause.place))
                              : hostPlace(clause.place);
  return place &&
         llvm::any_of(recogniser.sharedArrays, [&](const SharedArray &array) {
           return array.place == place && !kernel.writesArray(array.number);
         });
}

/// It has to speak of an array that is carried: what is misspelled says
/// nothing.
void HostLoop::copyIn(const ir::Clause &clause) {
  if (!clause.place)
    return;
  const ir::Place *behind = ir::followedFrom(clause.place->type)
                                ? module.deref(clause.place)
                                : clause.place;
  const HostPlace holder = hostPlace(clause.place);
  if (llvm::is_contained(recogniser.givenInNodes, &clause))
    return;
  if (clause.kind != ir::Clause::CopyIn && isOnlyRead(clause))
    return refuse(
        {Diag::RTT1008,
         clause.loc,
         {ir::textOf(clause.kind).str(), spelled(module, clause.place),
          "an array that iterations write; 'copyin' is for those "
          "that they read"}});
  if (llvm::any_of(namedArrays,
                   [&](const ir::Place *array) {
                     return ir::equal(array, clause.place) ||
                            ir::equal(array, behind);
                   }) ||
      llvm::any_of(recogniser.roots, [&](const RootGroup &group) {
        return holder && group.holder == holder;
      }))
    return;
  // Which elements a loop without traversals chooses is nobody's concern.
  bool isNamed = false;
  ir::walkExprs(loop, [&](const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    isNamed |= place && place->variable() == clause.place->variable() &&
               place->global() == clause.place->global();
  });
  ir::walk(loop, [&](const ir::Statement *s) {
    ir::forEachPlace(s, [&](const ir::Place *place) {
      isNamed |= place->variable() == clause.place->variable() &&
                 place->global() == clause.place->global();
    });
  });
  if (iteration.isNested && isNamed)
    return;
  refuse({Diag::RTT1008,
          clause.loc,
          {ir::textOf(clause.kind).str(), spelled(module, clause.place),
           "an array that the traversal indexes"}});
}

void HostLoop::clauses() {
  std::vector<const ir::Clause *> stay;
  for (const ir::Clause &clause : clausesOf(loop)) {
    if (clause.kind == ir::Clause::Reorder)
      reorder(clause);
    if (ir::givesCount(clause))
      copyIn(clause);
    if (clause.kind == ir::Clause::Resident)
      stay.push_back(&clause);
  }
  if (!stay.empty())
    resident(stay);
}
