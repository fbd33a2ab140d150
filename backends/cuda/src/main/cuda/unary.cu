// Functions of one operand that are short enough to be copied to where they are used: functions.cu has the others.
#include "math.cuh"
#include "walk.cuh"

namespace {

using namespace pelton;

// As in UnaryFunction.java.
enum Code { RELU, NEG, ABS, SIGN, NOT, RECIPROCAL, SQRT, FLOOR, CEIL, ROUND, EXP, LOG, SIGMOID, TANH, ERF, SOFTPLUS, COMPLEMENT };

#define PELTON_CASE(code, expression)                        \
  case code:                                                 \
    for (int i = 0; i < N; i++) {                            \
      W a = v[i];                                            \
      v[i] = expression;                                     \
    }                                                        \
    break;

template <int N, typename W>
__device__ __forceinline__ bool arithmetic(int code, W (&v)[N]) {
  switch (code) {
    PELTON_CASE(RELU, relu(a))
    PELTON_CASE(NEG, -a)
    PELTON_CASE(ABS, absolute(a))
    PELTON_CASE(SIGN, sign(a))
    PELTON_CASE(RECIPROCAL, 1 / a)
    PELTON_CASE(SQRT, square_root(a))
    PELTON_CASE(FLOOR, round_down(a))
    PELTON_CASE(CEIL, round_up(a))
    PELTON_CASE(ROUND, round_nearest(a))
    default:
      return false;
  }
  return true;
}

template <int N>
__device__ __forceinline__ void function(int code, double (&v)[N]) {
  arithmetic(code, v);
}

template <int N>
__device__ __forceinline__ void function(int code, float (&v)[N]) {
  using W = float;
  if (arithmetic(code, v)) return;
  switch (code) {
    PELTON_CASE(EXP, pelton::exp(a))
    PELTON_CASE(LOG, pelton::log(a))
    PELTON_CASE(SIGMOID, pelton::sigmoid(a))
    PELTON_CASE(TANH, pelton::tanh(a))
    PELTON_CASE(ERF, pelton::erf(a))
    PELTON_CASE(SOFTPLUS, pelton::softplus(a))
  }
}

template <typename T>
struct OfFloats {
  int code;

  template <int N>
  __device__ __forceinline__ void operator()(const Pack<T, N>& x, Pack<T, N>& y) const {
    typename Wide<T>::type v[N];
    for (int i = 0; i < N; i++) v[i] = Wide<T>::load(x.of[i]);
    function(code, v);
    for (int i = 0; i < N; i++) y.of[i] = Wide<T>::store(v[i]);
  }
};

template <typename T>
struct OfIntegers {
  using W = typename Wrapping<T>::type;

  int code;

  template <int N>
  __device__ __forceinline__ void operator()(const Pack<T, N>& x, Pack<T, N>& y) const {
    for (int i = 0; i < N; i++) {
      T a = x.of[i];
      W negated = 0 - static_cast<W>(a);
      bool is_negative = a < 1 && a != 0;
      switch (code) {
        case RELU:
          y.of[i] = is_negative ? 0 : a;
          break;
        case NEG:
          y.of[i] = static_cast<T>(negated);
          break;
        case ABS:
          y.of[i] = is_negative ? static_cast<T>(negated) : a;
          break;
        case SIGN:
          y.of[i] = static_cast<T>(is_negative ? -1 : a != 0);
          break;
        case NOT:
          y.of[i] = a == 0;
          break;
        default:
          y.of[i] = static_cast<T>(~static_cast<W>(a));
      }
    }
  }
};

}  // namespace

#define PELTON_UNARY(name, T, together, Functions)                                                                              \
  PELTON_KERNEL(unary_##name, const T* x, T* y, Extent extent, int code) {                                            \
    map_flat<together>(x, y, extent, Functions<T>{code});                                                       \
  }                                                                                                                   \
  PELTON_KERNEL(unary_strided_##name, const T* x, T* y, Extent extent, int code, int rank, PELTON_CONSTANT Axes dims, \
                PELTON_CONSTANT Axes xs) {                                                                            \
    map_strided(x, y, extent, rank, dims, xs, Functions<T>{code});                                                    \
  }

PELTON_UNARY(f64, double, 4, OfFloats)
PELTON_UNARY(f32, float, 4, OfFloats)
PELTON_UNARY(f16, f16, 4, OfFloats)
PELTON_UNARY(bf16, bf16, 4, OfFloats)
PELTON_UNARY(i64, long long, 4, OfIntegers)
PELTON_UNARY(i32, int, 4, OfIntegers)
PELTON_UNARY(i16, short, 4, OfIntegers)
PELTON_UNARY(i8, signed char, 4, OfIntegers)
PELTON_UNARY(u64, unsigned long long, 4, OfIntegers)
PELTON_UNARY(u32, unsigned, 4, OfIntegers)
PELTON_UNARY(u16, unsigned short, 4, OfIntegers)
PELTON_UNARY(u8, unsigned char, 4, OfIntegers)
