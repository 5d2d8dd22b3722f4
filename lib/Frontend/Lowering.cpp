// Puts the lowering passes of this folder in order, and makes the checks that
// need the whole Model.
#include "regtt/Frontend/Lowering.h"

#include "Attributes.h"
#include "FunctionLowering.h"
#include "HostPlaces.h"
#include "LoopBody.h"
#include "LoopClauses.h"
#include "QueryOperands.h"
#include "regtt/Frontend/Model/Walk.h"

#include <clang/Basic/SourceManager.h>
#include <llvm/Support/Path.h>

using namespace regtt;
using namespace clang;

bool regtt::lowerTraversal(Builder &builder) {
  Traversal &traversal = builder.model.traversal;
  Function &function = traversal.function;
  function.decl = builder.traversal;
  function.name = traversal.name;
  llvm::SmallVector<const FunctionDecl *, 4> active;
  active.push_back(builder.traversal->getCanonicalDecl());
  return FunctionLowering(builder, function, active).run();
}

/// Fields from the object that the last pointer leads to.
static llvm::ArrayRef<PathStep> inLastObject(llvm::ArrayRef<PathStep> steps) {
  for (size_t i = steps.size(); i-- > 0;)
    if (steps[i].kind == PathStep::Deref)
      return steps.drop_front(i + 1);
  return steps;
}

/// Whether two paths can lead to the same bytes: one object may hold the other,
/// so that the shorter chain of fields ends the longer one.
static bool mayAlias(const PathSteps &a, const PathSteps &b) {
  const auto left = inLastObject(a), right = inLastObject(b);
  const size_t common = std::min(left.size(), right.size());
  return left.take_back(common) == right.take_back(common);
}

void regtt::collectFields(PathSteps steps, QualType type,
                          std::vector<PathSteps> &fields) {
  while (const auto *array = type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  const RecordDecl *record = type->getAsRecordDecl();
  if (!record) {
    fields.push_back(steps);
    return;
  }
  if (const auto *cxx = dyn_cast<CXXRecordDecl>(record))
    for (const CXXBaseSpecifier &base : cxx->bases())
      collectFields(steps, base.getType(), fields);
  for (const FieldDecl *field : record->fields()) {
    PathSteps inner = steps;
    inner.push_back({PathStep::Field, field});
    collectFields(inner, field->getType(), fields);
  }
}

static bool mayAlias(const PathSteps &a, QualType typeOfA, const PathSteps &b,
                     QualType typeOfB) {
  std::vector<PathSteps> left, right;
  collectFields(a, typeOfA, left);
  collectFields(b, typeOfB, right);
  return llvm::any_of(left, [&](const PathSteps &one) {
    return llvm::any_of(
        right, [&](const PathSteps &other) { return mayAlias(one, other); });
  });
}

/// Whether `uniform` is, or is a part of, an object that others may hold, too.
static bool isShared(const Uniform &uniform) {
  return !uniform.steps.empty() ||
         (!uniform.address &&
          (!uniform.decl || uniform.decl->getType()->isPointerType() ||
           uniform.decl->getType()->isReferenceType()));
}

static QualType scalarOf(QualType type, const ASTContext &context) {
  while (const auto *array = context.getAsArrayType(type))
    type = array->getElementType();
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto *enumeration = type->getAs<EnumType>())
    type = enumeration->getDecl()->getIntegerType().getCanonicalType();
  return type->isSignedIntegerType()
             ? context.getCorrespondingUnsignedType(type)
             : type;
}

/// Whether a number of `type` is among those that `whole` is made of.
static bool holdsNumber(QualType whole, QualType type,
                        const ASTContext &context) {
  whole = scalarOf(whole, context);
  const RecordDecl *record = whole->getAsRecordDecl();
  if (!record)
    return context.hasSameType(whole, scalarOf(type, context));
  return llvm::any_of(record->fields(), [&](const FieldDecl *field) {
    return holdsNumber(field->getType(), type, context);
  });
}

/// Node arrays of numbers may be what the query writes. Where their lengths are
/// known that is found out when the loop runs; else the types have to tell.
static bool checkNodeArrays(Builder &builder) {
  bool ok = true;
  const Traversal &traversal = builder.model.traversal;
  for (const DataArray &array : traversal.nodeArrays) {
    if (!array.extentText.empty() || array.element->isRecordType())
      continue;
    const bool mayBeWritten =
        llvm::any_of(traversal.paths, [&](const Path &path) {
          return path.written() &&
                 holdsNumber(path.type, array.element, builder.context);
        });
    if (!mayBeWritten)
      continue;
    builder.report(array.firstUse, Diag::RTT2015)
        << array.text << clauseText(array.hostText) << "parallel";
    if (array.decl)
      builder.diagnostics.note(array.decl->getLocation(), "declared here");
    ok = false;
  }
  return ok;
}

/// Whether the traversal or linearising follows the pointer at `steps` of the
/// node: to data, or to a child.
static bool followsFromNode(const Traversal &traversal,
                            const PathSteps &written) {
  const auto isWritten = [&](llvm::ArrayRef<PathStep> steps) {
    return mayAlias(written, PathSteps(steps.begin(), steps.end()));
  };
  return llvm::any_of(
             traversal.slots,
             [&](const SlotGroup &slots) {
               const bool known =
                   traversal.nodesAreNumbers &&
                   !traversal.nodeArrays[slots.array].extentText.empty();
               return !known && !slots.steps.empty() && isWritten(slots.steps);
             }) ||
         llvm::any_of(traversal.paths, [&](const Path &path) {
           if (path.base != Base::Node)
             return false;
           for (size_t i = 1; i < path.steps.size(); ++i)
             if (path.steps[i].kind == PathStep::Deref &&
                 isWritten(llvm::ArrayRef(path.steps).take_front(i)))
               return true;
           return false;
         });
}

/// A number by itself that iterations write, in an array or behind a pointer,
/// may be any number of its type that is read through a node or a shared
/// object, unless it is known to lie in an array of such: then only another
/// pointer leads to it. The runtime looks for it.
static void watchNumbers(Builder &builder, const Path &written) {
  QueryLoop &loop = builder.model.loop;
  const bool isOperand = written.hasOperand();
  if (written.isScratch() ||
      (isOperand && loop.operands[written.number].isRecord()))
    return;
  const Expr *container =
      isOperand ? loop.operands[written.number].container : nullptr;
  const bool known =
      container && HostPlaces(builder).storageOf(container).known;
  const auto isNumber = [&](const PathSteps &steps, QualType type) {
    return (!known ||
            (!steps.empty() && steps.back().kind == PathStep::Deref)) &&
           holdsNumber(type, written.type, builder.context);
  };
  for (Path &read : builder.model.traversal.paths)
    if (read.base == Base::Node && !read.address && !read.steps.empty())
      read.watched |= isNumber(read.steps, read.type);
  for (const Uniform &uniform : builder.model.traversal.uniforms) {
    const auto *var = dyn_cast_or_null<VarDecl>(uniform.decl);
    const bool isVisible = isShared(uniform) ||
                           (!uniform.address && var && var->hasGlobalStorage());
    if (!isVisible || known ||
        !holdsNumber(uniform.type, written.type, builder.context) ||
        llvm::any_of(loop.reads, [&](const HostRead &place) {
          return place.text == uniform.hostText;
        }))
      continue;
    HostRead place;
    place.text = uniform.hostText;
    loop.reads.push_back(place);
  }
}

/// What the query writes may not be read through a node or a shared object:
/// with one copy of each on the device, they would not see the write. Data of
/// nodes that may be such by its fields is watched when the loop runs.
static bool checkAliases(Builder &builder) {
  bool ok = checkNodeArrays(builder);
  Traversal &traversal = builder.model.traversal;
  for (const Path &written : traversal.paths) {
    if (!written.written())
      continue;
    if (written.steps.empty() && !written.type->isRecordType()) {
      watchNumbers(builder, written);
      continue;
    }
    const FieldDecl *last =
        written.steps.empty() ? nullptr : written.steps.back().field;
    if (last && last->getType()->isPointerType() &&
        followsFromNode(traversal, written.steps)) {
      builder.report(written.firstWrite, Diag::RTT2013) << written.text;
      ok = false;
    }
    for (Path &read : traversal.paths)
      if (read.base == Base::Node && !read.address &&
          (!read.steps.empty() || read.type->isRecordType()))
        read.watched |=
            mayAlias(written.steps, written.type, read.steps, read.type);
    for (const Uniform &uniform : traversal.uniforms)
      if (isShared(uniform) &&
          mayAlias(written.steps, written.type, uniform.steps, uniform.type)) {
        builder.report(uniform.loc, Diag::RTT2029) << written.text;
        builder.diagnostics.note(written.firstWrite, "written here");
        ok = false;
      }
  }
  return ok;
}

std::unique_ptr<Model> regtt::lowerPair(ASTContext &context,
                                        const Pairing &pairing,
                                        const PairedLoop &paired, FpMode fp,
                                        Diagnostics &diagnostics) {
  auto model = std::make_unique<Model>();
  Builder builder(context, diagnostics, pairing, fp, *model);
  model->traversal.sameOnHost = fp == FpMode::Strict || fp == FpMode::Libm;
  builder.loopFunction = paired.function;
  model->c = !context.getLangOpts().CPlusPlus;
  const CallExpr *call = lowerLoop(builder, paired);
  if (!call)
    return nullptr;
  const FunctionDecl *callee = call->getDirectCallee();
  const FunctionDecl *definition = nullptr;
  if (!hasBody(callee, definition)) {
    reportUnseen(builder, call->getBeginLoc(), callee);
    return nullptr;
  }
  builder.traversal = definition;
  Traversal &traversal = model->traversal;
  traversal.name = definition->getNameAsString();
  traversal.loc = definition->getLocation();
  builder.firstCall = call;
  const bool isProgram = builder.body.isProgram();
  if (!isProgram)
    for (const Expr *argument : call->arguments())
      builder.firstArgs.push_back(argument);
  if ((isProgram && !collectProgramCalls(builder)) ||
      !mergeFunctions(builder) || (isProgram && !compareProgramCalls(builder)))
    return nullptr;

  if (const Directive *directive = builder.directive())
    if (const Clause *clause = directive->find("order")) {
      traversal.orderGiven = clause->arguments[0] == "any";
      traversal.orderKept = !traversal.orderGiven;
    }
  replaceChildFunctions(builder);
  // Both report all they find before the pair is given up.
  bool ok = lowerExtents(builder, paired);
  ok &= lowerBounds(builder);
  ok &= lowerReorder(builder, paired);
  // Of functions that are merged, the copies have no attributes.
  for (const FunctionDecl *function : traversal.functions)
    ok &= function == builder.traversal || checkAttributes(builder, function);
  ok &= inferRoles(builder);
  if (traversal.nodeType.isNull())
    return nullptr;
  const bool rolesKnown = ok;
  ok &= lowerTraversal(builder);
  ok = ok && (!isProgram || lowerProgram(builder));
  ok &= checkLoopClauses(builder);
  ok = ok && checkExtentsUsed(builder) && checkBounds(builder) &&
       lowerResident(builder, paired);
  ok &= finishNodeArrays(builder);
  mergeParts(traversal);
  if (rolesKnown && model->loop.operands.empty() &&
      traversal.indexType.isNull()) {
    diagnostics.report(traversal.loc, Diag::RTT2003) << traversal.name;
    ok = false;
  }
  nameQuery(*model);
  model->loop.templateSite =
      templateSite(context, paired, builder.diagnostics, ok);
  ok = ok && checkAliases(builder) && lowerLoopTail(builder) &&
       checkHostReads(builder, call) && checkHostWrites(builder, call) &&
       checkLoopOrder(builder, paired);
  finishLoopBody(builder);
  return ok ? std::move(model) : nullptr;
}
