// Draws of random numbers, of which each follows from the seed, the stream and its place; see io.pelton.cpu.random.
#include "math.cuh"

using namespace pelton;

// As in RngOptions.Generator.
enum Generator { PHILOX, ZERO, ONNX_RUNTIME };

// What tells the draws of a node in a run from those of others.
struct Source {
  unsigned long long seed;
  unsigned long long stream;
  int generator;
};

// ---- Philox4x32-10: after J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw: Parallel random numbers: as easy as 1, 2, 3 (SC 2011).

struct Words {
  unsigned of[4];
};

__device__ __forceinline__ Words philox(unsigned long long low, unsigned long long high, unsigned long long key) {
  unsigned c0 = static_cast<unsigned>(low);
  unsigned c1 = static_cast<unsigned>(low >> 32);
  unsigned c2 = static_cast<unsigned>(high);
  unsigned c3 = static_cast<unsigned>(high >> 32);
  unsigned k0 = static_cast<unsigned>(key);
  unsigned k1 = static_cast<unsigned>(key >> 32);
  PELTON_ROLLED
  for (int round = 0; round < 10; round++) {
    unsigned long long first = 0xD2511F53ull * c0;
    unsigned long long second = 0xCD9E8D57ull * c2;
    c0 = static_cast<unsigned>(second >> 32) ^ c1 ^ k0;
    c1 = static_cast<unsigned>(second);
    c2 = static_cast<unsigned>(first >> 32) ^ c3 ^ k1;
    c3 = static_cast<unsigned>(first);
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return Words{{c0, c1, c2, c3}};
}

__device__ __forceinline__ unsigned word(const Words& words, int i) {
  return i < 2 ? (i == 0 ? words.of[0] : words.of[1]) : (i == 2 ? words.of[2] : words.of[3]);
}

// The upper 53 bits of two words.
__device__ __forceinline__ double upper_bits(unsigned low, unsigned high) {
  return static_cast<double>((static_cast<unsigned long long>(high) << 32 | low) >> 11);
}

// ---- what ONNX Runtime draws: multiplying by 16807 modulo 2^31 - 1, after S. K. Park, K. W. Miller (1988)

constexpr unsigned long long MODULUS = 0x7fffffffull;
constexpr double RANGE = 2147483646.0;

struct Engine {
  unsigned long long state;

  // Behind so many numbers.
  __device__ __forceinline__ Engine(const Source& source, unsigned long long numbers) {
    state = (source.seed + source.stream) % MODULUS;
    if (state == 0) state = 1;
    unsigned long long factor = 16807;
    PELTON_ROLLED
    for (; numbers != 0; numbers >>= 1) {
      if ((numbers & 1) != 0) state = state * factor % MODULUS;
      factor = factor * factor % MODULUS;
    }
  }

  __device__ __forceinline__ long long next() {
    state = state * 16807 % MODULUS;
    return static_cast<long long>(state) - 1;
  }

  __device__ __forceinline__ float uniform(float) {
    float draw = static_cast<float>(next()) / static_cast<float>(RANGE);
    return draw >= 1 ? bits_to_float(0x3f7fffffu) : draw;
  }

  __device__ __forceinline__ double uniform(double) {
    double low = static_cast<double>(next());
    double draw = (low + static_cast<double>(next()) * RANGE) / (RANGE * RANGE);
    return draw >= 1 ? __longlong_as_double(0x3fefffffffffffffLL) : draw;
  }
};

// What a draw times its root makes a normal one, by the polar method of G. Marsaglia.
__device__ __forceinline__ float polar_scale(float square) {
  double logarithm = static_cast<double>(-2 * static_cast<float>(pelton::log(static_cast<double>(square))) / square);
  return static_cast<float>(sqrt(logarithm));
}

__device__ __forceinline__ double polar_scale(double square) { return sqrt(-2 * pelton::log(square) / square); }

// ---- draws by their number

__device__ __forceinline__ float uniform(const Source& source, long long number, float) {
  if (source.generator == ZERO) return 0;
  if (source.generator == ONNX_RUNTIME) return Engine(source, number).uniform(0.0f);
  Words words = philox(number / 4, source.stream, source.seed);
  return static_cast<float>(word(words, number % 4) >> 8) * 0x1p-24f;
}

__device__ __forceinline__ double uniform(const Source& source, long long number, double) {
  if (source.generator == ZERO) return 0;
  if (source.generator == ONNX_RUNTIME) return Engine(source, 2 * number).uniform(0.0);
  Words words = philox(number / 2, source.stream, source.seed);
  bool is_first = number % 2 == 0;
  return upper_bits(is_first ? words.of[0] : words.of[2], is_first ? words.of[1] : words.of[3]) * 0x1p-53;
}

// After G. E. P. Box, M. E. Muller: A note on the generation of random normal deviates (1958); even numbers are cosines.
__device__ __forceinline__ double box_muller(double u, double v, bool is_even) {
  double length = sqrt(-2 * pelton::log(u));
  double angle = 2 * 3.141592653589793 * v;
  return length * (is_even ? pelton::cos(angle) : pelton::sin(angle));
}

__device__ __forceinline__ float philox_normal(const Source& source, long long number, float) {
  long long pair = number / 2;
  Words words = philox(pair / 2, source.stream, source.seed);
  bool is_first = pair % 2 == 0;
  double u = (static_cast<double>(is_first ? words.of[0] : words.of[2]) + 1) * 0x1p-32;
  double v = static_cast<double>(is_first ? words.of[1] : words.of[3]) * 0x1p-32;
  return static_cast<float>(box_muller(u, v, number % 2 == 0));
}

__device__ __forceinline__ double philox_normal(const Source& source, long long number, double) {
  Words words = philox(number / 2, source.stream, source.seed);
  double u = (upper_bits(words.of[0], words.of[1]) + 1) * 0x1p-53;
  return box_muller(u, upper_bits(words.of[2], words.of[3]) * 0x1p-53, number % 2 == 0);
}

// ---- kernels

template <typename T, typename Real>
__device__ __forceinline__ void draw(T* out, bool is_normal, Real scale, Real offset, const Source& source, Extent elements) {
  long long element = thread_index();
  long long end = count(elements);
  if (is_normal && source.generator == ONNX_RUNTIME) {
    // How many numbers a draw takes follows from those before: one thread.
    if (element != 0) return;
    Engine engine(source, 0);
    for (long long at = 0; at < end; at += 2) {
      Real x;
      Real y;
      Real square;
      do {
        x = 2 * engine.uniform(Real{0}) - 1;
        y = 2 * engine.uniform(Real{0}) - 1;
        square = x * x + y * y;
      } while (square > 1 || square == 0);
      Real root = polar_scale(square);
      out[at] = Wide<T>::store(y * root * scale + offset);
      if (at + 1 < end) out[at + 1] = Wide<T>::store(x * root * scale + offset);
    }
    return;
  }
  if (element >= end) return;
  Real drawn = !is_normal                      ? uniform(source, element, Real{0})
               : source.generator == PHILOX ? philox_normal(source, element, Real{0})
                                               : Real{0};
  out[element] = Wide<T>::store(drawn * scale + offset);
}

template <typename T>
__device__ __forceinline__ void bernoulli(const T* probabilities, unsigned char* out, const Source& source, Extent elements) {
  using Real = typename Wide<T>::type;
  long long element = thread_index();
  if (element >= count(elements)) return;
  out[element] = uniform(source, element, Real{0}) < Wide<T>::load(probabilities[element]) ? 1 : 0;
}

// A ratio that is refused drops nothing.
template <typename T>
__device__ __forceinline__ void dropout(const T* data, const float* ratio, const unsigned char* trains, T* out, unsigned char* mask,
                                        const Source& source, Extent elements, Watch watch) {
  using Real = typename Wide<T>::type;
  long long element = thread_index();
  float dropped = *trains == 0 ? 0 : *ratio;
  if (!(dropped >= 0 && dropped < 1)) {
    if (element == 0) refuse(watch, 0, float_to_bits(dropped));
    dropped = 0;
  }
  if (element >= count(elements)) return;
  bool keeps = dropped == 0 || uniform(source, element, 0.0f) >= dropped;
  mask[element] = keeps ? 1 : 0;
  Real value = Wide<T>::load(data[element]);
  Real kept = 1 - dropped;
  out[element] = dropped == 0 ? data[element] : Wide<T>::store((keeps ? value : 0 * value) / kept);
}

// A thread for each sample. Sums are relative to the largest probability, so that the total is never 0; they are made anew to be searched.
template <typename T>
__device__ __forceinline__ void multinomial(const T* logarithms, void* out, bool is_long, long long classes, long long samples,
                                            const Source& source, Extent elements, Watch watch) {
  long long element = thread_index();
  if (element >= count(elements)) return;
  long long row = element / samples;
  const T* own = logarithms + row * classes;
  double largest = -infinity();
  for (long long i = 0; i < classes; i++) {
    double logarithm = static_cast<double>(Wide<T>::load(own[i]));
    if (fabs(logarithm) < infinity() && logarithm > largest) largest = logarithm;
  }
  long long picked = 0;
  if (largest == -infinity()) {
    if (element % samples == 0) refuse(watch, row, 0);
  } else {
    double limit = -1;
    for (int pass = 0; pass < 2; pass++) {
      double sum = 0;
      for (picked = 0; picked < classes; picked++) {
        double logarithm = static_cast<double>(Wide<T>::load(own[picked]));
        sum += fabs(logarithm) < infinity() ? pelton::exp(logarithm - largest) : 0;
        if (pass == 1 && sum > limit) break;
      }
      if (pass == 0) limit = uniform(source, element, 0.0) * sum;
    }
    if (picked == classes) picked--;
  }
  if (is_long) {
    static_cast<long long*>(out)[element] = picked;
  } else {
    static_cast<int*>(out)[element] = static_cast<int>(picked);
  }
}

#define MAKE(name, type, real)                                                                                                               \
  PELTON_KERNEL(random_draw_##name, type* out, int is_normal, real scale, real offset, unsigned long long seed, unsigned long long stream,    \
                int generator, Extent elements) {                                                                                            \
    draw<type, real>(out, is_normal != 0, scale, offset, Source{seed, stream, generator}, elements);                                         \
  }                                                                                                                                          \
  PELTON_KERNEL(random_bernoulli_##name, const type* probabilities, unsigned char* out, unsigned long long seed, unsigned long long stream,   \
                int generator, Extent elements) {                                                                                            \
    bernoulli(probabilities, out, Source{seed, stream, generator}, elements);                                                                \
  }                                                                                                                                          \
  PELTON_KERNEL(random_dropout_##name, const type* data, const float* ratio, const unsigned char* trains, type* out, unsigned char* mask,     \
                unsigned long long seed, unsigned long long stream, int generator, Extent elements, Watch watch) {                           \
    dropout(data, ratio, trains, out, mask, Source{seed, stream, generator}, elements, watch);                                               \
  }                                                                                                                                          \
  PELTON_KERNEL(random_multinomial_##name, const type* logarithms, void* out, int is_long, long long classes, long long samples,             \
                unsigned long long seed, unsigned long long stream, int generator, Extent elements, Watch watch) {                           \
    multinomial(logarithms, out, is_long != 0, classes, samples, Source{seed, stream, generator}, elements, watch);                          \
  }
MAKE(f64, double, double)
MAKE(f32, float, float)
MAKE(f16, f16, float)
MAKE(bf16, bf16, float)
#undef MAKE
