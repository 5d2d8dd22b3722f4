// The same product by cuSPARSE, both of its algorithms, preprocessed.
//
//     cusparse MATRIX
//
// says the median of the kernel's times, by CUDA events, of each.
#include "matrices.h"

#include <cstdio>
#include <cusparse.h>

#ifndef REAL
#define REAL float
#endif

static void check(int status, int line) {
  if (status == 0)
    return;
  std::fprintf(stderr, "cusparse.cu:%d: status %d\n", line, status);
  std::exit(1);
}
#define CHECK(CALL) check(int(CALL), __LINE__)

template <class T> static T *onDevice(const std::vector<T> &values) {
  T *made = nullptr;
  CHECK(cudaMalloc(&made, values.size() * sizeof(T)));
  CHECK(cudaMemcpy(made, values.data(), values.size() * sizeof(T),
                   cudaMemcpyHostToDevice));
  return made;
}

int main(int argc, char **argv) {
  const Matrix a = makeMatrix(argc > 1 ? argv[1] : "small:coauthors");
  const int n = a.rows, m = a.start.back();
  std::vector<REAL> val(m), x(n);
  onAllThreads(m, [&](int e) { val[e] = REAL(unit(e * 3ull + 7) - 0.5); });
  onAllThreads(n, [&](int i) { x[i] = REAL(unit(i * 13ull + 1) * 2 - 1); });
  const auto real = sizeof(REAL) == 4 ? CUDA_R_32F : CUDA_R_64F;
  cusparseHandle_t handle;
  CHECK(cusparseCreate(&handle));
  cusparseSpMatDescr_t matrix;
  cusparseDnVecDescr_t from, to;
  CHECK(cusparseCreateCsr(&matrix, n, n, m, onDevice(a.start),
                          onDevice(a.column), onDevice(val), CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, real));
  CHECK(cusparseCreateDnVec(&from, n, onDevice(x), real));
  CHECK(cusparseCreateDnVec(&to, n, onDevice(x), real));
  const REAL one = 1, zero = 0;
  for (const auto algorithm :
       {CUSPARSE_SPMV_CSR_ALG1, CUSPARSE_SPMV_CSR_ALG2}) {
    const auto with = [&](auto call, auto... last) {
      CHECK(call(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, from,
                 &zero, to, real, algorithm, last...));
    };
    std::size_t bytes = 0;
    with(cusparseSpMV_bufferSize, &bytes);
    void *buffer = nullptr;
    CHECK(cudaMalloc(&buffer, bytes + 1));
    with(cusparseSpMV_preprocess, buffer);
    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    std::vector<float> times;
    for (int round = 0; round < 25; ++round) {
      CHECK(cudaEventRecord(begin));
      with(cusparseSpMV, buffer);
      CHECK(cudaEventRecord(end));
      CHECK(cudaEventSynchronize(end));
      times.push_back(0);
      CHECK(cudaEventElapsedTime(&times.back(), begin, end));
    }
    std::sort(times.begin(), times.end());
    std::printf("%s %.4f\n",
                algorithm == CUSPARSE_SPMV_CSR_ALG1 ? "alg1" : "alg2",
                times[times.size() / 2]);
  }
}
