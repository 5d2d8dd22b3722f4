/// Backends print a file's sites as one slice for one target. They never decide
/// what is legal: the variants they are given are.
#pragma once

#include "regtt/Kernel/Kernel.h"
#include "regtt/Kernel/Loop.h"
#include "regtt/Variant/Variant.h"

namespace regtt {

struct Backend;
class ValueTypes;

/// What is asked of the grids that are launched for inner loops; 0: as the
/// engine likes (rt::Consolidation).
struct Consolidation {
  const Variant *variant = nullptr; ///< the engine; null: nothing is asked
  unsigned longFrom = 0, threads = 0, blocks = 0, concurrency = 0;
};

/// One annotated loop, ready to be printed.
struct Site {
  kernel::Kernel kernel;                 ///< the traversal
  kernel::SiteLoop loop;                 ///< the loop that calls it
  std::vector<const Backend *> backends; ///< targets it is compiled for
  std::vector<const Variant *> variants; ///< legal, preferred first; not empty
  Consolidation consolidation;
  /// Of those, or where it has none of them of all that are legal, what a
  /// backend has. Not empty.
  std::vector<const Variant *> variantsOn(const Backend &backend) const;
  /// Whether statements say by `#line` where in the user's files they come
  /// from: where nobody reads the slice, but debuggers and sanitizers tell of
  /// it.
  bool showsSource = false;
  std::string scalarOperator; ///< its text, by printScalarOperators
};

/// One translation unit, ready to be printed.
struct Unit {
  std::string input;   ///< as the user spelled it
  std::string stem;    ///< of the outputs' names: `foo` for foo.cpp
  std::string hash;    ///< tells units of one stem apart in the linker's names
  std::string version; ///< of this tool
  std::string options; ///< own options that shape the output
  std::vector<Site> sites;
  std::vector<std::string> ties;            ///< host::Loop::ties
  std::shared_ptr<const ValueTypes> values; ///< names of the user's structs
  /// Lays emitted code out for people; null where nobody reads it.
  std::string (*format)(const std::string &code) = nullptr;
};

/// What backends have no text for, although the front end has let it through,
/// and where it stands; or no place, where it is the traversal as a whole.
struct Unprinted {
  ir::Location loc;
  std::string what;
};

/// Prints `site` for nobody. Returns what it could not print: the loop is then
/// refused by name.
std::vector<Unprinted> tryPrint(const Unit &unit, const Site &site);

/// The names and mirrors of the structs that the sites of `unit` hold.
std::shared_ptr<const ValueTypes> valueTypes(const Unit &unit);

struct Backend {
  enum Lanes { Single, Warp, Vector };
  llvm::StringLiteral name;      ///< as --target and --emit spell it
  llvm::StringLiteral extension; ///< of its slice: `.regtt.cu`
  Lanes lanes;
  uint64_t room; ///< for what an iteration holds; 0: no limit
  std::string (*print)(const Unit &);

  bool has(const Variant &variant) const {
    return variant.lanes == Variant::Any ||
           ((variant.lanes == Variant::Warp ||
             variant.lanes == Variant::Grids) &&
            lanes == Warp) ||
           (variant.isForVectors() && lanes == Vector);
  }
};

/// Whether some engine of a slice launches grids on the device.
bool launchesGrids(const Unit &unit, const Backend &backend);

/// What is printed for one target.
struct Slice {
  const Backend *backend;
  std::string text;
  bool launchesGrids; ///< on the device, which takes options of nvcc's
};

/// The function that runs a site on one target, unique in the program.
std::string launcherName(const Site &site, const Unit &unit,
                         llvm::StringRef target);

/// Prints each site's operator for one query a lane: once, since all backends
/// but those of vector lanes print the same. Before any slice is printed.
void printScalarOperators(Unit &unit);

llvm::ArrayRef<Backend> allBackends();
const Backend *findBackend(llvm::StringRef name);

#define BACKEND(NAME, OPTION, EXTENSION, LANES, ROOM)                          \
  std::string print##NAME##Slice(const Unit &unit);
#include "regtt/Backend/Backends.def"
#undef BACKEND

/// `foo.regtt.h`: the uniforms' structs, the launchers' declarations and the
/// static description of each site. C89.
std::string printSiteHeader(const Unit &unit, bool allowSerial);

} // namespace regtt
