// The tables that tell the runtime where in the user's objects the bytes of
// records come from, and the functions that find a node's children and arrays.
#pragma once

#include "RecordForms.h"

#include <set>

namespace regtt {

class TablePrinter : RecordForms {
public:
  using RecordForms::RecordForms;

  std::string tables();

private:
  /// Of nodes, and of how linearising finds them.
  void nodeTables();
  void pointers();
  /// When linearising follows the pointers: where the traversal does.
  void follows();
  /// What linearising computes, from which data, and how.
  void invariants();
  void nodeFields();
  /// Node arrays are looked at as a whole, if it is known how long they are.
  bool isInKnownArray(const kernel::Datum &datum) const;
  void watchedFields();
  void watchedPointers(std::vector<std::string> &rows) const;
  static std::string operandNumber(const kernel::Datum &datum);
  /// The last columns of a container's row.
  std::string containerNumber(const kernel::Datum &datum) const;
  void objectFields(const std::string &name, const std::string &type,
                    bool writtenOnly);
  void keptContainers();
  bool isRead(unsigned datum) const;
  void table(const std::string &type, const std::string &name,
             const std::vector<std::string> &rows);
  /// Number of the pointer whose pointee `datum` ends in, or the node itself.
  std::string via(const kernel::Datum &datum) const;
  /// -1: none.
  int pointerOf(unsigned array, const kernel::DataSteps &steps) const;
  int pointerOfDatum(unsigned number) const;
  std::set<unsigned> behindForChildren() const;
  bool hasFollows() const;
  /// `1, 24`: through pointer 1, 24 bytes into the object there.
  std::string fromNode(const kernel::Datum &datum) const;
  // ChildTables.cpp
  void slots();
  /// The function that finds a node's children, and what it looks at: the
  /// arrival record, with the pointers as the user's node holds them.
  void children();
  std::string hostEntries(std::vector<std::string> &rows) const;
  /// Rows of linkFields for what holds the children.
  std::vector<std::string> hostLinks(const kernel::SlotGroup &slots) const;
  /// The statement that visits a group's children.
  std::string hostVisits(const kernel::SlotGroup &slots, const std::string &n,
                         const std::string &extent,
                         const std::string &isLookedAt) const;
  // FixpointTables.cpp
  void fixpointTables();
  // ArrayTables.cpp
  void arrayTables();
  void reachedArrays();
  void reachReads();
  void flagArrays();
  /// The arrays whose elements nodes are: checked as the others are, but not
  /// gathered.
  void nodeArrayForms(std::vector<std::string> &forms,
                      std::vector<std::string> &fields) const;
  /// `0, offsetof(Node<Children>, points)`.
  std::string placeInRecord(unsigned datum) const;
  /// `offsetof(Query, coord)`.
  std::string placeInQuery(unsigned datum) const;
  /// `offsetof(Item, coord)`.
  std::string placeInElement(unsigned datum) const;
  /// What `extent`, `queryExtent` or `elementExtent` returns for each array.
  std::string extentCases(const FunctionNames &names,
                          kernel::Owner owner) const;
  void elementExtents();
  void queryExtents();
  void extents();

  std::string out;
  bool readsUniforms = false; ///< linearising does
};

} // namespace regtt
