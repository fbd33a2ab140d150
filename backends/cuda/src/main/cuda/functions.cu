// Functions that are computed in float64, by StrictMath's algorithms: long, and called rather than copied.
#include "math.cuh"
#include "walk.cuh"

namespace {

using namespace pelton;

// As in UnaryFunction.java.
enum Code { SIN, COS, TAN, ASIN, ACOS, ATAN, SINH, COSH, ASINH, ACOSH, ATANH, EXP, LOG, SIGMOID, TANH, ERF, SOFTPLUS };

PELTON_FUNCTION double value(int code, double x) {
  switch (code) {
    case SIN:
      return pelton::sin(x);
    case COS:
      return pelton::cos(x);
    case TAN:
      return pelton::tan(x);
    case ASIN:
      return pelton::asin(x);
    case ACOS:
      return pelton::acos(x);
    case ATAN:
      return pelton::atan(x);
    case SINH:
      return pelton::sinh(x);
    case COSH:
      return pelton::cosh(x);
    case ASINH:
      return pelton::asinh(x);
    case ACOSH:
      return pelton::acosh(x);
    case ATANH:
      return pelton::atanh(x);
    case EXP:
      return pelton::exp(x);
    case LOG:
      return pelton::log(x);
    case SIGMOID:
      return pelton::sigmoid(x);
    case TANH:
      return pelton::tanh(x);
    case ERF:
      return pelton::erf(x);
    default:
      return pelton::softplus(x);
  }
}

template <typename T>
struct Function {
  int code;

  __device__ __forceinline__ void operator()(const Pack<T, 1>& x, Pack<T, 1>& y) const {
    using W = typename Wide<T>::type;
    y.of[0] = Wide<T>::store(static_cast<W>(value(code, static_cast<double>(Wide<T>::load(x.of[0])))));
  }
};

// Powers and remainders of divisions.
template <typename T>
struct PowerOrRemainder {
  bool is_power;

  __device__ __forceinline__ void operator()(const Pack<T, 1>& x, const Pack<T, 1>& y, Pack<T, 1>& z) const {
    typename Wide<T>::type a = Wide<T>::load(x.of[0]);
    typename Wide<T>::type b = Wide<T>::load(y.of[0]);
    z.of[0] = Wide<T>::store(is_power ? pelton::pow(a, b) : remainder_of(a, b));
  }
};

// Wraps; powers of negative exponents are cut off, and that of 0 is the largest integer.
struct IntegerPower {
  __device__ __forceinline__ void operator()(const Pack<long long, 1>& x, const Pack<long long, 1>& y,
                                             Pack<long long, 1>& z) const {
    long long base = x.of[0];
    long long exponent = y.of[0];
    if (exponent < 0) {
      if (base != 1 && base != -1) {
        z.of[0] = base == 0 ? 0x7fffffffffffffffLL : 0;
        return;
      }
      exponent &= 1;
    }
    unsigned long long power = 1;
    unsigned long long square = static_cast<unsigned long long>(base);
    for (; exponent != 0; exponent >>= 1) {
      if (exponent & 1) power *= square;
      square *= square;
    }
    z.of[0] = static_cast<long long>(power);
  }
};

}  // namespace

#define PELTON_FUNCTIONS(name, T)                                                                                          \
  PELTON_KERNEL(function_##name, const T* x, T* y, Extent extent, int code, int rank, PELTON_CONSTANT Axes dims,           \
                PELTON_CONSTANT Axes xs) {                                                                                 \
    map_strided(x, y, extent, rank, dims, xs, Function<T>{code});                                                          \
  }                                                                                                                        \
  PELTON_KERNEL(power_or_remainder_##name, const T* x, const T* y, T* z, Extent extent, int is_power, int rank,            \
                PELTON_CONSTANT Axes dims, PELTON_CONSTANT Axes xs, PELTON_CONSTANT Axes ys) {                             \
    zip_strided(x, y, z, extent, rank, dims, xs, ys, PowerOrRemainder<T>{is_power != 0});                                  \
  }

PELTON_FUNCTIONS(f64, double)
PELTON_FUNCTIONS(f32, float)
PELTON_FUNCTIONS(f16, f16)
PELTON_FUNCTIONS(bf16, bf16)

PELTON_KERNEL(power_i64, const long long* x, const long long* y, long long* z, Extent extent, int rank, PELTON_CONSTANT Axes dims,
              PELTON_CONSTANT Axes xs, PELTON_CONSTANT Axes ys) {
  zip_strided(x, y, z, extent, rank, dims, xs, ys, IntegerPower{});
}
