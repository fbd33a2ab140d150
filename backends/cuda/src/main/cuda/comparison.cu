// Comparisons of two operands, to bytes of 0 and 1.
#include "walk.cuh"

namespace {

using namespace pelton;

// As in BinaryKernels.java.
enum Code { EQUAL, LESS, GREATER, LESS_OR_EQUAL, GREATER_OR_EQUAL };

template <typename T>
struct Comparison {
  int code;

  template <int N>
  __device__ __forceinline__ void operator()(const Pack<T, N>& x, const Pack<T, N>& y, Pack<unsigned char, N>& z) const {
    for (int i = 0; i < N; i++) {
      typename Wide<T>::type a = Wide<T>::load(x.of[i]);
      typename Wide<T>::type b = Wide<T>::load(y.of[i]);
      bool is_less = a < b;
      bool is_equal = a == b;
      bool is_greater = a > b;
      z.of[i] = code == EQUAL           ? is_equal
                : code == LESS          ? is_less
                : code == GREATER       ? is_greater
                : code == LESS_OR_EQUAL ? is_less || is_equal
                                        : is_greater || is_equal;
    }
  }
};

}  // namespace

#define PELTON_COMPARISON(name, T)                                                                                       \
  PELTON_KERNEL(compare_##name, const T* x, const T* y, unsigned char* z, Extent extent, int code, int single) {         \
    zip_flat<NEIGHBOURS<T>>(x, y, z, extent, single, Comparison<T>{code});                                               \
  }                                                                                                                      \
  PELTON_KERNEL(compare_strided_##name, const T* x, const T* y, unsigned char* z, Extent extent, int code, int rank,     \
                PELTON_CONSTANT Axes dims, PELTON_CONSTANT Axes xs, PELTON_CONSTANT Axes ys) {                           \
    zip_strided(x, y, z, extent, rank, dims, xs, ys, Comparison<T>{code});                                               \
  }

PELTON_COMPARISON(f64, double)
PELTON_COMPARISON(f32, float)
PELTON_COMPARISON(f16, f16)
PELTON_COMPARISON(bf16, bf16)
PELTON_COMPARISON(i64, long long)
PELTON_COMPARISON(i32, int)
PELTON_COMPARISON(i16, short)
PELTON_COMPARISON(i8, signed char)
PELTON_COMPARISON(u64, unsigned long long)
PELTON_COMPARISON(u32, unsigned)
PELTON_COMPARISON(u16, unsigned short)
PELTON_COMPARISON(u8, unsigned char)
