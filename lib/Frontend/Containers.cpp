// Containers of the library in the query that traversals change the size of: a
// std::priority_queue, or a std::vector that the clause bound names. The record
// of a query has room for as many elements as the clause says; what the
// container's functions do there is a header of the runtime.
#include "Attributes.h"
#include "ContainerBounds.h"
#include "FunctionLowering.h"
#include "QueryOperands.h"
#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Walk.h"

#include <clang/AST/DeclTemplate.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>

using namespace regtt;
using namespace clang;

//===--- The clause -------------------------------------------------------===//

namespace {

/// Evaluates `2 * (K + 1)`: numbers, names of constants, sums and products.
class ConstantReader {
public:
  ConstantReader(const Builder &builder, llvm::StringRef text)
      : builder(builder), rest(text) {}

  /// Nothing where the text is no such constant.
  std::optional<int64_t> read() {
    const auto value = sum();
    return rest.empty() ? value : std::nullopt;
  }

private:
  using Value = std::optional<int64_t>;

  Value sum() {
    Value value = product();
    while (value && !rest.empty() && (rest[0] == '+' || rest[0] == '-')) {
      const bool minus = rest[0] == '-';
      rest = rest.drop_front();
      const Value next = product();
      value = next ? Value(minus ? *value - *next : *value + *next) : next;
    }
    return value;
  }

  Value product() {
    Value value = leaf();
    while (value && rest.consume_front("*")) {
      const Value next = leaf();
      // No bound is as large: what overflows is none.
      const bool fits = next && std::abs(*value) < (int64_t{1} << 31) &&
                        std::abs(*next) < (int64_t{1} << 31);
      value = fits ? Value(*value * *next) : std::nullopt;
    }
    return value;
  }

  Value leaf() {
    if (rest.consume_front("(")) {
      const Value value = sum();
      return rest.consume_front(")") ? value : std::nullopt;
    }
    const size_t end = rest.find_if(
        [](char c) { return llvm::StringRef("+-*()").contains(c); });
    llvm::StringRef name = rest.take_front(end);
    rest = rest.drop_front(name.size());
    int64_t number;
    if (!name.rtrim("uUlL").getAsInteger(0, number))
      return number;
    return constantNamed(builder, name);
  }

  const Builder &builder;
  llvm::StringRef rest;
};

} // namespace

/// `2 * K` after the colon that is no part of `::`.
static std::pair<llvm::StringRef, llvm::StringRef>
splitBound(llvm::StringRef argument) {
  for (size_t i = 0; i < argument.size(); ++i) {
    if (argument[i] != ':')
      continue;
    if (!argument.substr(i).starts_with("::"))
      return {argument.take_front(i), argument.drop_front(i + 1)};
    ++i;
  }
  return {argument, ""};
}

static bool readBounds(Builder &builder, const Clause *clause) {
  static constexpr int64_t most = 1 << 16;
  bool ok = true;
  for (llvm::StringRef argument : clause->arguments) {
    const auto [container, text] = splitBound(argument);
    const auto wrong = [&](llvm::StringRef what, const std::string &meaning) {
      builder.report(clause->loc, Diag::RTT1008)
          << clause->name << what << meaning;
      ok = false;
    };
    if (container.empty() || text.empty()) {
      wrong(argument, "of the form 'container : count'");
      continue;
    }
    const auto value = ConstantReader(builder, text).read();
    if (!value || *value < 1 || *value > most)
      wrong(text, "a constant that is known when the traversal is compiled, "
                  "from 1 to " +
                      std::to_string(most));
    // Named all the same, so that it is not asked for once more.
    builder.containerBounds.push_back(
        {container.str(),
         unsigned(value && *value >= 1 && *value <= most ? *value : 1),
         clause->loc});
  }
  return ok;
}

bool regtt::lowerBounds(Builder &builder) {
  bool ok = true;
  for (const Clause *clause : builder.directive()->all("bound"))
    ok &= readBounds(builder, clause);
  return ok;
}

/// The bound of a queue until the whole body is known, which may prove one.
static constexpr unsigned notYetKnown = ~0u;

static void askForBound(Builder &builder, SourceLocation loc,
                        const std::string &text, const PathSteps &steps) {
  builder.report(loc, Diag::RTT2056) << text << text + " : COUNT";
  if (!steps.empty())
    builder.diagnostics.note(steps.back().field->getLocation(),
                             "declared here");
}

bool regtt::checkBounds(Builder &builder) {
  bool ok = true;
  Traversal &traversal = builder.model.traversal;
  for (const unsigned p : traversal.containers()) {
    Path &path = traversal.paths[p];
    if (path.bound != notYetKnown)
      continue;
    if (const auto most = inferBound(traversal, p)) {
      path.bound = *most;
      continue;
    }
    const auto growth = builder.containerGrowth.find(p);
    askForBound(builder,
                growth != builder.containerGrowth.end() ? growth->second
                                                        : path.firstUse,
                path.steps.empty()
                    ? builder.model.loop.operands[path.number].name
                    : path.text,
                path.steps);
    ok = false;
  }
  for (const Builder::Bound &bound : builder.containerBounds)
    if (!bound.used) {
      builder.report(bound.loc, Diag::RTT1008)
          << "bound" << bound.text
          << "a container of the query that the traversal uses";
      ok = false;
    }
  return ok;
}

//===--- What a container is ----------------------------------------------===//

namespace {
struct Container {
  bool queue = false;
  QualType element, compare; ///< compare: of a queue
  std::string fault;         ///< why it is not taken; empty where it is
};
} // namespace

static const ClassTemplateSpecializationDecl *librarySpecial(QualType type) {
  const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getIdentifier()
             ? dyn_cast<ClassTemplateSpecializationDecl>(record)
             : nullptr;
}

static bool isNamed(const ClassTemplateSpecializationDecl *special,
                    llvm::StringRef name) {
  return special && special->getName() == name;
}

/// A std::vector with the library's own allocator.
static bool isPlainVector(QualType type) {
  const auto *vector = librarySpecial(type);
  return isNamed(vector, "vector") && vector->getTemplateArgs().size() == 2 &&
         isNamed(librarySpecial(vector->getTemplateArgs()[1].getAsType()),
                 "allocator");
}

/// A queue or a vector; nothing of other types.
static std::optional<Container> containerOf(QualType type,
                                            ASTContext &context) {
  const PrintingPolicy &policy = context.getPrintingPolicy();
  const auto *special = librarySpecial(type);
  Container result;
  result.queue = isNamed(special, "priority_queue");
  if (!result.queue && !isNamed(special, "vector"))
    return std::nullopt;
  const TemplateArgumentList &arguments = special->getTemplateArgs();
  result.element = arguments[0].getAsType();
  if (result.queue) {
    result.compare = arguments[2].getAsType();
    const QualType inner = arguments[1].getAsType();
    if (!isNamed(librarySpecial(inner), "vector"))
      result.fault = "it keeps its elements in '" + inner.getAsString(policy) +
                     "'; a std::vector is taken";
    else if (!isPlainVector(inner))
      result.fault = "it has an allocator of its own";
  } else if (!isPlainVector(type)) {
    result.fault = "it has an allocator of its own";
  }
  if (result.element->isBooleanType())
    result.fault = "its elements are single bits";
  else if (!isCopyable(result.element, context))
    result.fault = "its elements, '" + result.element.getAsString(policy) +
                   "', cannot be copied bit by bit";
  return result;
}

/// A container that neither a bound nor anything else makes one of.
static bool isOtherContainer(QualType type) {
  static const llvm::StringRef names[] = {
      "set",           "multiset",      "map",
      "multimap",      "unordered_set", "unordered_multiset",
      "unordered_map", "deque",         "unordered_multimap",
      "list",          "forward_list",  "queue",
      "stack",         "basic_string"};
  const auto *special = librarySpecial(type);
  return special && llvm::is_contained(names, special->getName());
}

/// The container that `e` calls a function of, whether by pointer, or null.
static const Expr *containerObject(const Expr *e, bool &arrow) {
  arrow = false;
  if (const auto *called = dyn_cast<CXXMemberCallExpr>(e)) {
    const auto *callee =
        dyn_cast<MemberExpr>(called->getCallee()->IgnoreParens());
    arrow = callee && callee->isArrow();
    return callee ? called->getImplicitObjectArgument() : nullptr;
  }
  const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
  return op && op->getOperator() == OO_Subscript && op->getNumArgs() == 2
             ? op->getArg(0)
             : nullptr;
}

static QualType objectType(const Expr *object, bool arrow) {
  return arrow ? object->getType()->getPointeeType() : object->getType();
}

/// What the clause says of the container at `place`; null where that is not
/// the query's, or not said.
Builder::Bound *FunctionLowering::boundOf(const Place &place) {
  if (place.base != Base::Query || place.shared || !place.parts.empty() ||
      place.number >= firstScratch)
    return nullptr;
  const QueryOperand &operand = builder.model.loop.operands[place.number];
  const std::string text =
      place.steps.empty() ? operand.name : joinedText(place);
  for (Builder::Bound &bound : builder.containerBounds)
    if (bound.text == text ||
        (operand.prefix == "this->" && operand.prefix + bound.text == text))
      return &bound;
  return nullptr;
}

bool FunctionLowering::isChangedContainer(const Place &place) {
  return containerOf(place.type, builder.context) && boundOf(place);
}

/// Whether `e` calls a function of a container that changes its size, whose
/// value is none of the user's data in a place of its own.
bool FunctionLowering::isOfContainer(const Expr *e) {
  bool arrow;
  const Expr *object = containerObject(e, arrow);
  const auto container =
      object ? containerOf(objectType(object, arrow), builder.context)
             : std::nullopt;
  if (!container)
    return false;
  if (container->queue)
    return true;
  if (builder.containerBounds.empty())
    return false;
  const auto where = arrow ? pointee(object) : this->object(object);
  return where && boundOf(*where);
}

//===--- Calls ------------------------------------------------------------===//

namespace {
struct Method {
  const char *emitted; ///< null: not taken
  bool changes, adds;
};
} // namespace

static Method methodOf(llvm::StringRef name, bool queue) {
  const Method none = {nullptr, false, false};
  if (queue)
    return llvm::StringSwitch<Method>(name)
        .Case("top", {"top", false, false})
        .Case("size", {"size", false, false})
        .Case("empty", {"empty", false, false})
        .Case("push", {"push", true, true})
        .Case("emplace", {"push", true, true})
        .Case("pop", {"pop", true, false})
        .Default(none);
  return llvm::StringSwitch<Method>(name)
      .Case("operator[]", {"[]", false, false})
      .Case("front", {"front", false, false})
      .Case("back", {"back", false, false})
      .Case("size", {"size", false, false})
      .Case("empty", {"empty", false, false})
      .Case("push_back", {"push_back", true, true})
      .Case("emplace_back", {"push_back", true, true})
      .Case("pop_back", {"pop_back", true, false})
      .Case("clear", {"clear", true, false})
      .Default(none);
}

/// Whether `name` is a function by which a container changes its size.
static bool growsBy(llvm::StringRef name) {
  return methodOf(name, false).changes || methodOf(name, true).changes ||
         name == "insert" || name == "erase" || name == "resize" ||
         name == "assign" || name == "push_front" || name == "pop_front";
}

bool FunctionLowering::containerCall(const CallExpr *e, Use use) {
  bool arrow;
  const Expr *object = containerObject(e, arrow);
  if (!object)
    return false;
  const QualType type = objectType(object, arrow);
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(e->getDirectCallee());
  if (!method)
    return false;
  if (isOtherContainer(type)) {
    const auto where = arrow ? pointee(object) : this->object(object);
    if (!where || where->base != Base::Query || where->shared)
      return false;
    report(e->getBeginLoc(), Diag::RTT2057)
        << builder.sourceText(object)
        << "'" +
               type.getUnqualifiedType().getAsString(
                   builder.context.getPrintingPolicy()) +
               "' cannot be kept on a device; a std::priority_queue or a "
               "std::vector with a bound can";
    return true;
  }
  const auto container = containerOf(type, builder.context);
  if (!container)
    return false;
  // A vector of a fixed size is an array, wherever it lies.
  if (!container->queue && !growsBy(method->getNameAsString()) &&
      builder.containerBounds.empty())
    return false;
  const unsigned before = builder.diagnostics.errors();
  const auto where = arrow ? pointee(object) : this->object(object);
  if (builder.diagnostics.errors() != before)
    return true;
  const bool ofQuery = where && where->base == Base::Query && !where->shared &&
                       where->parts.empty();
  if (!container->queue &&
      !(where &&
        (boundOf(*where) || (ofQuery && growsBy(method->getNameAsString())))))
    return false;
  if (!ofQuery) {
    report(e->getBeginLoc(), Diag::RTT2057)
        << objectOfPrefix(builder.sourceText(object))
        << "it is not the query's own, or lies behind a pointer";
    return true;
  }
  return containerCall(e, object, *where, use);
}

bool FunctionLowering::containerCall(const CallExpr *e, const Expr *object,
                                     const Place &place, Use use) {
  const Container container = *containerOf(place.type, builder.context);
  const std::string text = place.steps.empty()
                               ? builder.model.loop.operands[place.number].name
                               : joinedText(place);
  const auto refuse = [&](const std::string &why) {
    report(e->getBeginLoc(), Diag::RTT2057) << text << why;
    return true;
  };
  if (!container.fault.empty())
    return refuse(container.fault);
  if (llvm::any_of(place.steps, [](const PathStep &step) {
        return step.kind == PathStep::Deref;
      }))
    return refuse("it lies behind a pointer of the query");
  const auto *callee = cast<CXXMethodDecl>(e->getDirectCallee());
  const std::string name = callee->getNameAsString();
  const Method method = methodOf(name, container.queue);
  if (!method.emitted)
    return refuse("'" + name + "' is none of the functions that are carried");
  Builder::Bound *bound = boundOf(place);
  if (bound) {
    bound->used = true;
  } else if (!container.queue) {
    askForBound(builder, e->getBeginLoc(), text, place.steps);
    ok = false;
    builder.containerBounds.push_back(
        {text, 1, e->getBeginLoc(), true}); // asked for once
    return true;
  }

  ContainerCall called;
  called.object = object->IgnoreParenImpCasts();
  called.method = method.emitted;
  called.changes = method.changes;
  if (method.adds && !elementArguments(e, container.element, called))
    return true;
  if (container.queue && method.changes &&
      !orderOf(e, container.element, container.compare, called))
    return true;
  const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
  if (!method.adds)
    for (unsigned k = op ? 1 : 0; k < e->getNumArgs(); ++k)
      expr(e->getArg(k));

  const SourceLocation loc = e->getExprLoc();
  const unsigned number =
      queryPath(builder.model, place.number, place.steps, loc,
                place.type.getNonReferenceType().getUnqualifiedType());
  Path &path = traversal.paths[number];
  path.bound = bound ? bound->most : notYetKnown;
  const bool written = method.changes || use != Read;
  function.accesses[called.object] = {number, {}, {}};
  function.accesses[called.object].written = written;
  if (written && !path.written())
    path.firstWrite = loc;
  if (method.adds)
    builder.containerGrowth.try_emplace(number, loc);
  function.containerCalls[e] = called;
  return true;
}

/// What a new element is made of: one, or the numbers of a pair.
bool FunctionLowering::elementArguments(const CallExpr *e, QualType element,
                                        ContainerCall &called) {
  const auto same = [&](const Expr *argument) {
    return builder.context.hasSameUnqualifiedType(argument->getType(), element);
  };
  const auto *record = element->getAsCXXRecordDecl();
  const bool one =
      e->getNumArgs() == 1 && (same(e->getArg(0)) || isScalar(element));
  const bool pair = e->getNumArgs() == 2 && record && isPairOrArray(record) &&
                    record->getName() == "pair" &&
                    isScalar(e->getArg(0)->getType()) &&
                    isScalar(e->getArg(1)->getType());
  if (!one && !pair) {
    report(e->getBeginLoc(), Diag::RTT2008)
        << e->getDirectCallee()->getNameAsString()
        << "it makes '" +
               element.getAsString(builder.context.getPrintingPolicy()) +
               "' in place; hand it one that is made";
    return false;
  }
  called.makesElement = pair || !same(e->getArg(0));
  for (const Expr *argument : e->arguments())
    expr(argument);
  return true;
}

//===--- What orders a queue ----------------------------------------------===//

/// A number, or a pair of such: the library's own orders are the runtime's.
static bool isPlainlyOrdered(QualType type) {
  const auto *special = librarySpecial(type);
  if (!isNamed(special, "pair"))
    return isScalar(type);
  return llvm::all_of(special->getTemplateArgs().asArray(),
                      [](const TemplateArgument &part) {
                        return isPlainlyOrdered(part.getAsType());
                      });
}

/// The function that `record` is called by; null where there are several.
static const CXXMethodDecl *callOperator(const CXXRecordDecl *record) {
  const CXXMethodDecl *only = nullptr;
  bool several = false;
  const auto add = [&](const FunctionDecl *found) {
    several |= only != nullptr;
    only = cast<CXXMethodDecl>(found);
  };
  ASTContext &context = record->getASTContext();
  for (const NamedDecl *found :
       record->lookup(context.DeclarationNames.getCXXOperatorName(OO_Call)))
    if (const auto *method = dyn_cast<CXXMethodDecl>(found))
      add(method);
    else if (const auto *pattern = dyn_cast<FunctionTemplateDecl>(found))
      for (const FunctionDecl *instance : pattern->specializations())
        add(instance);
  return several ? nullptr : only;
}

/// Of `return x < y;` in the library, what compares.
static const FunctionDecl *comparedBy(const CXXMethodDecl *method) {
  const FunctionDecl *definition = nullptr;
  const Expr *value =
      hasBody(method, definition) ? onlyReturns(definition) : nullptr;
  const auto *op =
      value ? dyn_cast<CXXOperatorCallExpr>(plain(value)) : nullptr;
  if (!op || op->getNumArgs() != 2)
    return nullptr;
  for (unsigned k = 0; k < 2; ++k)
    if (namedVariable(op->getArg(k)) != definition->getParamDecl(k))
      return nullptr;
  return op->getDirectCallee();
}

bool FunctionLowering::orderOf(const CallExpr *e, QualType element,
                               QualType compare, ContainerCall &called) {
  const auto refuse = [&](const std::string &why) {
    report(e->getBeginLoc(), Diag::RTT2057)
        << builder.sourceText(called.object) << why;
    return false;
  };
  const auto *record = compare->getAsCXXRecordDecl();
  const std::string name =
      compare.getAsString(builder.context.getPrintingPolicy());
  if (!record || !record->hasDefinition())
    return refuse("what orders it, '" + name + "', is no type of objects");
  if (!record->isEmpty())
    return refuse("what orders it, '" + name + "', has data of its own");
  if (record->isInStdNamespace() && isPlainlyOrdered(element) &&
      (record->getName() == "less" || record->getName() == "greater")) {
    const bool threeWay =
        element->isRecordType() && builder.context.getLangOpts().CPlusPlus20;
    called.order = std::string("rt::") +
                   (record->getName() == "less" ? "Less" : "Greater") +
                   (threeWay ? "ThreeWay" : "");
    return true;
  }
  const FunctionDecl *callee = callOperator(record);
  if (callee && record->isInStdNamespace())
    callee = comparedBy(cast<CXXMethodDecl>(callee));
  if (!callee)
    return refuse("what '" + name + "' compares it by is not known");
  return orderBy(e, callee, element, called);
}

/// Whether `helper` is made of more than what it is handed.
static bool readsMore(const Traversal &traversal, const Function &helper) {
  return !helper.accesses.empty() || !helper.uniforms.empty() ||
         !helper.elements.empty() ||
         llvm::any_of(helper.helperCalls, [&](const auto &entry) {
           return readsMore(traversal, *traversal.helpers[entry.second]);
         });
}

bool FunctionLowering::orderBy(const CallExpr *e, const FunctionDecl *callee,
                               QualType element, ContainerCall &called) {
  const auto refuse = [&](const std::string &why) {
    report(e->getBeginLoc(), Diag::RTT2057)
        << builder.sourceText(called.object) << why;
    builder.diagnostics.note(callee->getLocation(), "declared here");
    return false;
  };
  const FunctionDecl *definition = nullptr;
  if (!hasBody(callee, definition)) {
    ok = false;
    reportUnseen(builder, e->getBeginLoc(), callee);
    return false;
  }
  auto helper = std::make_unique<Function>();
  helper->decl = definition;
  if (definition->getOverloadedOperator() == OO_Call) {
    // `nearer(a, b)` of a Nearer.
    const auto *record = cast<CXXMethodDecl>(definition)->getParent();
    helper->name = record->getIdentifier() ? record->getName().str() : "less";
    helper->name[0] = llvm::toLower(helper->name[0]);
  }
  const auto *method = dyn_cast<CXXMethodDecl>(definition);
  const bool ofElement =
      method &&
      declaresSameEntity(method->getParent(), element->getAsCXXRecordDecl());
  if (ofElement)
    helper->thisRole = Role(); // `a.operator<(b)`
  if (definition->getNumParams() != (ofElement ? 1 : 2) ||
      !definition->getReturnType()->isBooleanType())
    return refuse("what orders it takes other than two elements");
  for (const ParmVarDecl *param : definition->parameters()) {
    if (!builder.context.hasSameUnqualifiedType(
            param->getType().getNonReferenceType(), element))
      return refuse("what orders it takes other than two elements");
    helper->paramRoles.push_back(Role());
    helper->roles[param] = Role();
  }
  if (llvm::is_contained(active, definition->getCanonicalDecl())) {
    report(e->getBeginLoc(), Diag::RTT2023) << callee->getNameAsString();
    return false;
  }
  const unsigned before = builder.diagnostics.errors();
  const bool wasOk = ok;
  const unsigned index = instance(std::move(helper));
  if (builder.diagnostics.errors() != before || (wasOk && !ok))
    return false;
  if (readsMore(traversal, *traversal.helpers[index]))
    return refuse("what orders it reads more than two elements");
  called.orderHelper = static_cast<int>(index);
  return true;
}
