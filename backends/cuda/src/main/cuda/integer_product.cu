// Products of 8-bit integers less their zero points: exact sums in wrapping 32-bit integers, as they are or scaled to float32.
#include "product.cuh"

namespace pelton {

// What the operands' elements mean, and what becomes of the sums.
struct Bytes {
  long long is_left_signed;
  long long is_right_signed;
  long long left_zero_row;
  long long right_zero_column;
  long long scale_column;
  long long activation;
  long long bias_row;
  long long bias_column;
};

// An element less the zero point of its line.
struct Centered {
  bool is_signed;
  const unsigned char* zeros;
  long long zero_stride;
  int lines;

  __device__ __forceinline__ int wide(unsigned char byte) const { return is_signed ? static_cast<signed char>(byte) : byte; }

  __device__ __forceinline__ int operator()(unsigned char byte, int line) const {
    int zero = zeros == nullptr || line >= lines ? 0 : wide(zeros[line * zero_stride]);
    return wide(byte) - zero;
  }
};

template <typename Shape, typename Store>
__device__ __forceinline__ void integer_product(const unsigned char* left, const unsigned char* right, const unsigned char* left_zeros,
                                                const unsigned char* right_zeros, const Product& product, const Bytes& bytes,
                                                const Axes& batch, const Axes& left_batch, const Axes& right_batch,
                                                const Axes& left_zero_batch, const Axes& right_zero_batch, const Place& place,
                                                const Store& store) {
  int axes = static_cast<int>(product.batch_axes);
  Lines<unsigned char> rows{left + offset_of(place.matrix, axes, batch, left_batch) + place.row * product.left_row, product.left_row,
                            product.left_inner, place.rows};
  Lines<unsigned char> columns{right + offset_of(place.matrix, axes, batch, right_batch) + place.column * product.right_column,
                               product.right_column, product.right_inner, place.columns};
  if (left_zeros != nullptr) left_zeros += offset_of(place.matrix, axes, batch, left_zero_batch) + place.row * bytes.left_zero_row;
  if (right_zeros != nullptr) {
    right_zeros += offset_of(place.matrix, axes, batch, right_zero_batch) + place.column * bytes.right_zero_column;
  }
  Centered center_left{bytes.is_left_signed != 0, left_zeros, bytes.left_zero_row, place.rows};
  Centered center_right{bytes.is_right_signed != 0, right_zeros, bytes.right_zero_column, place.columns};
  unsigned sums[Shape::RESULTS_DOWN][Shape::RESULTS_ACROSS];
  clear<Shape>(sums);
  __shared__ Halves<Shape, int> halves;
  int inner = static_cast<int>(product.inner);
  multiply<Shape, int>(load_left<Shape, int>(rows, center_left, inner, halves),
                       load_right<Shape, int>(columns, center_right, inner, halves), inner, sums);
  each<Shape>(sums, place.rows, place.columns, store);
}

struct StoreInteger {
  int* out;
  const Product& product;
  const Place& place;

  __device__ __forceinline__ void operator()(unsigned sum, int down, int across) const {
    out[place.at(product, down, across)] = static_cast<int>(sum);
  }
};

// Scales, which are multiplied first, then bias and activation.
struct StoreScaled {
  float* out;
  const Product& product;
  const Bytes& bytes;
  const Place& place;
  const float* left_scale;
  const float* right_scales;
  const float* bias;  // of the matrix

  __device__ __forceinline__ void operator()(unsigned sum, int down, int across) const {
    long long row = place.row + down;
    long long column = place.column + across;
    float value = static_cast<float>(static_cast<int>(sum)) * (*left_scale * right_scales[column * bytes.scale_column]);
    if (bias != nullptr) value += bias[row * bytes.bias_row + column * bytes.bias_column];
    out[place.at(product, down, across)] = Steps<float>::activate(static_cast<int>(bytes.activation), value);
  }
};

}  // namespace pelton

#define OPERANDS \
  const unsigned char *left, const unsigned char *right, const unsigned char *left_zeros, const unsigned char *right_zeros
#define LENGTHS                                                                                                        \
  PELTON_CONSTANT pelton::Product product, PELTON_CONSTANT pelton::Bytes bytes, PELTON_CONSTANT pelton::Axes batch,    \
      PELTON_CONSTANT pelton::Axes left_batch, PELTON_CONSTANT pelton::Axes right_batch,                               \
      PELTON_CONSTANT pelton::Axes left_zero_batch, PELTON_CONSTANT pelton::Axes right_zero_batch
#define ARGUMENTS \
  left, right, left_zeros, right_zeros, product, bytes, batch, left_batch, right_batch, left_zero_batch, right_zero_batch, place

#define INTEGER_PRODUCT(name, shape)                                                         \
  PELTON_KERNEL(name, OPERANDS, int* out, LENGTHS, pelton::Extent extent) {                  \
    pelton::Place place(product, shape::DOWN, shape::ACROSS, extent);                        \
    if (place.rows <= 0) return;                                                             \
    pelton::integer_product<shape>(ARGUMENTS, pelton::StoreInteger{out, product, place});    \
  }

#define SCALED_PRODUCT(name, shape)                                                                                         \
  PELTON_KERNEL(name, OPERANDS, const float* left_scale, const float* right_scales, const float* bias, float* out, LENGTHS, \
                PELTON_CONSTANT pelton::Axes bias_batch, pelton::Extent extent) {                                           \
    pelton::Place place(product, shape::DOWN, shape::ACROSS, extent);                                                       \
    if (place.rows <= 0) return;                                                                                            \
    if (bias != nullptr) bias += pelton::offset_of(place.matrix, static_cast<int>(product.batch_axes), batch, bias_batch);  \
    pelton::integer_product<shape>(ARGUMENTS,                                                                               \
                                   pelton::StoreScaled{out, product, bytes, place, left_scale, right_scales, bias});        \
  }

INTEGER_PRODUCT(square_integer, pelton::Square)
INTEGER_PRODUCT(few_rows_integer, pelton::FewRows)
INTEGER_PRODUCT(few_columns_integer, pelton::FewColumns)
SCALED_PRODUCT(square_scaled, pelton::Square)
SCALED_PRODUCT(few_rows_scaled, pelton::FewRows)
SCALED_PRODUCT(few_columns_scaled, pelton::FewColumns)
