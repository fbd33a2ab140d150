// Products of matrices.
#include <algorithm>
#include <cstdint>

#include "../driver/exports.h"
#include "handle.h"
#include "product.h"

#define BLAS_API extern "C" __attribute__((visibility("default")))

using namespace emulator;

namespace {

// Values of cudaDataType.
enum DataType { R_32F = 0, R_64F = 1, R_16F = 2, R_8I = 3, R_32I = 10, R_16BF = 14 };

// Values of cublasComputeType_t.
enum ComputeType { COMPUTE_32F = 68, COMPUTE_32F_PEDANTIC = 69, COMPUTE_64F = 70, COMPUTE_32I = 72, COMPUTE_32F_FAST_TF32 = 77 };

struct Batch {
  void* handle;
  Shape shape;
  Matrix a, b, c;
  const void* alpha;
  const void* beta;
  int count;

  bool is_valid() const {
    if (shape.m < 0 || shape.n < 0 || shape.k < 0 || count < 0 || alpha == nullptr || beta == nullptr) return false;
    return a.leading >= std::max(1, a.is_transposed ? shape.k : shape.m) && b.leading >= std::max(1, b.is_transposed ? shape.n : shape.k) &&
           c.leading >= std::max(1, shape.m);
  }
};

long long span(const Matrix& matrix, int rows, int columns, int count) {
  int stored_rows = matrix.is_transposed ? columns : rows;
  int stored_columns = matrix.is_transposed ? rows : columns;
  if (stored_rows == 0 || stored_columns == 0) return 0;
  return (count - 1) * matrix.stride + (stored_columns - 1) * matrix.leading + stored_rows;
}

Status status_of(CUresult result) {
  switch (result) {
    case CUDA_SUCCESS: return SUCCESS;
    case CUDA_ERROR_INVALID_VALUE: return INVALID_VALUE;
    case CUDA_ERROR_INVALID_CONTEXT: return NOT_INITIALIZED;
    default: return EXECUTION_FAILED;
  }
}

template <typename Number, typename Input, typename Output>
Status multiply(const char* name, const Batch& batch) {
  auto handle = find_handle(batch.handle);
  if (!handle) return NOT_INITIALIZED;
  if (!batch.is_valid()) return INVALID_VALUE;
  if (batch.shape.m == 0 || batch.shape.n == 0 || batch.count == 0) return SUCCESS;
  bool is_host = handle->reads_host_scalars();
  Number alpha = is_host ? *static_cast<const Number*>(batch.alpha) : Number();
  Number beta = is_host ? *static_cast<const Number*>(batch.beta) : Number();
  auto work = [batch, is_host, alpha, beta] {
    Product<Number, Input, Output> product(batch.shape, is_host ? alpha : *static_cast<const Number*>(batch.alpha), batch.a, batch.b,
                                           is_host ? beta : *static_cast<const Number*>(batch.beta), batch.c);
    for (int i = 0; i < batch.count; ++i) product.run(i);
  };
  auto range = [&](const Matrix& matrix, int rows, int columns, size_t width) {
    return DeviceRange{matrix.address, static_cast<size_t>(span(matrix, rows, columns, batch.count)) * width};
  };
  Shape shape = batch.shape;
  std::vector<DeviceRange> ranges{range(batch.a, shape.m, shape.k, sizeof(Input)), range(batch.b, shape.k, shape.n, sizeof(Input)),
                                  range(batch.c, shape.m, shape.n, sizeof(Output))};
  if (!is_host) {
    ranges.push_back({reinterpret_cast<uintptr_t>(batch.alpha), sizeof(Number)});
    ranges.push_back({reinterpret_cast<uintptr_t>(batch.beta), sizeof(Number)});
  }
  return status_of(submit_product(name, handle->stream, ranges, work));
}

Matrix matrix(const void* address, int leading, long long stride, int operation) {
  return {reinterpret_cast<uintptr_t>(address), leading, stride, operation != 0};
}

template <typename Input>
Status multiply_float(const char* name, const Batch& batch, int c_type) {
  if (c_type == R_32F) return multiply<float, Input, float>(name, batch);
  if (c_type == R_16F) return multiply<float, Input, Half>(name, batch);
  if (c_type == R_16BF) return multiply<float, Input, Bfloat16>(name, batch);
  return NOT_SUPPORTED;
}

Status multiply(const char* name, const Batch& batch, int a_type, int b_type, int c_type, int compute) {
  if (a_type != b_type) return NOT_SUPPORTED;
  if (compute == COMPUTE_64F && a_type == R_64F && c_type == R_64F) return multiply<double, double, double>(name, batch);
  if (compute == COMPUTE_32I && a_type == R_8I && c_type == R_32I) return multiply<int, int8_t, int>(name, batch);
  if (compute != COMPUTE_32F && compute != COMPUTE_32F_PEDANTIC && compute != COMPUTE_32F_FAST_TF32) return NOT_SUPPORTED;
  // Results of one 16-bit type from operands of the other are not among those that cuBLAS has.
  if (a_type == R_32F && c_type == R_32F) return multiply<float, float, float>(name, batch);
  if (a_type == R_16F && c_type != R_16BF) return multiply_float<Half>(name, batch, c_type);
  if (a_type == R_16BF && c_type != R_16F) return multiply_float<Bfloat16>(name, batch, c_type);
  return NOT_SUPPORTED;
}

}  // namespace

#define GEMM(letter, type)                                                                                                       \
  BLAS_API Status cublas##letter##gemm_v2(void* handle, int a_op, int b_op, int m, int n, int k, const type* alpha, const type* a, \
                                          int lda, const type* b, int ldb, const type* beta, type* c, int ldc) {                 \
    Batch batch{handle, {m, n, k}, matrix(a, lda, 0, a_op), matrix(b, ldb, 0, b_op), matrix(c, ldc, 0, 0), alpha, beta, 1};      \
    return multiply<type, type, type>("cublas" #letter "gemm", batch);                                                           \
  }                                                                                                                              \
  BLAS_API Status cublas##letter##gemmStridedBatched(void* handle, int a_op, int b_op, int m, int n, int k, const type* alpha,   \
                                                     const type* a, int lda, long long a_stride, const type* b, int ldb,         \
                                                     long long b_stride, const type* beta, type* c, int ldc, long long c_stride, \
                                                     int count) {                                                                \
    Batch batch{handle, {m, n, k}, matrix(a, lda, a_stride, a_op), matrix(b, ldb, b_stride, b_op), matrix(c, ldc, c_stride, 0),  \
                alpha,  beta,      count};                                                                                       \
    return multiply<type, type, type>("cublas" #letter "gemmStridedBatched", batch);                                             \
  }

GEMM(S, float)
GEMM(D, double)

BLAS_API Status cublasGemmEx(void* handle, int a_op, int b_op, int m, int n, int k, const void* alpha, const void* a, int a_type, int lda,
                             const void* b, int b_type, int ldb, const void* beta, void* c, int c_type, int ldc, int compute, int) {
  Batch batch{handle, {m, n, k}, matrix(a, lda, 0, a_op), matrix(b, ldb, 0, b_op), matrix(c, ldc, 0, 0), alpha, beta, 1};
  return multiply("cublasGemmEx", batch, a_type, b_type, c_type, compute);
}

BLAS_API Status cublasGemmStridedBatchedEx(void* handle, int a_op, int b_op, int m, int n, int k, const void* alpha, const void* a,
                                           int a_type, int lda, long long a_stride, const void* b, int b_type, int ldb,
                                           long long b_stride, const void* beta, void* c, int c_type, int ldc, long long c_stride,
                                           int count, int compute, int) {
  Batch batch{handle, {m, n, k}, matrix(a, lda, a_stride, a_op), matrix(b, ldb, b_stride, b_op), matrix(c, ldc, c_stride, 0),
              alpha,  beta,      count};
  return multiply("cublasGemmStridedBatchedEx", batch, a_type, b_type, c_type, compute);
}
