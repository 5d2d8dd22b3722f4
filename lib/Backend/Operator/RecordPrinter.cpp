// The structs that a query, a node and an array's elements are held in.
#include "ReachPrinter.h"
#include "RecordForms.h"
#include "SliceWords.h"

#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::kernel;

namespace {

class RecordPrinter : RecordForms {
public:
  using RecordForms::RecordForms;

  std::string records() {
    query();
    for (unsigned i = 0; i < kernel.groups.size() && !kernel.isNested(); ++i)
      group(i);
    arrays();
    return out;
  }

private:
  void query() {
    out +=
        "// What one query reads and writes.\nstruct " + types.query + " {\n";
    std::string results, copied;
    for (const Datum &datum : kernel.data) {
      if (datum.owner != Owner::Query)
        continue;
      const std::string field =
          values.declare(datum) + "; // " + datum.text + "\n";
      out += field;
      if (!isOfResult(datum))
        continue;
      results += (datum.isScratch() ? "rt::ListHead " + safeName(datum.name)
                  : datum.container && datum.container->isAppended
                      ? "rt::AppendedResult " + safeName(datum.name)
                      : values.declare(datum)) +
                 ";\n";
      copied += (copied.empty() ? "" : ", ") + safeName(datum.name);
    }
    out += "\nstruct Result {\n" + results + "};\n" + result(copied) + "};\n\n";
  }

  /// Of a container that is gone with the program, how long it has been.
  static bool isOfResult(const Datum &datum) {
    return datum.owner == Owner::Query && datum.isWritten &&
           (!datum.isScratch() || datum.isContainer());
  }

  /// Arrays have no initialiser of their own kind: they are copied.
  std::string result(const std::string &copied) {
    bool arrays = false;
    std::string copies;
    for (const Datum &datum : kernel.data)
      if (isOfResult(datum)) {
        arrays |= datum.type->kind == ir::Type::Array;
        const std::string name = safeName(datum.name);
        // A field may be named as the local is.
        copies += datum.type->kind == ir::Type::Array
                      ? "__builtin_memcpy(&out." + name + ", &this->" + name +
                            ", sizeof this->" + name + ");\n"
                      : "out." + name + " = this->" + name + ";\n";
      }
    if (!arrays)
      return "REGTT_OP Result result() const { return {" + copied + "}; }\n";
    return "REGTT_OP Result result() const {\nResult out;\n" + copies +
           "return out;\n}\n";
  }

  void group(unsigned index) {
    const RecordGroup &group = kernel.groups[index];
    uint64_t bytes = index != 0 ? 0 : kernel.list() ? 8 : 4 * kernel.numSlots;
    std::string fields;
    uint64_t alignment = 4;
    for (unsigned p : group.data) {
      const Datum &datum = kernel.data[p];
      bytes += datum.bytes;
      alignment = std::max(alignment, datum.align);
      fields += values.declare(datum) + "; // " + datum.text + "\n";
    }
    // Loads are as wide as the alignment.
    alignment = std::max<uint64_t>(alignment, bytes > 8   ? 16
                                              : bytes > 4 ? 8
                                                          : 4);
    const std::string alignas_ = "alignas(" + std::to_string(alignment) + ") ";
    if (index == 0)
      out +=
          "// Read on arrival at a node.\ntemplate <class Children> struct " +
          alignas_ + types.groups[0] + " {\n" + fields +
          "Children children;\n};\n\n";
    else
      out += "// Read on some paths only.\nstruct " + alignas_ +
             types.groups[index] + " {\n" + fields + "};\n\n";
  }

  /// The elements' records, and the arrays as the operator sees them.
  void arrays() {
    if (!kernel.hasArrays())
      return;
    std::string members;
    std::vector<std::string> pointers, visits;
    const auto member = [&](const std::string &type, const std::string &name,
                            unsigned array, const std::string &text) {
      members += type + " " + name + "; // " + text + "\n";
      pointers.push_back(type + "::at(records[" + std::to_string(array) + "])");
    };
    for (unsigned i = 0; i < kernel.arrays.size(); ++i) {
      const DataArray &array = kernel.arrays[i];
      const auto fields = fieldsOf(i);
      if (!isWhole(i) && !fields.empty())
        element(i);
      const auto isInOrder = [](const Datum *datum) {
        return datum->inOrder && !datum->isTested;
      };
      if (fields.empty() || !llvm::all_of(fields, isInOrder))
        member("rt::Array<" + elementType(i) +
                   (kernel.writesArray(i) ? ", rt::Written>"
                    : array.isInPlace     ? ", rt::InPlace>"
                                          : ">"),
               safeName(array.name), i, array.text);
    }
    for (unsigned k = 0; k < kernel.data.size(); ++k)
      if (const Datum &datum = kernel.data[k]; datum.inOrder) {
        const std::string name = changesName(kernel, k);
        member(changesType(datum), name, datum.number,
               "changes of " + datum.text);
        visits.push_back(
            "visit(rt::InOrderForm<" + std::to_string(datum.number) +
            (kernel.inner ? ", " + std::to_string(changesPerTerm(k)) : "") +
            ">(), " + name + ");\n");
      }
    const size_t numChanged = visits.size();
    if (kernel.deferred) {
      deferred();
      members += "rt::Deferring<Deferred> deferred; // what the host does\n";
      pointers.push_back("{}");
      visits.push_back(
          "visit(rt::InOrderForm<-1" +
          (kernel.inner ? ", " + std::to_string(deferredPerTerm()) : "") +
          ">(), deferred);\n");
    }
    out += "// Arrays, as far as they are read.\nstruct Arrays {\n" + members +
           "\nstatic Arrays at(void *const *records) {\nreturn {" +
           llvm::join(pointers, ", ") + "};\n}\n";
    if (!visits.empty())
      out +=
          "\n// What is changed in the order of the iterations.\nenum : int { "
          "numInOrder = " +
          std::to_string(visits.size()) +
          ", numChanged = " + std::to_string(numChanged) +
          " };\ntemplate <class Visit> REGTT_OP void eachInOrder(const Visit "
          "&visit) const {\n" +
          llvm::join(visits, "") + "}\n";
    out += "};\n\n";
    if (kernel.reach)
      out += printReachedArrays(site, unit);
  }

  /// What a record holds that is left to the host, without holes.
  void deferred() {
    out += "// What an iteration leaves to the host.\nstruct Deferred {\n"
           "std::uint64_t iteration;\n";
    for (const Deferred::Field &field : kernel.deferred->fields)
      out += values.declare(field.type, safeName(field.name)) + ";\n";
    if (const unsigned bytes = paddingOf(*kernel.deferred))
      out += "std::uint8_t padding[" + std::to_string(bytes) + "];\n";
    out += "};\n\n";
  }

  unsigned deferredPerTerm() const {
    unsigned result = 0;
    ir::walk(static_cast<const ir::Statement *>(kernel.inner->term->body),
             [&](const ir::Statement *s) {
               result += llvm::isa<ir::DeferStatement>(s);
             });
    return result;
  }

  /// How many changes of a datum a term makes at most: none is in a loop.
  unsigned changesPerTerm(unsigned datum) const {
    unsigned result = 0;
    ir::walk(static_cast<const ir::Statement *>(kernel.inner->term->body),
             [&](const ir::Statement *s) {
               ir::forEachPlace(s, [&](const ir::Place *place) {
                 const auto *root = std::get_if<ir::DataRoot>(&place->root);
                 result += root && root->kind == ir::DataRoot::Element &&
                           root->number == datum;
               });
             });
    return result;
  }

  /// `FirstWhere<rt::Is::Less, 0>`
  static std::string firstWhere(const ChangeInOrder::Where &where) {
    const auto is = [&] {
      switch (where.op) {
      case ir::BinaryOp::Eq:
        return "Equal";
      case ir::BinaryOp::Ne:
        return "NotEqual";
      case ir::BinaryOp::Lt:
        return "Less";
      case ir::BinaryOp::Le:
        return "LessEqual";
      case ir::BinaryOp::Gt:
        return "Greater";
      default:
        return "GreaterEqual";
      }
    };
    return std::string("FirstWhere<rt::Is::") + is() + ", " +
           std::to_string(where.with) + ">";
  }

  /// `rt::InOrder<Body, rt::Add, double, &Body::force>`
  std::string changesType(const Datum &datum) const {
    const std::string record = elementType(datum.number);
    const ChangeInOrder &change = *datum.inOrder;
    return "rt::InOrder<" + record + ", rt::" +
           (change.where ? firstWhere(*change.where)
            : change.by  ? combinerName(*change.by).str()
                         : "Last") +
           ", " + values.spell(change.value) +
           (isWhole(datum.number)
                ? ">"
                : ", &" + record + "::" + safeName(datum.name) + ">");
  }

  void element(unsigned array) {
    uint64_t bytes = 0, alignment = 1;
    std::string fields;
    for (const Datum *datum : fieldsOf(array)) {
      bytes += datum->bytes;
      alignment = std::max(alignment, datum->align);
      fields += values.declare(*datum) + "; // " + datum->text + "\n";
    }
    // Loads are as wide as the alignment.
    alignment = std::max<uint64_t>(alignment, bytes > 8   ? 16
                                              : bytes > 4 ? 8
                                                          : 1);
    out += "// What is read of an element of " + kernel.arrays[array].text +
           ".\nstruct alignas(" + std::to_string(alignment) + ") " +
           types.elements[array] + " {\n" + fields + "};\n\n";
  }

  std::string out;
};

} // namespace

unsigned regtt::paddingOf(const Deferred &deferred) {
  uint64_t bytes = 8; // the iteration's number
  for (const Deferred::Field &field : deferred.fields)
    bytes += *ir::sizeOf(field.type);
  return unsigned((8 - bytes % 8) % 8);
}

std::string regtt::printRecords(const Site &site, const Unit &unit) {
  return RecordPrinter(site, unit).records();
}
