// The library's optionals of values as structs, laid out as the library has
// them. One of what may be or not be itself is left to the library.
#include "Files.h"
#include "Optionals.h"
#include "Tuples.h"

#include "regtt/Frontend/LocalTypes.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecordLayout.h>

using namespace regtt;
using namespace regtt::toir;
using clang::QualType;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa_and_nonnull;

static const clang::ClassTemplateSpecializationDecl *
libraryTemplate(QualType type, llvm::StringRef name) {
  const auto *record = dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      type.getNonReferenceType()->getAsCXXRecordDecl());
  return record && record->isInStdNamespace() && record->getIdentifier() &&
                 record->getName() == name
             ? record
             : nullptr;
}

bool regtt::toir::isOptional(QualType type) {
  return libraryTemplate(type, "optional") != nullptr;
}

/// Whether its bytes are all of it, whoever copies them.
static bool isPlainValue(const clang::ASTContext &context, QualType type) {
  if (type.hasQualifiers() || type->isReferenceType())
    return false;
  if (type->isArithmeticType() || type->isEnumeralType() ||
      type->isPointerType())
    return true;
  const auto *record = type->getAsCXXRecordDecl();
  if (!record || record->isEmpty())
    return false;
  if (!isLibraryType(type))
    return type.isTriviallyCopyableType(context);
  const auto *pair = libraryTemplate(type, "pair");
  const auto *array = libraryTemplate(type, "array");
  const auto *of = pair ? pair : array;
  return of &&
         llvm::all_of(of->getTemplateArgs().asArray(), [&](const auto &a) {
           return a.getKind() != clang::TemplateArgument::Type ||
                  isPlainValue(context, a.getAsType());
         });
}

/// Where in `record` the library keeps the member of that name, which lies in
/// bases and in members by the name of _M_payload; nothing: it is not known.
static std::optional<uint64_t> offsetOf(const clang::ASTContext &context,
                                        const clang::CXXRecordDecl *record,
                                        llvm::StringRef name) {
  const auto &layout = context.getASTRecordLayout(record);
  for (const clang::FieldDecl *field : record->fields()) {
    const uint64_t at = layout.getFieldOffset(field->getFieldIndex()) / 8;
    if (field->getName() == name)
      return at;
    const auto *inner = field->getType()->getAsCXXRecordDecl();
    if (field->getName() == "_M_payload" && inner)
      if (const auto inside = offsetOf(context, inner, name))
        return at + *inside;
  }
  for (const clang::CXXBaseSpecifier &base : record->bases()) {
    const auto *of = base.getType()->getAsCXXRecordDecl();
    if (!of || base.isVirtual())
      return std::nullopt;
    if (const auto inside = offsetOf(context, of, name))
      return layout.getBaseClassOffset(of).getQuantity() + *inside;
  }
  return std::nullopt;
}

/// Whether there is an optional in it, which may have a value or not itself.
static bool holdsOptional(const ir::Type *type) {
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return holdsOptional(array->element);
  if (const auto *library = dyn_cast<ir::LibraryType>(type))
    return llvm::any_of(library->arguments, [](const auto &argument) {
      const auto *of = std::get_if<const ir::Type *>(&argument);
      return of && holdsOptional(*of);
    });
  const auto *record = dyn_cast<ir::StructType>(type);
  return record &&
         (llvm::StringRef(record->name).starts_with("std::optional<") ||
          !record->isComplete() ||
          llvm::any_of(record->fields(), [](const ir::Field &field) {
            return holdsOptional(field.type);
          }));
}

const ir::Type *Types::optional(const clang::RecordDecl *record,
                                clang::SourceLocation loc) {
  const auto *definition =
      dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
          record->getDefinition());
  if (!definition || !isOptional(unit.context.getRecordType(record)) ||
      unit.files.any())
    return nullptr;
  const QualType of = definition->getTemplateArgs()[0].getAsType();
  const auto value = offsetOf(unit.context, definition, "_M_value");
  const auto flag = offsetOf(unit.context, definition, "_M_engaged");
  const bool isNested = isTuple(of) && !of.hasQualifiers() &&
                        isa_and_nonnull<ir::StructType>(this->of(of, loc));
  if ((!isNested && !isPlainValue(unit.context, of)) || !value || !flag ||
      *flag <= *value)
    return nullptr;
  ir::StructBody body;
  ir::Field fields[2];
  fields[0].name = "value";
  fields[0].type = this->of(of, loc);
  fields[0].offset = *value;
  fields[1].name = "_M_engaged"; // as nobody else may call one
  fields[1].type = unit.module.boolType();
  fields[1].offset = *flag;
  if (!fields[0].type || holdsOptional(fields[0].type))
    return nullptr;
  for (ir::Field &each : fields)
    body.fields.push_back(std::move(each));
  return ofLibrary(definition, std::move(body));
}
