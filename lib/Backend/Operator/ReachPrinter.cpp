// Prints what is run ahead of all iterations:
//
//     template <class Reached> struct Reach {
//       void iteration(Query &query) const {
//         for (int e = arrays.row[query.i]; e < arrays.row[query.i + 1]; ++e) {
//           arrays.val.reach(e);
//           arrays.x.reach(arrays.col[e]);
//         }
//       }
//     };
#include "ReachPrinter.h"

#include "OperatorPrinter.h"
#include "RecordForms.h"
#include "SliceWords.h"

#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace regtt::kernel;

namespace {

class ReachedArraysPrinter : RecordForms {
public:
  using RecordForms::RecordForms;

  std::string print() const {
    std::string members, added;
    std::vector<std::string> begun;
    for (unsigned i = 0; i < kernel.arrays.size(); ++i) {
      const DataArray &array = kernel.arrays[i];
      if (!array.isShared() || fieldsOf(i).empty())
        continue;
      const std::string name = safeName(array.name);
      members += "rt::ReachedArray<Traversal, " + std::to_string(i) + ", " +
                 elementType(i) + "> " + name + ";\n";
      begun.push_back(name + "(call)");
      if (array.isReached)
        added += "this->" + name + ".addTo(all);\n";
    }
    return "// Arrays where they lie, which note how far iterations come.\n"
           "template <class Traversal> struct ReachedArrays {\n" +
           members + "\nexplicit ReachedArrays(const regtt_call &call) : " +
           llvm::join(begun, ", ") +
           " {}\ntemplate <class Reached> void addTo(Reached &all) const {\n" +
           added + "}\n};\n\n";
  }
};

} // namespace

std::string regtt::printReachedArrays(const Site &site, const Unit &unit) {
  return ReachedArraysPrinter(site, unit).print();
}

std::string regtt::printReach(const Site &site, const Unit &unit,
                              const std::string &query) {
  const Kernel &kernel = site.kernel;
  SliceWords words(site, *unit.values, *kernel.reach);
  const std::string body =
      bodyOf(kernel, *kernel.reach, words, *unit.values).text;
  return "\n// How far an iteration comes in arrays of which nothing says how "
         "long they are.\ntemplate <class Reached> struct Reach {\nconst "
         "Uniforms &u;\nconst Reached &arrays;\n\nvoid iteration(" +
         query + " &" + named(body, words.names.query) + ") const {\n" + body +
         "}\n};\n";
}
