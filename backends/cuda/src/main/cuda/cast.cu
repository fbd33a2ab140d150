// Conversions between numbers and booleans: from floats towards zero, up to the bounds of 32-bit and 64-bit integers, of which narrower
// ones keep the low bits; to floats rounded once.
#include "math.cuh"
#include "walk.cuh"

namespace {

using namespace pelton;

// As in CastKernels.java.
enum Target { F64, F32, F16, BF16, I64, I32, I16, I8, U64, U32, U16, U8, BOOL };

struct Boolean {
  unsigned char bits;
};

// What is converted: integers in 32 or 64 bits, halves as float32.
__device__ __forceinline__ double number(double x) { return x; }
__device__ __forceinline__ float number(float x) { return x; }
__device__ __forceinline__ float number(f16 x) { return to_float(x); }
__device__ __forceinline__ float number(bf16 x) { return to_float(x); }
__device__ __forceinline__ long long number(long long x) { return x; }
__device__ __forceinline__ int number(int x) { return x; }
__device__ __forceinline__ int number(short x) { return x; }
__device__ __forceinline__ int number(signed char x) { return x; }
__device__ __forceinline__ unsigned long long number(unsigned long long x) { return x; }
__device__ __forceinline__ unsigned number(unsigned x) { return x; }
__device__ __forceinline__ unsigned number(unsigned short x) { return x; }
__device__ __forceinline__ unsigned number(unsigned char x) { return x; }

template <typename U>
struct To {
  template <typename W>
  static __device__ __forceinline__ U of(W x) {
    return static_cast<U>(x);
  }
  static __device__ __forceinline__ U of(double x) { return static_cast<U>(to_i32(x)); }
  static __device__ __forceinline__ U of(float x) { return static_cast<U>(to_i32(x)); }
};

#define PELTON_TO(U, conversion)                                            \
  template <>                                                               \
  struct To<U> {                                                            \
    template <typename W>                                                   \
    static __device__ __forceinline__ U of(W x) {                           \
      return static_cast<U>(x);                                             \
    }                                                                       \
    static __device__ __forceinline__ U of(double x) { return conversion; } \
    static __device__ __forceinline__ U of(float x) { return conversion; }  \
  };

PELTON_TO(long long, to_i64(x))
PELTON_TO(unsigned long long, to_u64(x))
PELTON_TO(unsigned, to_u32(x))
PELTON_TO(double, static_cast<double>(x))
PELTON_TO(float, static_cast<float>(x))

#define PELTON_TO_HALF(U, conversion)                                                                              \
  template <>                                                                                                      \
  struct To<U> {                                                                                                   \
    static __device__ __forceinline__ U of(double x) { return conversion(x); }                                     \
    static __device__ __forceinline__ U of(float x) { return conversion(x); }                                      \
    static __device__ __forceinline__ U of(int x) { return conversion(static_cast<double>(x)); }                   \
    static __device__ __forceinline__ U of(unsigned x) { return conversion(static_cast<double>(x)); }              \
    static __device__ __forceinline__ U of(long long x) { return conversion(to_odd_double(x)); }                   \
    static __device__ __forceinline__ U of(unsigned long long x) { return conversion(to_odd_double(x)); }          \
  };

PELTON_TO_HALF(f16, to_f16)
PELTON_TO_HALF(bf16, to_bf16)

template <>
struct To<Boolean> {
  template <typename W>
  static __device__ __forceinline__ Boolean of(W x) {
    return Boolean{static_cast<unsigned char>(x != 0)};
  }
};

struct Conversion {
  template <typename T, typename U, int N>
  __device__ __forceinline__ void operator()(const Pack<T, N>& x, Pack<U, N>& y) const {
    for (int i = 0; i < N; i++) y.of[i] = To<U>::of(number(x.of[i]));
  }
};

constexpr int TOGETHER = 4;

// Gives the output as what the target says.
template <typename F>
__device__ __forceinline__ void with_target(int target, void* y, F f) {
  switch (target) {
    case F64:
      return f(static_cast<double*>(y));
    case F32:
      return f(static_cast<float*>(y));
    case F16:
      return f(static_cast<f16*>(y));
    case BF16:
      return f(static_cast<bf16*>(y));
    case I64:
      return f(static_cast<long long*>(y));
    case I32:
      return f(static_cast<int*>(y));
    case I16:
      return f(static_cast<short*>(y));
    case I8:
      return f(static_cast<signed char*>(y));
    case U64:
      return f(static_cast<unsigned long long*>(y));
    case U32:
      return f(static_cast<unsigned*>(y));
    case U16:
      return f(static_cast<unsigned short*>(y));
    case U8:
      return f(static_cast<unsigned char*>(y));
    default:
      return f(static_cast<Boolean*>(y));
  }
}

template <typename T>
struct Flat {
  const T* x;
  Extent extent;

  template <typename U>
  __device__ __forceinline__ void operator()(U* y) const {
    map_flat<TOGETHER>(x, y, extent, Conversion{});
  }
};

template <typename T>
struct Strided {
  Pack<T, 1> x;
  long long i;

  template <typename U>
  __device__ __forceinline__ void operator()(U* y) const {
    y[i] = To<U>::of(number(x.of[0]));
  }
};

}  // namespace

#define PELTON_CAST(name, T)                                                                                           \
  PELTON_KERNEL(cast_##name, const T* x, void* y, Extent extent, int target) {                                         \
    with_target(target, y, Flat<T>{x, extent});                                                                        \
  }                                                                                                                    \
  PELTON_KERNEL(cast_strided_##name, const T* x, void* y, Extent extent, int target, int rank,                         \
                PELTON_CONSTANT Axes dims, PELTON_CONSTANT Axes xs) {                                                  \
    long long i = thread_index();                                                                                      \
    if (i >= count(extent)) return;                                                                                    \
    with_target(target, y, Strided<T>{element(x, i, rank, dims, xs), i});                                              \
  }

PELTON_CAST(f64, double)
PELTON_CAST(f32, float)
PELTON_CAST(f16, f16)
PELTON_CAST(bf16, bf16)
PELTON_CAST(i64, long long)
PELTON_CAST(i32, int)
PELTON_CAST(i16, short)
PELTON_CAST(i8, signed char)
PELTON_CAST(u64, unsigned long long)
PELTON_CAST(u32, unsigned)
PELTON_CAST(u16, unsigned short)
PELTON_CAST(u8, unsigned char)
