// What orders a std::priority_queue that visits change: the runtime has the
// library's orders of numbers and of pairs of them; a function of the user's
// becomes a helper, which is handed two elements.
//
//     push(%q->hits, load %hit) by @"Nearer::operator()"
//  -> push(own(2: ...), load %hit) by @visit::nearer
#include "Body.h"
#include "Containers.h"
#include "Spelling.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

/// A number, or a pair of such: the library's own orders are the runtime's.
static bool isPlainlyOrdered(const ir::Type *type) {
  if (!isPair(type))
    return type->isInt() || type->isFloat() || type->isBool() || type->isEnum();
  return isPlainlyOrdered(ir::memberOf(type, "first")) &&
         isPlainlyOrdered(ir::memberOf(type, "second"));
}

/// Whether a function is made of more than what it is handed.
static bool readsMore(const ir::Function &function) {
  bool result = !function.body;
  const auto look = [&](const ir::Place *place) {
    result |= place && !place->variable();
  };
  if (!function.body)
    return result;
  ir::walkExprs(function.body, [&](const ir::Expr *e) {
    look(ir::placeOf(e));
    if (const auto *called = dyn_cast<ir::CallExpr>(e))
      result |= readsMore(*called->callee);
  });
  ir::walk(static_cast<const ir::Statement *>(function.body),
           [&](const ir::Statement *s) {
             ir::forEachPlace(s, look);
             if (const auto *called = dyn_cast<ir::CallStatement>(s))
               result |= readsMore(*called->callee);
           });
  return result;
}

/// Why objects of type `compare` order nothing here; empty: they may.
static std::string faultOfOrder(const ir::Module &module,
                                const ir::Type *compare) {
  if (!compare)
    return "";
  const std::string said = "what orders it, '" + spelled(module, compare) + "'";
  const auto *library = dyn_cast<ir::LibraryType>(compare);
  const auto *record = dyn_cast<ir::StructType>(compare);
  if (!library && !record)
    return said + ", is no type of objects";
  const bool isEmpty =
      record ? record->isComplete() && record->fields().empty() &&
                   !record->isPolymorphic()
             : llvm::StringSwitch<bool>(library->name)
                   .Cases("std::less", "std::greater", true)
                   .Cases("std::less_equal", "std::greater_equal", true)
                   .Default(false);
  return isEmpty ? "" : said + ", has data of its own";
}

bool Body::orderOf(const ir::ContainerChangeStatement &s,
                   const std::string &text, unsigned row,
                   const ir::Function *&order) {
  const auto *queue = llvm::cast<ir::LibraryType>(s.container->type);
  const ir::Type *element = queue->typeArgument(0);
  const ir::Type *compare =
      queue->arguments.size() > 2 ? queue->typeArgument(2) : nullptr;
  const auto refuse = [&](const std::string &why) {
    site.refuse(s.loc, Diag::RTT2057, {text, why});
    return false;
  };
  if (const std::string fault = faultOfOrder(module, compare); !fault.empty())
    return refuse(fault);
  kernel::ContainerForm &form = *site.kernel.data[row].container;
  const auto *known = llvm::dyn_cast_or_null<ir::LibraryType>(compare);
  const bool isGreater = known && known->name == "std::greater";
  if ((!compare || isGreater) && isPlainlyOrdered(element)) {
    form.order = isGreater ? "rt::Greater" : "rt::Less";
    if (module.isCpp20 && isPair(element))
      form.order += "ThreeWay";
    return true;
  }
  if (!s.order)
    return refuse("what '" +
                  (compare ? spelled(module, compare)
                           : "std::less<" + spelled(module, element) + ">") +
                  "' compares it by is not known");
  order = orderFunction(s, text, element, compare);
  for (unsigned k = 0; k < site.kernel.helpers.size(); ++k)
    if (site.kernel.helpers[k].function == order)
      site.kernel.data[row].container->orderHelper = int(k);
  return order;
}

/// An object of type `type`, in which there is nothing.
Object Body::objectOfNothing(const ir::Type *type) {
  Object result;
  result.root = Object::Shared;
  result.type = type;
  for (; result.number < site.shared.size(); ++result.number)
    if (const SharedObject &known = site.shared[result.number];
        known.type == type && !known.first && !known.global)
      return result;
  SharedObject made;
  made.name = stemOf(type);
  made.type = type;
  site.shared.push_back(std::move(made));
  return result;
}

/// The helper that compares two elements.
const ir::Function *Body::orderFunction(const ir::ContainerChangeStatement &s,
                                        const std::string &text,
                                        const ir::Type *element,
                                        const ir::Type *compare) {
  const ir::Function *callee = s.order;
  const auto refuse = [&](const std::string &why) {
    return site.refuse(
        {Diag::RTT2057, s.loc, {text, why}, {{callee->loc, "declared here"}}});
  };
  if (!callee->body)
    return site.refuse(s.loc, Diag::RTT2007, {spelled(*callee)});
  if (llvm::is_contained(site.inCopy, callee))
    return site.refuse(s.loc, Diag::RTT2023, {spelled(*callee)});
  // The object that is called has nothing in it.
  const bool isCalled = !callee->params.empty() && isThis(callee->params[0]) &&
                        ir::pointeeOf(callee->params[0]->type) == compare;
  Bindings bindings(callee->params.size());
  std::string name;
  if (isCalled) {
    bindings[0] = objectOfNothing(compare);
    name = stemOf(compare);
    name = name.empty() || name == "lambda" ? "less" : name;
    name[0] = llvm::toLower(name[0]);
  }
  bool takesTwo = callee->params.size() == (isCalled ? 3u : 2u) &&
                  callee->type->result->isBool();
  for (unsigned k = isCalled ? 1 : 0; k < callee->params.size(); ++k) {
    const ir::Type *type = callee->params[k]->type;
    takesTwo &= type == element ||
                (type->isReference() && ir::pointeeOf(type) == element);
  }
  if (!takesTwo)
    return refuse("what orders it takes other than two elements");
  const ir::Function *made = instance(callee, bindings, name);
  if (site.isFailing())
    return nullptr;
  return readsMore(*made)
             ? refuse("what orders it reads more than two elements")
             : made;
}
