// Access paths: what `n->point->coord[i]` leads to, from the object that it
// names.
#include "Attributes.h"
#include "FunctionLowering.h"
#include "QueryOperands.h"

#include <clang/AST/CXXInheritance.h>

using namespace regtt;
using namespace clang;

std::string regtt::joined(const PathSteps &steps, llvm::StringRef separator,
                          llvm::StringRef arrow) {
  std::string text;
  bool throughPointer = false;
  for (const PathStep &step : steps) {
    if (step.kind == PathStep::Deref) {
      throughPointer = true;
      continue;
    }
    if (step.field->getName().empty())
      continue; // its members are named as if they were its holder's
    if (!text.empty())
      text += throughPointer ? arrow : separator;
    text += step.field->getName();
    throughPointer = false;
  }
  return text;
}

/// `n->bucket.points`
std::string FunctionLowering::joinedText(const Place &place) const {
  if (place.base == Base::Query) {
    const std::string prefix =
        operandOf(builder.model.loop, place.number).prefix;
    return place.steps.empty() ? objectOfPrefix(prefix)
                               : prefix + joined(place.steps, ".", "->");
  }
  return nodeText(place) + joined(place.steps, ".", "->");
}

bool FunctionLowering::isAccessibleAtLoop(const Decl *member) const {
  if (member->getAccess() == AS_public || member->getAccess() == AS_none)
    return true;
  const auto *owner = dyn_cast<CXXRecordDecl>(member->getDeclContext());
  for (const DeclContext *scope = builder.loopFunction; owner && scope;
       scope = scope->getParent()) {
    const auto *record = dyn_cast<CXXRecordDecl>(scope);
    if (record &&
        (declaresSameEntity(record, owner) ||
         (member->getAccess() == AS_protected && record->isDerivedFrom(owner))))
      return true;
    const auto *function = dyn_cast<FunctionDecl>(scope);
    for (const FriendDecl *friendly : owner->friends())
      if (const NamedDecl *named = friendly->getFriendDecl();
          function && named && declaresSameEntity(named, function))
        return true;
  }
  return false;
}

/// Whether `field` lies in a virtual base of `type`, or in a base that `type`
/// has twice: it has no offset of its own.
static bool reachedVirtually(QualType type, const FieldDecl *field) {
  const auto *from = type->getAsCXXRecordDecl();
  const auto *owner = dyn_cast<CXXRecordDecl>(field->getParent());
  if (!from || !owner || declaresSameEntity(from, owner))
    return false;
  CXXBasePaths paths(/*FindAmbiguities=*/true, /*RecordPaths=*/true,
                     /*DetectVirtual=*/true);
  return from->isDerivedFrom(owner, paths) &&
         (paths.getDetectedVirtual() ||
          std::distance(paths.begin(), paths.end()) > 1);
}

bool FunctionLowering::intoField(Place &place, const MemberExpr *e) {
  const auto *field = dyn_cast<FieldDecl>(e->getMemberDecl());
  if (!field)
    return false;
  if (!place.parts.empty()) {
    // A part of an array of structs, which is one datum.
    if (!isCopyable(place.type, builder.context)) {
      report(e->getMemberLoc(), Diag::RTT2011)
          << place.type.getAsString() << "an array of structs";
      return false;
    }
    place.type = field->getType();
    place.parts.push_back({nullptr, field});
    return true;
  }
  // Of a union's members one may be written and another read: one datum by two
  // paths.
  if (field->getParent()->isUnion()) {
    report(e->getMemberLoc(), Diag::RTT2004) << "a member of a union";
    return false;
  }
  if (reachedVirtually(place.type, field))
    return notTaken(e->getMemberLoc(), "a member of a virtual base"), false;
  place.lastField = field;
  place.type = place.datum = field->getType();
  if (place.shared) {
    if (!isAccessibleAtLoop(field)) {
      report(e->getMemberLoc(), Diag::RTT1113) << field->getName();
      return false;
    }
    const llvm::StringRef text = place.hostText;
    if (!field->getName().empty())
      place.hostText +=
          (text.empty() || text.ends_with(".") || text.ends_with("->") ? ""
                                                                       : ".") +
          field->getName().str();
    place.steps.push_back({PathStep::Field, field});
    return true;
  }
  place.steps.push_back({PathStep::Field, field});
  return true;
}

unsigned FunctionLowering::path(const Place &place, SourceLocation loc) {
  const QualType type = place.datum.getUnqualifiedType();
  if (place.base == Base::Query)
    return queryPath(builder.model, place.number, place.steps, loc, type,
                     place.address);
  for (unsigned i = 0; i < traversal.paths.size(); ++i)
    if (const Path &path = traversal.paths[i];
        path.base == place.base && path.number == place.number &&
        path.steps == place.steps && path.address == place.address &&
        builder.context.hasSameType(path.type, type))
      return i;
  Path result;
  result.base = place.base;
  result.number = place.number;
  result.steps = place.steps;
  result.type = type;
  result.address = place.address;
  result.firstUse = loc;
  if (place.base == Base::Element) {
    const DataArray &array = traversal.arrays[place.number];
    const std::string fields = joined(place.steps, ".", "->");
    result.text = array.text + "[]" +
                  (fields.empty()   ? ""
                   : array.indirect ? "->"
                                    : ".") +
                  fields;
    if (fields.empty() && array.indirect != place.address)
      result.text = (place.address ? "&" : "*") + result.text;
  } else if (place.address) {
    result.text = objectOfPrefix(traversal.nodeText);
  } else {
    const bool whole =
        !place.steps.empty() && place.steps.back().kind == PathStep::Deref;
    result.text = (whole ? "*" : "") + joinedText(place);
  }
  std::string base = place.address ? "address" : joined(place.steps, "_", "_");
  if (place.base == Base::Node && base.empty())
    base = place.number == nodeNumber ? "number"
                                      : traversal.nodeArrays[place.number].name;
  result.name = base;
  for (int suffix = 2; llvm::any_of(traversal.paths,
                                    [&](const Path &other) {
                                      return other.base == result.base &&
                                             (other.number == result.number ||
                                              result.base == Base::Node) &&
                                             other.name == result.name;
                                    });
       ++suffix)
    result.name = base + "_" + std::to_string(suffix);
  traversal.paths.push_back(result);
  return traversal.paths.size() - 1;
}

/// Whether arithmetic with a bit-field means the same in what is emitted, and a
/// word holds all of its bytes. C compilers do not agree on fields wider than
/// int.
bool FunctionLowering::isCarried(const FieldDecl &bits) const {
  const ASTContext &context = builder.context;
  const unsigned width = bits.getBitWidthValue(context);
  return (context.getLangOpts().CPlusPlus ||
          width <= context.getIntWidth(context.IntTy)) &&
         context.getFieldOffset(&bits) % 8 + width <= 64 &&
         width <= context.getTypeSize(bits.getType());
}

void FunctionLowering::access(const Expr *e, const Place &place, Use use) {
  const SourceLocation loc = e->getExprLoc();
  for (const Selector &part : place.parts)
    if (part.index)
      expr(part.index);
  const FieldDecl *field = place.lastField;
  for (const Selector &part : place.parts)
    if (part.field)
      field = part.field;
  const QualType type = field == place.lastField ? place.datum : place.type;
  const std::string name =
      field ? field->getNameAsString() : builder.sourceText(e);
  if (field && field->isBitField() && !isCarried(*field)) {
    report(loc, Diag::RTT2026) << name;
    builder.diagnostics.note(field->getLocation(), "declared here");
    return;
  }
  if (type.isVolatileQualified() || type->isAtomicType()) {
    report(loc, Diag::RTT2025) << name;
    return;
  }
  if (!isCopyable(place.datum, builder.context)) {
    if (type->isPointerType())
      report(loc, Diag::RTT2041) << name;
    else
      report(loc, Diag::RTT2011) << place.datum.getAsString() << name;
    if (field)
      builder.diagnostics.note(field->getLocation(), "declared here");
    return;
  }
  for (const PathStep &step : place.steps)
    if (const RecordDecl *holder =
            step.kind == PathStep::Field ? step.field->getParent() : nullptr;
        holder && !droppedAttribute(holder).empty())
      return notTaken(loc, "a field of a struct with the attribute '" +
                               droppedAttribute(holder) + "'");
  if (place.base == Base::Query &&
      llvm::any_of(place.steps, [](const PathStep &step) {
        return step.kind == PathStep::Deref;
      })) {
    report(loc, Diag::RTT2030) << builder.sourceText(e) << "the query";
    return;
  }
  if (place.base == Base::Query &&
      llvm::any_of(place.steps, [](const PathStep &step) {
        return step.kind == PathStep::Field &&
               step.field->getParent()->isUnion();
      }))
    return notTaken(loc, "a union in the query");
  if (place.base == Base::Element) {
    for (const Expr *offset : place.element.offsets)
      expr(offset);
    noteBound(e, place.element);
    // A part chosen at run time, or one whose address may be taken.
    traversal.arrays[place.number].inPlace |= !isScalar(place.datum);
  }
  const unsigned index = path(place, loc);
  Path &target = traversal.paths[index];
  function.accesses[e] = {index, place.parts, place.element};
  if (use == Read)
    return;
  function.accesses[e].written = true;
  if (place.base == Base::Element) {
    const DataArray &array = traversal.arrays[place.number];
    if (!array.ofQueries) {
      report(loc, Diag::RTT2006) << array.text;
      return;
    }
    // What two pointers lead to may be one object.
    if (array.indirect) {
      report(loc, Diag::RTT2043) << array.text;
      return;
    }
  }
  if (place.base == Base::Node) {
    report(loc, Diag::RTT2005) << target.text;
    return;
  }
  if (!target.written())
    target.firstWrite = loc;
}

/// The object whose fields `prefix` starts: `cfg.` or `p->`. Nothing for a
/// parameter that has been refused.
static std::string wholeObject(llvm::StringRef prefix) {
  if (prefix.empty())
    return "";
  return prefix.ends_with("->") ? "*" + prefix.drop_back(2).str()
                                : prefix.drop_back().str();
}

bool FunctionLowering::place(const Expr *e, Use use) {
  if (!isa<MemberExpr, ArraySubscriptExpr, DeclRefExpr, CXXOperatorCallExpr,
           OpaqueValueExpr>(e) &&
      !(isa<CXXMemberCallExpr>(e) && endOfArray(cast<CXXMemberCallExpr>(e))) &&
      !(isa<UnaryOperator>(e) &&
        cast<UnaryOperator>(e)->getOpcode() == UO_Deref))
    return false;
  const unsigned before = builder.diagnostics.errors();
  auto result = object(e);
  if (builder.diagnostics.errors() != before)
    return true; // said already
  if (!result) {
    // `n->left->min`, `n->min[i]` with a pointer, and the like.
    if (const auto *member = dyn_cast<MemberExpr>(e);
        member && member->isArrow() &&
        isNodePointer(member->getBase()->getType())) {
      report(e->getExprLoc(), Diag::RTT2012) << builder.sourceText(e);
      return true;
    }
    if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e)) {
      const Expr *base = subscript->getBase()->IgnoreParenImpCasts();
      if (const auto of =
              base->getType()->isPointerType() ? object(base) : std::nullopt) {
        report(e->getExprLoc(), Diag::RTT2030)
            << builder.sourceText(base)
            << (of->base == Base::Node    ? "the node"
                : of->base == Base::Query ? "the query"
                                          : "an element of another");
        return true;
      }
    }
    return false;
  }
  if (result->shared && !result->lastField &&
      isValueStruct(result->type->getAsRecordDecl(), builder.context)) {
    const auto *named = dyn_cast<DeclRefExpr>(e);
    uniform(e, named ? named->getDecl() : nullptr, result->type,
            wholeObject(result->hostText), {}, use);
    return true;
  }
  // The iteration's own struct as a whole.
  if (isOwnStruct(*result))
    result->datum = result->type;
  if (result->datum.isNull())
    return false;
  if (result->shared && !result->parts.empty())
    return false; // a part of a uniform
  if (result->shared) {
    uniform(e, result->lastField, result->type, result->hostText, result->steps,
            use);
    return true;
  }
  if (isNodePointer(result->type)) {
    report(e->getExprLoc(), Diag::RTT2018) << builder.sourceText(e);
    return true;
  }
  access(e, *result, use);
  return true;
}

/// The name of a number of the iteration's own, or of an array of them.
bool FunctionLowering::ownName(const Expr *e, const VarDecl *var, Use use) {
  const Role &role = function.roles.find(var)->second;
  Place place;
  place.base = role.base;
  place.number = role.number;
  place.steps = role.steps;
  place.type = e->getType();
  if (!isOwnDatum(place) ||
      (e->getType()->isPointerType() && !ownDatum(place)->isArrayType()))
    return false;
  place = atRole(place);
  place.datum = ownDatum(place);
  access(e, place, use);
  return true;
}
