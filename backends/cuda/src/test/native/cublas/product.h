#pragma once

#include <cstdint>
#include <vector>

#include "numbers.h"

namespace emulator {

// A matrix in memory, column by column, that may be taken transposed.
struct Matrix {
  uintptr_t address;
  long long leading;  // elements from one column to the next
  long long stride;   // elements from one matrix of a batch to the next
  bool is_transposed;
};

struct Shape {
  int m, n, k;
};

// C = alpha A B + beta C, where sums are not taken in the order of k: whoever counts on it is found out.
template <typename Number, typename Input, typename Output>
class Product {
 public:
  Product(Shape shape, Number alpha, Matrix a, Matrix b, Number beta, Matrix c)
      : shape_(shape), alpha_(alpha), a_(a), b_(b), beta_(beta), c_(c) {}

  void run(long long index) const {
    auto a = reinterpret_cast<const Input*>(a_.address) + index * a_.stride;
    auto b = reinterpret_cast<const Input*>(b_.address) + index * b_.stride;
    auto c = reinterpret_cast<Output*>(c_.address) + index * c_.stride;
    std::vector<Number> packed(static_cast<size_t>(shape_.m) * shape_.k);
    for (long long l = 0; l < shape_.k; ++l) {
      for (long long i = 0; i < shape_.m; ++i) packed[l * shape_.m + i] = read(a[at(a_, i, l)]);
    }
    std::vector<Number> sums(static_cast<size_t>(shape_.m));
    for (long long j = 0; j < shape_.n; ++j) {
      sums.assign(sums.size(), Number(0));
      for (long long step = 0; step < shape_.k; ++step) {
        long long l = place(step);
        Number factor = read(b[at(b_, l, j)]);
        const Number* column = packed.data() + l * shape_.m;
        for (int i = 0; i < shape_.m; ++i) sums[i] += column[i] * factor;
      }
      for (long long i = 0; i < shape_.m; ++i) store(c[j * c_.leading + i], sums[i]);
    }
  }

 private:
  Shape shape_;
  Number alpha_;
  Matrix a_;
  Matrix b_;
  Number beta_;
  Matrix c_;

  static long long at(const Matrix& matrix, long long row, long long column) {
    return matrix.is_transposed ? row * matrix.leading + column : column * matrix.leading + row;
  }

  // The odd ones from the last to the first, then the even ones.
  long long place(long long step) const {
    long long odd = shape_.k / 2;
    return step < odd ? 2 * (odd - step) - 1 : 2 * (step - odd);
  }

  // What is to be multiplied by 0 is not read.
  void store(Output& to, Number sum) const {
    Number value = alpha_ * sum;
    if (beta_ != Number(0)) value += beta_ * static_cast<Number>(read(to));
    write(to, value);
  }
};

}  // namespace emulator
