// Meshes of triangles: generated, or read from an .obj file. What cannot be
// read ends the program with one message that names the line.
#pragma once

#include "../common/kd_split.h"
#include "../common/options.h"
#include "../common/random.h"
#include "../common/text_files.h"
#include "vec3.h"

#include <climits>
#include <string>
#include <vector>

struct Face {
  int a, b, c; // indices of vertices
};

struct Mesh {
  std::vector<Vec3> vertices;
  std::vector<Face> faces;
};

struct MeshOptions {
  int numTriangles = -1; // 20000 where they are generated
  const char *shape = "", *file = "";
};

inline Vec3 randomPoint(Random &random) {
  Vec3 v;
  v.x = float(randomUniform(&random));
  v.y = float(randomUniform(&random));
  v.z = float(randomUniform(&random));
  return v;
}

inline void addTriangle(Mesh &mesh, const Vec3 &a, const Vec3 &b,
                        const Vec3 &c) {
  int first = int(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), {a, b, c});
  mesh.faces.push_back({first, first + 1, first + 2});
}

/// A triangle of a sphere that is cut into quads of 16 rows and 32 columns, the
/// quads into two triangles each.
inline void addSphereTriangle(Mesh &mesh, const Vec3 &center, float radius,
                              int number) {
  auto point = [&](int row, int column) {
    const float pi = 3.14159265f;
    float polar = float(row) * pi / 16, around = float(column) * pi / 16;
    return center + Vec3{std::sin(polar) * std::cos(around), std::cos(polar),
                         std::sin(polar) * std::sin(around)} *
                        radius;
  };
  int column = number / 2 % 32, row = number / 64 % 16;
  Vec3 a = point(row, column), b = point(row + 1, column + 1);
  if (number % 2)
    addTriangle(mesh, a, b, point(row, column + 1));
  else
    addTriangle(mesh, a, point(row + 1, column), b);
}

/// `count` triangles of one of the shapes
///   spheres  of unlike size in the unit cube, 1024 triangles each
///   soup     small, anywhere in the unit cube
///   flat     like soup, all in one plane that faces the camera
///   equal    all the same
inline Mesh makeMesh(const std::string &shape, int count, uint64_t seed) {
  Random random = seeded(seed);
  Mesh mesh;
  Vec3 center = {0, 0, 0};
  float radius = 0, edge = 2 / std::cbrt(float(std::max(count, 8)));
  for (int i = 0; i < count; ++i) {
    if (shape == "spheres") {
      if (i % 1024 == 0) {
        center = randomPoint(random);
        radius = 0.05f + 0.15f * float(randomUniform(&random));
      }
      addSphereTriangle(mesh, center, radius, i % 1024);
      continue;
    }
    Vec3 corner = randomPoint(random);
    Vec3 b = corner + (randomPoint(random) - Vec3{0.5f, 0.5f, 0.5f}) * edge;
    Vec3 c = corner + (randomPoint(random) - Vec3{0.5f, 0.5f, 0.5f}) * edge;
    if (shape == "flat")
      corner.z = b.z = c.z = 0;
    if (shape == "equal") {
      corner = {0, 0, 0};
      b = {1, 0, 0};
      c = {0, 1, 0};
    }
    addTriangle(mesh, corner, b, c);
  }
  return mesh;
}

/// The next word of a line, cut out in place; empty at the line's end.
inline const char *nextWord(char *&at) {
  at += strspn(at, " \t\r");
  char *word = at;
  at += strcspn(at, " \t\r");
  if (*at)
    *at++ = 0;
  return word;
}

/// The index of a vertex: `7`, `7/1/7`, or `-1` for the last so far.
inline int vertexOf(const TextFile &file, const Mesh &mesh, const char *word) {
  char *end = nullptr;
  long number = std::strtol(word, &end, 10);
  long count = long(mesh.vertices.size());
  if (end == word || (*end && *end != '/'))
    failAt(&file, "'%.40s' is not the number of a vertex", word);
  if (number < 0)
    number += count + 1;
  if (number < 1 || number > count)
    failAt(&file, "vertex %.40s is not there: %ld are before it", word, count);
  return int(number - 1);
}

/// Reads vertices (`v x y z`) and faces (`f a b c ...`, cut into triangles
/// around the first corner) of an .obj file; other lines are passed over.
inline Mesh readMesh(const std::string &name) {
  Mesh mesh;
  TextFile file = openText(name.c_str());
  while (nextLine(&file)) {
    char *at = file.line;
    std::string kind = nextWord(at);
    if (kind == "v") {
      float x[3];
      for (int i = 0; i < 3; ++i)
        if (!parseFloat(nextWord(at), &x[i]))
          failAt(&file, "coordinate %d is not a finite number", i + 1);
      mesh.vertices.push_back({x[0], x[1], x[2]});
    } else if (kind == "f") {
      std::vector<int> corners;
      for (const char *word = nextWord(at); *word; word = nextWord(at))
        corners.push_back(vertexOf(file, mesh, word));
      if (corners.size() < 3)
        failAt(&file, "a face has 3 corners at least");
      for (size_t i = 2; i < corners.size(); ++i)
        mesh.faces.push_back({corners[0], corners[i - 1], corners[i]});
    }
    if (mesh.vertices.size() >= INT_MAX || mesh.faces.size() >= INT_MAX)
      failAt(&file, "the mesh is too large");
  }
  closeText(&file);
  if (mesh.faces.empty())
    fail("'%s' holds no faces", name.c_str());
  return mesh;
}

inline Mesh loadMesh(const MeshOptions &options, uint64_t seed) {
  if (*options.file) {
    if (*options.shape || options.numTriangles >= 0)
      fail("--file: the mesh is either read or generated (--triangles, "
           "--shape), not both");
    return readMesh(options.file);
  }
  return makeMesh(*options.shape ? options.shape : "spheres",
                  options.numTriangles < 0 ? 20000 : options.numTriangles,
                  seed);
}
