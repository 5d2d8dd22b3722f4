/// A regtt_call as a rewritten host file fills it, for tests.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/host/session.h>

#include <cstddef>
#include <vector>

/// One operand, direct (a vector of objects) or indirect (of pointers).
struct TestCall {
  regtt_operand operand{};
  std::vector<regtt_written> written;
  std::vector<regtt_array> arrays;
  regtt_site site{};
  regtt_call call{};

  template <class Object>
  TestCall(const void *root, std::vector<Object> &objects,
           const void *uniforms = nullptr) {
    regtt_set_operand(&operand, objects.data(), sizeof(Object), 1, 0,
                      sizeof(Object));
    fill(root, objects.size(), uniforms);
  }
  template <class Object>
  TestCall(const void *root, std::vector<Object *> &objects,
           const void *uniforms = nullptr) {
    regtt_set_operand(&operand, objects.data(), sizeof(Object *), 1, 1,
                      sizeof(Object));
    fill(root, objects.size(), uniforms);
  }
  TestCall(const TestCall &) = delete;

  TestCall &writes(std::size_t offset, std::size_t bytes) {
    written.push_back({0, offset, bytes, 0, 0});
    site.written = written.data();
    site.num_written = int(written.size());
    return *this;
  }
  /// Nodes are numbers of the elements of arrays; these are the first ones.
  TestCall &over(const std::vector<regtt_array> &nodeArrays, long long root) {
    arrays = nodeArrays;
    site.num_arrays = int(arrays.size());
    call.arrays = arrays.data();
    call.root_number = root;
    return *this;
  }
  TestCall &launchers(regtt_launcher cuda, regtt_launcher cpu) {
    site.cuda = cuda;
    site.cpu = cpu;
    return *this;
  }

private:
  void fill(const void *root, std::size_t count, const void *uniforms) {
    site.file = "user.cpp";
    site.line = 42;
    site.traversal = "visit";
    site.num_operands = 1;
    call.site = &site;
    call.root = root;
    call.count = count;
    call.step = 1;
    call.operands = &operand;
    call.uniforms = uniforms;
  }
};
