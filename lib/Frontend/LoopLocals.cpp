// Locals of the loop's body that outlive their iteration: what a traversal
// writes its results into, and what the code after the call names. A value is
// kept in the iteration's record; an alias is declared anew.
#include "LoopBody.h"
#include "Reductions.h"

#include "QueryOperands.h"

#include <clang/Basic/CharInfo.h>
#include <clang/Basic/SourceManager.h>

using namespace regtt;
using namespace clang;

bool regtt::canKeep(const Builder &builder, const VarDecl *var) {
  const auto local = builder.body.locals.find(var);
  return local != builder.body.locals.end() &&
         local->second.kind != LoopLocal::Alias &&
         isCopyable(var->getType(), builder.context);
}

int regtt::keepLocal(Builder &builder, const VarDecl *var) {
  QueryLoop &loop = builder.model.loop;
  const auto [known, added] =
      builder.body.kept.try_emplace(var, int(loop.inputs.size()));
  if (!added)
    return known->second;
  const int level = int(builder.body.locals[var].level);
  // The call may be handed its value already.
  for (size_t i = 0; i < loop.inputs.size(); ++i)
    if (const LoopInput &other = loop.inputs[i];
        !other.type.isNull() && other.value == var &&
        builder.context.hasSameUnqualifiedType(other.type, var->getType())) {
      loop.inputs[i].level = level;
      return known->second = int(i);
    }
  LoopInput input;
  input.type = var->getType().getUnqualifiedType();
  input.text = var->getNameAsString();
  // What the query program declares has no value before it.
  input.isSet =
      !builder.body.ofProgram.count(var) &&
      (var->hasInit() || builder.body.locals[var].kind == LoopLocal::Changed);
  if (const auto made = builder.body.privates.find(var);
      made != builder.body.privates.end())
    input.isSet = made->second.first || made->second.isSet;
  if (const LoopReduction *reduction = reductionOf(builder, var))
    input.text = identityText(builder, *reduction);
  input.level = level;
  nameInput(loop, input, var->getName());
  loop.inputs.push_back(input);
  if (input.isSet)
    builder.body.usedInEach.insert(var);
  return known->second;
}

unsigned regtt::keptOperand(Builder &builder, const VarDecl *var,
                            llvm::StringRef name) {
  QueryLoop &loop = builder.model.loop;
  const int input = keepLocal(builder, var);
  if (!llvm::is_contained(builder.body.results, var))
    builder.body.results.push_back(var);
  QueryOperand operand;
  operand.elementText = "regtt_inputs[0]." + loop.inputs[input].name;
  operand.type = var->getType().getUnqualifiedType();
  operand.text = var->getNameAsString();
  operand.name = name.str();
  operand.prefix = operand.text + ".";
  operand.input = input;
  return addOperand(loop, std::move(operand));
}

unsigned regtt::scratchOf(Builder &builder, const VarDecl *var) {
  const auto [known, added] = builder.body.scratch.try_emplace(var, 0);
  if (added)
    known->second =
        addScratch(builder.model.loop, var->getType(), var->getName());
  return known->second;
}

bool regtt::isOwnContainer(const Builder &builder, const VarDecl *var) {
  const auto local = builder.body.locals.find(var);
  const auto *record = var->getType()->getAsCXXRecordDecl();
  return local != builder.body.locals.end() &&
         local->second.kind != LoopLocal::Alias &&
         !var->getType().isConstQualified() && record &&
         record->isInStdNamespace() && record->getIdentifier() &&
         (record->getName() == "priority_queue" ||
          record->getName() == "vector");
}

unsigned regtt::containerOperand(Builder &builder, const VarDecl *var,
                                 llvm::StringRef name) {
  QueryLoop &loop = builder.model.loop;
  const int input = keepContainer(builder, var);
  QueryOperand operand;
  operand.elementText = "regtt_inputs[0]." + loop.inputs[input].name;
  operand.indirect = true;
  operand.local = var;
  operand.type = var->getType().getUnqualifiedType();
  operand.text = var->getNameAsString();
  operand.name = name.str();
  operand.prefix = operand.text + ".";
  operand.input = input;
  return addOperand(loop, std::move(operand));
}

int regtt::keepContainer(Builder &builder, const VarDecl *var) {
  QueryLoop &loop = builder.model.loop;
  const auto [known, added] =
      builder.body.kept.try_emplace(var, int(loop.inputs.size()));
  if (!added)
    return known->second;
  LoopInput input;
  input.text = var->getNameAsString();
  input.isKept = true;
  input.level = int(builder.body.locals[var].level);
  nameInput(loop, input, var->getNameAsString());
  loop.inputs.push_back(input);
  builder.body.usedInEach.insert(var);
  return known->second;
}

bool regtt::isKeptContainer(const QueryLoop &loop,
                            const QueryOperand &operand) {
  return operand.input >= 0 && operand.indirect &&
         loop.inputs[operand.input].isKept;
}

/// Keeps the variable of a reduction while the call is made with a copy.
static std::string beforeCall(const VarDecl *var) {
  return "regtt_before_" + var->getNameAsString();
}

namespace {

/// Declares again what `code` names of the body's locals, each in the level
/// that it belongs to.
class Binder {
public:
  /// `ofCall`: the code is what the calls are made in, which declares its own.
  explicit Binder(Builder &builder, bool ofCall = false)
      : builder(builder), ofCall(ofCall) {}

  bool bind(llvm::ArrayRef<const clang::Stmt *> code, const clang::Stmt *except,
            std::vector<std::string> LoopTail::Level::*where) {
    // What follows the call names the variable itself, to which it adds.
    const bool after = where == &LoopTail::Level::bindings;
    for (const clang::Stmt *s : code)
      forLocals(
          builder.body, s,
          [&](const VarDecl *var) {
            if (!after || !reductionOf(builder, var))
              need(var);
          },
          except);
    llvm::sort(needed, [](const VarDecl *a, const VarDecl *b) {
      return a->getLocation() < b->getLocation();
    });
    std::vector<LoopTail::Level> &levels = builder.model.loop.tail->levels;
    for (size_t level = 0; level < levels.size(); ++level) {
      copies.clear();
      bindings.clear();
      for (const VarDecl *var : needed)
        if (builder.body.locals[var].level == level)
          declare(var);
      // C89 wants its declarations first.
      bindings.insert(bindings.end(), copies.begin(), copies.end());
      levels[level].*where = bindings;
    }
    return ok;
  }

private:
  void need(const VarDecl *var) {
    if (llvm::is_contained(needed, var) ||
        (ofCall && builder.body.ofProgram.count(var)))
      return;
    needed.push_back(var);
    if (builder.body.locals[var].kind == LoopLocal::Alias)
      forLocals(builder.body, boundTo(builder.body, var),
                [&](const VarDecl *inner) { need(inner); });
  }

  void refuse(const VarDecl *var, llvm::StringRef why) {
    ok = false;
    builder.report(var->getLocation(), Diag::RTT1118)
        << var->getNameAsString() << why;
  }

  void declare(const VarDecl *var) {
    if (builder.body.locals[var].kind == LoopLocal::Alias)
      return alias(var);
    if (isOwnContainer(builder, var) && builder.body.kept.count(var))
      return container(var,
                       builder.model.loop.inputs[keepContainer(builder, var)]);
    if (!canKeep(builder, var))
      return refuse(var, "its type cannot be copied bit by bit");
    value(var, builder.model.loop.inputs[keepLocal(builder, var)]);
  }

  void alias(const VarDecl *var) {
    bool moves = false;
    const Expr *value = boundTo(builder.body, var);
    forLocals(builder.body, value, [&](const VarDecl *inner) {
      moves |= builder.body.locals[inner].kind == LoopLocal::Changed;
    });
    const std::string init = value ? builder.sourceText(value) : "";
    if (moves || init.empty() || isa<DecompositionDecl>(var))
      return refuse(var, moves ? "what it is bound to depends on a variable "
                                 "that changes"
                               : "it cannot be declared again");
    if (builder.body.privates.count(var)) {
      copies.push_back(var->getNameAsString() + " = " + init + ";");
      return;
    }
    const std::string type = var->getType()->isPointerType()
                                 ? declaredType(builder, var) + " "
                                 : "auto &&";
    bindings.push_back(type + var->getNameAsString() + " = " + init + ";");
  }

  /// What is declared is named in the iteration's record.
  void readRecord() {
    LoopTail &tail = *builder.model.loop.tail;
    (ofCall ? tail.callReadsRecord : tail.readsRecord) = true;
  }

  /// The object that the host file keeps.
  void container(const VarDecl *var, const LoopInput &input) {
    readRecord();
    if (namesOwnType(var))
      return refuse(var, "its type is declared in the body, too");
    std::string type = declaredType(builder, var);
    if (type == "auto")
      type = var->getType().getCanonicalType().getAsString(
          builder.context.getPrintingPolicy());
    bindings.push_back(type + " &" + var->getNameAsString() +
                       " = *static_cast<" + type + " *>(regtt_input->" +
                       input.name + ");");
  }

  /// Whether the identifier `word` stands in `text`.
  static bool hasWord(llvm::StringRef text, llvm::StringRef word) {
    while (!text.empty()) {
      text = text.drop_until([](char c) { return isAsciiIdentifierStart(c); });
      if (text.take_while(
              [](char c) { return isAsciiIdentifierContinue(c); }) == word)
        return !word.empty();
      text =
          text.drop_while([](char c) { return isAsciiIdentifierContinue(c); });
    }
    return false;
  }

  /// Whether a type that the body declares may be what `var` is made of.
  bool namesOwnType(const VarDecl *var) const {
    const std::string text = builder.sourceText(
        {var->getTypeSpecStartLoc(), var->getTypeSpecEndLoc()});
    for (const clang::Stmt *s : builder.body.before)
      if (const auto *declared = dyn_cast<DeclStmt>(s))
        for (const Decl *decl : declared->decls())
          if (const auto *named = dyn_cast<NamedDecl>(decl);
              named && named != var &&
              (text.empty() || hasWord(text, named->getName())))
            return true;
    return false;
  }

  void value(const VarDecl *var, const LoopInput &input) {
    readRecord();
    const bool c = builder.model.c;
    const std::string name = var->getNameAsString();
    const std::string field = "regtt_input->" + input.name;
    const QualType type = input.type;
    const std::string qualifier =
        var->getType().isConstQualified() ? "const " : "";
    const PrintingPolicy &policy = builder.context.getPrintingPolicy();
    if (reductionOf(builder, var))
      bindings.push_back("const " + declaredType(builder, var) + " " +
                         beforeCall(var) + " = " + name + ";");
    if (builder.body.privates.count(var) || reductionOf(builder, var))
      return set(name, type, field);
    if (isScalar(type)) {
      std::string spelled = declaredType(builder, var);
      if (spelled == "auto" && type->isEnumeralType())
        spelled = type.getAsString(policy);
      const bool converted = type->isEnumeralType();
      bindings.push_back(qualifier + spelled + " " + name + " = " +
                         (!converted ? field
                          : c        ? "(" + spelled + ")" + field
                              : "static_cast<" + spelled + ">(" + field + ")") +
                         ";");
      return;
    }
    const auto declared = [&](const std::string &declarator) {
      std::string text = declarator;
      type.getAsStringInternal(text, policy);
      return qualifier + text;
    };
    if (!c) {
      const bool array = type->isArrayType();
      bindings.push_back(declared(array ? "(&" + name + ")" : "&" + name) +
                         " = *static_cast<" + declared(array ? "(*)" : "*") +
                         ">(regtt_field(&" + field + "));");
    } else if (type->isArrayType()) {
      std::string text = name;
      type.getAsStringInternal(text, policy);
      bindings.push_back(text + ";");
      copies.push_back("regtt_copy(&" + name + ", &" + field + ", sizeof " +
                       name + ");");
    } else {
      bindings.push_back(declared(name) + " = *(" + declared("*") +
                         ")(void *)&" + field + ";");
    }
  }

  /// A variable from outside of the loop has this iteration's value.
  void set(const std::string &name, QualType type, const std::string &field) {
    if (!isScalar(type))
      copies.push_back("regtt_copy(&" + name + ", &" + field + ", sizeof " +
                       name + ");");
    else if (type->isEnumeralType() && !builder.model.c)
      copies.push_back(name + " = static_cast<decltype(" + name + ")>(" +
                       field + ");");
    else
      copies.push_back(name + " = " + field + ";");
  }

  Builder &builder;
  const bool ofCall;
  std::vector<std::string> bindings, copies; ///< of the level at hand
  llvm::SmallVector<const VarDecl *, 4> needed;
  bool ok = true;
};

} // namespace

/// A value in the iteration's record, as the user's type.
static std::string fieldValue(const Builder &builder, QualType type,
                              const std::string &name) {
  const bool c = builder.model.c;
  const std::string field = "regtt_input->" + name;
  const auto spelled = [&](const std::string &declarator) {
    std::string text = declarator;
    type.getAsStringInternal(text, builder.context.getPrintingPolicy());
    return text;
  };
  if (type->isRecordType())
    return c ? "*(" + spelled("*") + ")(void *)&" + field
             : "*static_cast<" + spelled("*") + ">(regtt_field(&" + field +
                   "))";
  if (!type->isEnumeralType() && !type->isPointerType())
    return field;
  if (c)
    return "(" + spelled("") + ")" + field;
  return (type->isPointerType() ? "reinterpret_cast<" : "static_cast<") +
         spelled("") + ">(" + field + ")";
}

/// Where the record holds the value that the traversal returns; null where it
/// does not.
static const QueryOperand *returnedValue(const Builder &builder) {
  const Traversal &traversal = builder.model.traversal;
  if (traversal.returned < 0 || traversal.program)
    return nullptr;
  const QueryOperand &operand =
      builder.model.loop.operands[traversal.paths[traversal.returned].number];
  return operand.isRecord() ? &operand : nullptr;
}

/// The call by itself, its value put into the record's `name`.
static std::string keptValue(const Builder &builder, const std::string &name) {
  const QualType type = builder.firstCall->getType().getUnqualifiedType();
  const std::string field = "regtt_input->" + name;
  const std::string call = builder.sourceText(builder.firstCall);
  if (type->isRecordType())
    return fieldValue(builder, type, name) + " = " + call + ";";
  if (type->isPointerType())
    return field + " = " +
           (builder.model.c ? "(size_t)" + call
                            : "reinterpret_cast<size_t>(" + call + ")") +
           ";";
  return field + " = " +
         (type->isScopedEnumeralType()
              ? "static_cast<decltype(" + field + ")>(" + call + ")"
              : call) +
         ";";
}

/// The statement that the call stands in, with its value in the call's place.
static std::string withValue(Builder &builder, const clang::Stmt *s) {
  const CallExpr *call = builder.body.valueUsed;
  const QueryOperand &operand = *returnedValue(builder);
  const SourceManager &manager = builder.context.getSourceManager();
  std::string text = statementText(builder, s);
  const std::string callText = builder.sourceText(call);
  const unsigned from = manager.getFileOffset(s->getBeginLoc());
  const unsigned at = manager.getFileOffset(call->getBeginLoc());
  if (callText.empty() || at < from || at - from > text.size()) {
    builder.diagnostics.report(s->getBeginLoc(), Diag::RTT1108);
    return text;
  }
  return text.replace(
      at - from, callText.size(),
      fieldValue(builder, call->getType().getUnqualifiedType(),
                 builder.model.loop.inputs[operand.input].name));
}

/// Adds an iteration's copies of what the traversals reduce.
static void addCopies(const Builder &builder, LoopTail &tail) {
  LoopTail::Level &out = tail.levels.back();
  for (const LoopReduction &reduction : builder.body.reductions) {
    const auto kept = builder.body.kept.find(reduction.var);
    if (kept == builder.body.kept.end())
      continue;
    tail.readsRecord = true;
    out.loc = builder.body.callStatement->getBeginLoc();
    out.statements.push_back(combineText(
        reduction,
        "regtt_input->" + builder.model.loop.inputs[kept->second].name));
  }
}

bool regtt::lowerLoopTail(Builder &builder) {
  LoopBody &body = builder.body;
  const QueryOperand *returned = returnedValue(builder);
  builder.model.loop.hasEffects = body.hasEffects();
  const auto after = body.allAfter();
  if (after.empty() && body.results.empty() && body.kept.empty() && !returned &&
      !body.hasEffects())
    return true;
  LoopTail &tail = builder.model.loop.tail.emplace();
  tail.levels.resize(body.levels.size());
  bool ok =
      Binder(builder).bind(after, body.valueUsed, &LoopTail::Level::bindings);
  for (size_t l = 0; l < body.levels.size(); ++l) {
    const LoopBody::Level &level = body.levels[l];
    LoopTail::Level &out = tail.levels[l];
    const bool usesValue = body.valueUsed && l + 1 == body.levels.size();
    tail.readsRecord |= usesValue;
    if (level.otherwise) {
      out.otherwise = statementText(builder, level.otherwise);
      out.otherwiseLoc = level.otherwise->getBeginLoc();
    }
    if (l + 1 == body.levels.size())
      addCopies(builder, tail);
    if (!level.after.empty() && out.loc.isInvalid())
      out.loc = level.after.front()->getBeginLoc();
    for (const clang::Stmt *s : level.after)
      out.statements.push_back(usesValue && s == level.after.front()
                                   ? withValue(builder, s)
                                   : statementText(builder, s));
  }
  ok &=
      Binder(builder, /*ofCall=*/true)
          .bind(body.callStatements(), nullptr, &LoopTail::Level::callBindings);
  for (const clang::Stmt *s : body.callStatements())
    tail.callText +=
        (tail.callText.empty() ? "" : "\n") + statementText(builder, s);
  if (!body.skips.empty()) // what is copied afterwards is not passed over
    tail.callText = "do {\n" + tail.callText + "\n} while (0);";
  if (returned) {
    tail.callReadsRecord = true;
    tail.callText =
        keptValue(builder, builder.model.loop.inputs[returned->input].name);
  }
  for (const VarDecl *var : body.results) {
    const std::string name = var->getNameAsString();
    if (!reductionOf(builder, var)) {
      tail.changed.push_back(name);
      continue;
    }
    tail.callReadsRecord = true;
    tail.callText += "\nregtt_input->" +
                     builder.model.loop.inputs[body.kept[var]].name + " = " +
                     name + ";\n" + name + " = " + beforeCall(var) + ";";
  }
  return ok;
}
