// Iterators of the library's containers whose elements are links.
#include "LinkIterators.h"
#include "Types.h"
#include "Unit.h"

#include "regtt/IR/LibraryParts.h"

#include <clang/AST/DeclTemplate.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Support/MathExtras.h>

using namespace regtt;
using namespace regtt::toir;
using clang::QualType;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

namespace {

/// What such iterators lead to.
struct Links {
  llvm::StringRef node; ///< what the struct's name begins with
  QualType element;
  uint64_t count = 1; ///< pointers ahead of an element
};

} // namespace

static std::optional<Links> linksOf(QualType type) {
  const auto *record = dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record || !record->getIdentifier() ||
      !isLibraryType(type.getNonReferenceType()))
    return std::nullopt;
  Links result;
  result.node =
      llvm::StringSwitch<llvm::StringRef>(record->getName())
          .Cases("_List_iterator", "_List_const_iterator", ir::ringNode)
          .Cases("_Fwd_list_iterator", "_Fwd_list_const_iterator",
                 ir::chainNode)
          .Cases("_Node_iterator", "_Node_const_iterator", ir::hashNode)
          .Default("");
  if (result.node.empty())
    return std::nullopt;
  result.element = record->getTemplateArgs()[0].getAsType();
  result.count = result.node == ir::ringNode ? 2 : 1;
  return result;
}

bool regtt::toir::isLinkIterator(QualType type) {
  return linksOf(type).has_value();
}

bool regtt::toir::goesAlongLinks(const clang::Stmt *loop) {
  const auto *counted = dyn_cast<clang::ForStmt>(loop);
  const auto *range = dyn_cast<clang::CXXForRangeStmt>(loop);
  const auto *whileLoop = dyn_cast<clang::WhileStmt>(loop);
  const clang::Stmt *body = counted     ? counted->getBody()
                            : range     ? range->getBody()
                            : whileLoop ? whileLoop->getBody()
                                        : nullptr;
  const auto look = [&](auto &&self, const clang::Stmt *s) -> bool {
    if (!s || s == body)
      return false;
    const auto *e = dyn_cast<clang::Expr>(s);
    return (e && isLinkIterator(e->getType())) ||
           llvm::any_of(s->children(), [&](const clang::Stmt *child) {
             return self(self, child);
           });
  };
  return look(look, loop);
}

const ir::Type *Types::linkIterator(const clang::RecordDecl *record,
                                    clang::SourceLocation loc) {
  const auto links = linksOf(unit.context.getRecordType(record));
  if (!links || !unit.linksArePointers)
    return nullptr;
  const ir::Type *element = of(links->element, loc);
  if (!element || links->element->isIncompleteType())
    return nullptr;
  const clang::ASTContext &context = unit.context;
  const std::string name = links->node.str() +
                           links->element.getCanonicalType().getAsString(
                               context.getPrintingPolicy()) +
                           ">";
  auto [known, isNew] = linkNodes.try_emplace(
      {links->element.getCanonicalType().getTypePtr(), links->node.data()},
      nullptr);
  if (!isNew)
    return unit.module.pointerTo(known->second);
  std::string free = name;
  for (unsigned k = 2; unit.module.findType(free); ++k)
    free = name + "." + std::to_string(k);
  ir::StructType *node = unit.module.createStruct(free, unit.locate(loc));
  known->second = node;
  const auto info = context.getTypeInfoInChars(links->element);
  const auto align = std::max<uint64_t>(info.Align.getQuantity(), 8);
  ir::Field next, value;
  next.name = "next";
  next.type = unit.module.pointerTo(node);
  value.name = "value";
  value.type = element;
  value.offset = llvm::alignTo(8 * links->count, info.Align.getQuantity());
  ir::StructBody body;
  body.size =
      llvm::alignTo(value.offset + uint64_t(info.Width.getQuantity()), align);
  body.align = unsigned(align);
  body.isTriviallyCopyable = false;
  body.fields = {next, value};
  unit.module.complete(node, std::move(body));
  return unit.module.pointerTo(node);
}

//===--- What is done with them -------------------------------------------===//

static const ir::Field *fieldOf(const ir::Type *pointer, llvm::StringRef name) {
  for (const ir::Field &field :
       llvm::cast<ir::StructType>(ir::pointeeOf(pointer))->fields())
    if (field.name == name)
      return &field;
  return nullptr;
}

/// A field of what `iterator` leads to.
static const ir::Place *behind(Body &body, const ir::Expr *iterator,
                               llvm::StringRef name) {
  const ir::Place *node = iterator ? body.make.pointee(iterator) : nullptr;
  return node ? body.make.field(node, fieldOf(iterator->type, name)) : nullptr;
}

static const ir::Expr *valueOf(Body &body, const clang::Expr *e) {
  return body.copied(iteratorIn(e), false);
}

/// Of `l.begin()` and std::begin(l) the container.
static const clang::Expr *containerOf(const LibraryUse &use) {
  if (use.object && use.arguments.empty())
    return use.object;
  return !use.object && use.arguments.size() == 1 &&
                 use.callee->isInStdNamespace()
             ? use.arguments[0]
             : nullptr;
}

static const ir::Expr *border(Body &body, const LibraryUse &use,
                              bool &isKnown) {
  const bool isBegin = use.name == "begin" || use.name == "cbegin";
  const bool isEnd = use.name == "end" || use.name == "cend";
  const clang::Expr *container = containerOf(use);
  if ((!isBegin && !isEnd) || !container ||
      !isLinkIterator(use.callee->getReturnType()))
    return nullptr;
  const bool isBehind = container->getType()->isPointerType();
  const ir::Type *type = body.type(
      isBehind ? container->getType()->getPointeeType() : container->getType());
  const ir::Type *pointer = body.type(use.callee->getReturnType());
  if (!type || !pointer || !ir::linkedContainer(type))
    return nullptr;
  isKnown = true;
  const ir::Place *place = isBehind ? body.make.pointee(body.value(container))
                                    : body.place(container);
  if (isEnd || !place)
    return body.unit.module.null(pointer);
  const ir::Expr *links =
      body.make.cast(ir::CastOp::PtrToPtr, pointer, body.make.address(place));
  return body.make.load(behind(body, links, "next"));
}

/// `++it`, `it++`: a store; the place of the iterator.
static const ir::Place *moved(Body &body, const LibraryUse &use,
                              const ir::Expr **old) {
  ir::Module &m = body.unit.module;
  const ir::Place *place = body.pin(use.objectPlace(body));
  const ir::Expr *before = body.make.load(place);
  if (!before)
    return nullptr;
  if (old) {
    const ir::Variable *kept = body.temporary(before->type);
    body.emit(m.let(kept, before, body.at(body.make.loc)));
    *old = before = body.make.load(body.make.place(kept));
  }
  if (const ir::Place *next = behind(body, before, "next"))
    body.emit(m.store(place, body.make.load(next), body.at(body.make.loc)));
  return place;
}

static const ir::Place *assigned(Body &body, const LibraryUse &use) {
  const ir::Expr *value = valueOf(body, use.arguments[0]);
  const ir::Place *place = use.objectPlace(body);
  if (place && value)
    body.emit(body.unit.module.store(place, value, body.at(body.make.loc)));
  return place;
}

bool regtt::toir::usesLinkIterator(const Body &body, const LibraryUse &use) {
  if (!body.unit.linksArePointers)
    return false;
  return (use.object && isLinkIterator(use.objectType())) ||
         llvm::any_of(use.arguments, [](const clang::Expr *given) {
           return isLinkIterator(iteratorIn(given)->getType());
         });
}

const ir::Place *regtt::toir::linkIteratorPlace(Body &body,
                                                const LibraryUse &use,
                                                bool &isKnown) {
  if (!body.unit.linksArePointers || !use.object ||
      !isLinkIterator(use.objectType()))
    return nullptr;
  if (use.operation == clang::OO_Star) {
    isKnown = true;
    return behind(body, valueOf(body, use.object), "value");
  }
  if (use.operation == clang::OO_Equal && use.arguments.size() == 1 &&
      isLinkIterator(use.arguments[0]->getType())) {
    isKnown = true;
    return assigned(body, use);
  }
  if (use.operation != clang::OO_PlusPlus || !use.arguments.empty())
    return nullptr;
  isKnown = true;
  return moved(body, use, nullptr);
}

const ir::Expr *regtt::toir::linkIteratorCall(Body &body, const LibraryUse &use,
                                              bool isUsed, bool &isKnown) {
  if (!body.unit.linksArePointers)
    return nullptr;
  if (const ir::Expr *found = border(body, use, isKnown); isKnown)
    return found;
  if (use.object && isLinkIterator(use.objectType())) {
    if (use.operation == clang::OO_Arrow) {
      isKnown = true;
      return body.make.address(
          behind(body, valueOf(body, use.object), "value"));
    }
    // With the 0 that tells it from the prefix operator.
    if (use.operation == clang::OO_PlusPlus) {
      isKnown = true;
      const ir::Expr *old = nullptr;
      moved(body, use, isUsed ? &old : nullptr);
      return old;
    }
  }
  const bool isEqual = use.operation == clang::OO_EqualEqual;
  std::vector<const clang::Expr *> sides = use.arguments;
  if (use.object)
    sides.insert(sides.begin(), use.object);
  for (const clang::Expr *&side : sides)
    side = iteratorIn(side);
  if ((!isEqual && use.operation != clang::OO_ExclaimEqual) ||
      sides.size() != 2 || !llvm::all_of(sides, [](const clang::Expr *side) {
        return isLinkIterator(side->getType());
      }))
    return nullptr;
  isKnown = true;
  return body.compare(isEqual ? clang::BO_EQ : clang::BO_NE, sides[0],
                      sides[1]);
}
