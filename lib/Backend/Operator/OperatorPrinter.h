// Prints one traversal's operator: records, tables, helpers, `enter`. The same
// text for every backend that runs one query a lane.
#pragma once

#include "regtt/Backend/Backend.h"
#include "regtt/Cpp/Printer.h"

namespace regtt {

class SliceWords;

/// The namespace of one site, unformatted.
std::string printOperator(const Site &site, const Unit &unit);

/// The comment at the top of a slice.
std::string printBanner(const Unit &unit, const Backend &backend);

/// `regtt::rt::StaticRopes, regtt::rt::Autoropes`: the site's engines.
std::string engineList(llvm::ArrayRef<const Variant *> variants);

/// The namespace that holds a site's operator.
std::string siteNamespace(const Site &site);

/// The user's functions that it calls: HelperPrinter.cpp.
std::string printHelpers(const Site &site, const Unit &unit);

/// Stands, in a line of its own, behind statements that have lines of the
/// user's. printSlice() puts the number of its line for it.
inline constexpr llvm::StringLiteral ownLine = "#line slice";

/// The statements of a function of the kernel, in the words of `words`. What
/// has no text is noted.
cpp::Body bodyOf(const kernel::Kernel &kernel, const ir::Function &function,
                 SliceWords &words, const ValueTypes &values);

/// Without a return that nothing follows.
std::string withoutLastReturn(std::string body);

/// `name`, where `body` names it; else nothing, as for a parameter.
std::string named(const std::string &body, const std::string &name);

/// Records and their tables: RecordPrinter.cpp.
std::string printRecords(const Site &site, const Unit &unit);
/// Bytes at the end of a record of what is left to the host, which slices and
/// the header have alike.
unsigned paddingOf(const kernel::Deferred &deferred);
std::string printTables(const Site &site, const Unit &unit);

/// Rows of the table of a query's numbers: CoordinatePrinter.cpp.
std::vector<std::string> coordinateRows(const kernel::Kernel &kernel,
                                        const std::string &queryType);

/// Where nodes are numbers, how linearising finds children: NumberPrinter.cpp.
std::string printNumberLinks(const Site &site, const Unit &unit);

/// `rt::computed, offsetof(Invariants, center)`: where linearising finds what
/// it computes.
std::string placeInInvariants(const kernel::Datum &datum);
std::string kindOf(const kernel::Datum &datum);

/// A row's `via` for data of node array `array`, or of the node's number.
std::string viaOf(const kernel::Kernel &kernel, unsigned array);

/// Whether a table of pointers in the node says all about its children; else a
/// function is printed that finds them.
bool childrenInTable(const Site &site);

/// `file.cpp:42` of a place in the user's source.
std::string sourceLine(ir::Location loc, const ir::Module &module);

} // namespace regtt
