// Points of DIM dimensions from .csv, .obj and .xyz files. What cannot be read
// ends the program with one message that names the line. C11 and C++17.
#ifndef SAMPLES_COMMON_POINT_FILES_H
#define SAMPLES_COMMON_POINT_FILES_H

#include "kd_split.h"
#include "text_files.h"

/// Cuts a line at its separators, in place: commas in a .csv, runs of blanks
/// elsewhere. Blanks around a field are dropped. Returns how many fields there
/// are; the first DIM + 1 are put into `fields`.
static inline int cutFields(char *line, bool csv, const char **fields) {
  const char *blanks = " \t\r";
  int count = 0;
  char *at = line;
  for (;;) {
    char *end, *next;
    at += strspn(at, blanks);
    if (!csv && !*at)
      return count;
    end = at + strcspn(at, csv ? "," : blanks);
    next = *end ? end + 1 : NULL;
    while (end > at && strchr(blanks, end[-1]))
      --end;
    *end = 0;
    if (count <= DIM)
      fields[count] = at;
    ++count;
    if (!next)
      return count;
    at = next;
  }
}

/// Reads the first DIM columns of a file.
///   .csv  commas; a first line without a number in these columns is a header
///   .obj  the vertices (`v x y z`); all other lines are passed over
///   .xyz  blanks; lines that start with # are passed over
/// Empty lines are passed over. Every row of a .csv or .xyz file has as many
/// columns as the first, so that a row cut short is found.
static inline Points readPoints(const char *name) {
  const char *kind = strrchr(name, '.');
  bool csv = kind && strcmp(kind, ".csv") == 0;
  bool obj = kind && strcmp(kind, ".obj") == 0;
  bool xyz = kind && strcmp(kind, ".xyz") == 0;
  int room = 0, columns = obj ? 3 : 0;
  Points points = {NULL, 0};
  TextFile file;
  if (!csv && !obj && !xyz)
    fail("'%s': the name ends in none of .csv, .obj, .xyz", name);
  file = openText(name);
  while (nextLine(&file)) {
    const char *storage[DIM + 1], **fields = storage;
    int count = cutFields(file.line, csv, storage), i;
    int numbers = 0, wrong = 0; // the first column that is not a number
    bool first = columns == 0;
    Coord c;
    if (count == 0 || (count == 1 && !*fields[0]))
      continue;
    if (obj ? strcmp(fields[0], "v") != 0 : xyz && fields[0][0] == '#')
      continue;
    if (obj) {
      ++fields;
      --count;
    }
    if (first)
      columns = count;
    if (columns < DIM)
      failAt(&file, "%d columns are needed, there are %d", DIM, columns);
    // A vertex may carry a weight or a colour after its coordinates.
    if (obj ? count < columns : count != columns)
      failAt(&file, "the row has %d columns in place of %d", count, columns);
    for (i = 0; i < DIM; ++i) {
      if (parseFloat(fields[i], &c[i]))
        ++numbers;
      else if (wrong == 0)
        wrong = i + 1;
    }
    if (csv && first && numbers == 0)
      continue;
    if (wrong)
      failAt(&file, "column %d is not a finite number", wrong);
    points.coords =
        (Coord *)makeRoom(points.coords, points.count, &room, sizeof(Coord));
    memcpy(points.coords[points.count++], c, sizeof(Coord));
  }
  closeText(&file);
  if (points.count == 0)
    fail("'%s' holds no points", name);
  return points;
}

#endif
