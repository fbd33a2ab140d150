// Arithmetic on two operands.
#include "math.cuh"
#include "walk.cuh"

namespace {

using namespace pelton;

// As in BinaryKernels.java.
enum Code { ADD, SUB, MUL, MIN, MAX, DIV, AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT };

#define PELTON_CASE(code, expression) \
  case code:                          \
    for (int i = 0; i < N; i++) {     \
      W a = v[i];                     \
      W b = w[i];                     \
      v[i] = expression;              \
    }                                 \
    break;

template <typename T>
struct OfFloats {
  using W = typename Wide<T>::type;

  int code;

  template <int N>
  __device__ __forceinline__ void operator()(const Pack<T, N>& x, const Pack<T, N>& y, Pack<T, N>& z) const {
    W v[N];
    W w[N];
    for (int i = 0; i < N; i++) v[i] = Wide<T>::load(x.of[i]);
    for (int i = 0; i < N; i++) w[i] = Wide<T>::load(y.of[i]);
    switch (code) {
      PELTON_CASE(ADD, a + b)
      PELTON_CASE(SUB, a - b)
      PELTON_CASE(MUL, a * b)
      PELTON_CASE(DIV, a / b)
      PELTON_CASE(MIN, minimum(a, b))
      PELTON_CASE(MAX, maximum(a, b))
    }
    for (int i = 0; i < N; i++) z.of[i] = Wide<T>::store(v[i]);
  }
};

// Arithmetic wraps; shifts fill up with zeros.
template <typename T>
struct OfIntegers {
  using W = typename Wrapping<T>::type;

  int code;

  template <int N>
  __device__ __forceinline__ void operator()(const Pack<T, N>& x, const Pack<T, N>& y, Pack<T, N>& z) const {
    const W bits = 8 * sizeof(W);
    W v[N];
    W w[N];
    for (int i = 0; i < N; i++) v[i] = static_cast<W>(x.of[i]);
    for (int i = 0; i < N; i++) w[i] = static_cast<W>(y.of[i]);
    switch (code) {
      PELTON_CASE(ADD, a + b)
      PELTON_CASE(SUB, a - b)
      PELTON_CASE(MUL, a * b)
      PELTON_CASE(AND, a & b)
      PELTON_CASE(OR, a | b)
      PELTON_CASE(XOR, a ^ b)
      PELTON_CASE(SHIFT_LEFT, b >= bits ? 0 : a << b)
      PELTON_CASE(SHIFT_RIGHT, b >= bits ? 0 : a >> b)
      case MIN:
        for (int i = 0; i < N; i++) v[i] = static_cast<W>(x.of[i] < y.of[i] ? x.of[i] : y.of[i]);
        break;
      case MAX:
        for (int i = 0; i < N; i++) v[i] = static_cast<W>(x.of[i] > y.of[i] ? x.of[i] : y.of[i]);
        break;
    }
    for (int i = 0; i < N; i++) z.of[i] = static_cast<T>(v[i]);
  }
};

// Truncates towards zero, and wraps where the least integer is divided by -1.
template <typename T>
__device__ __forceinline__ T quotient(T a, T b) {
  using W = typename Wrapping<T>::type;
  return static_cast<T>(-1) < 0 && b == static_cast<T>(-1) ? static_cast<T>(0 - static_cast<W>(a)) : static_cast<T>(a / b);
}

template <typename T>
__device__ __forceinline__ void divide(const T* x, const T* y, T* z, Extent extent, Watch watch, int rank, const Axes& dims,
                                       const Axes& xs, const Axes& ys) {
  long long i = thread_index();
  if (i >= count(extent)) return;
  Path<Axes> paths[2] = {{&xs, 0}, {&ys, 0}};
  find(i, rank, dims, paths);
  T divisor = y[paths[1].at];
  if (divisor == 0) {
    refuse(watch, i, i);
    return;
  }
  z[i] = quotient(x[paths[0].at], divisor);
}

}  // namespace

#define PELTON_BINARY(name, T, Functions)                                                                                    \
  PELTON_KERNEL(binary_##name, const T* x, const T* y, T* z, Extent extent, int code, int single) {                          \
    zip_flat<NEIGHBOURS<T>>(x, y, z, extent, single, Functions<T>{code});                                                    \
  }                                                                                                                          \
  PELTON_KERNEL(binary_strided_##name, const T* x, const T* y, T* z, Extent extent, int code, int rank,                      \
                PELTON_CONSTANT Axes dims, PELTON_CONSTANT Axes xs, PELTON_CONSTANT Axes ys) {                               \
    zip_strided(x, y, z, extent, rank, dims, xs, ys, Functions<T>{code});                                                    \
  }

#define PELTON_BINARY_OF_INTEGERS(name, T)                                                                                \
  PELTON_BINARY(name, T, OfIntegers)                                                                                      \
  PELTON_KERNEL(divide_##name, const T* x, const T* y, T* z, Extent extent, Watch watch, int rank,                        \
                PELTON_CONSTANT Axes dims, PELTON_CONSTANT Axes xs, PELTON_CONSTANT Axes ys) {                            \
    divide(x, y, z, extent, watch, rank, dims, xs, ys);                                                                   \
  }

PELTON_BINARY(f64, double, OfFloats)
PELTON_BINARY(f32, float, OfFloats)
PELTON_BINARY(f16, f16, OfFloats)
PELTON_BINARY(bf16, bf16, OfFloats)
PELTON_BINARY_OF_INTEGERS(i64, long long)
PELTON_BINARY_OF_INTEGERS(i32, int)
PELTON_BINARY_OF_INTEGERS(i16, short)
PELTON_BINARY_OF_INTEGERS(i8, signed char)
PELTON_BINARY_OF_INTEGERS(u64, unsigned long long)
PELTON_BINARY_OF_INTEGERS(u32, unsigned)
PELTON_BINARY_OF_INTEGERS(u16, unsigned short)
PELTON_BINARY_OF_INTEGERS(u8, unsigned char)
