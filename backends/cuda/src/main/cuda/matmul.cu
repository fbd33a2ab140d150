// Matrix products [..., M, K] x [..., K, N] with what follows them: MatMul, Gemm and Dense.
#include "product.cuh"

namespace pelton {

template <typename T, typename Shape>
__device__ __forceinline__ void product(const T* left, const T* right, const T* addend, const T* residual, T* out,
                                        const Product& product, const Finish& finish, const Axes& batch, const Axes& left_batch,
                                        const Axes& right_batch, const Axes& addend_batch, const Axes& residual_batch, Extent extent) {
  Place place(product, Shape::DOWN, Shape::ACROSS, extent);
  if (place.rows <= 0) return;
  int axes = static_cast<int>(product.batch_axes);
  Lines<T> rows{left + offset_of(place.matrix, axes, batch, left_batch) + place.row * product.left_row, product.left_row,
                product.left_inner, place.rows};
  Lines<T> columns{right + offset_of(place.matrix, axes, batch, right_batch) + place.column * product.right_column,
                   product.right_column, product.right_inner, place.columns};
  typename Terms<T>::sum sums[Shape::RESULTS_DOWN][Shape::RESULTS_ACROSS];
  clear<Shape>(sums);
  using Stage = typename Terms<T>::stage;
  __shared__ Halves<Shape, Stage> halves;
  int inner = static_cast<int>(product.inner);
  multiply<Shape, Stage>(load_left<Shape, Stage>(rows, Terms<T>(), inner, halves),
                         load_right<Shape, Stage>(columns, Terms<T>(), inner, halves), inner, sums);
  if (addend != nullptr) addend += offset_of(place.matrix, axes, batch, addend_batch);
  if (residual != nullptr) residual += offset_of(place.matrix, axes, batch, residual_batch);
  each<Shape>(sums, place.rows, place.columns, [&](typename Terms<T>::sum sum, int down, int across) {
    long long row = place.row + down;
    long long column = place.column + across;
    const T* add = addend == nullptr ? nullptr : addend + row * finish.addend_row + column * finish.addend_column;
    const T* rest = residual == nullptr ? nullptr : residual + row * finish.residual_row + column * finish.residual_column;
    out[place.at(product, down, across)] = finished<T>(sum, add, rest, finish);
  });
}

// What follows a product that somebody else computed, in place.
template <typename T>
__device__ __forceinline__ void finish(const T* addend, const T* residual, T* out, const Product& product, const Finish& finish,
                                       const Axes& batch, const Axes& addend_batch, const Axes& residual_batch, Extent extent) {
  long long at = thread_index();
  if (at >= count(extent)) return;
  long long column = at % product.columns;
  long long row = at / product.columns % product.rows;
  int matrix = static_cast<int>(at / product.columns / product.rows);
  int axes = static_cast<int>(product.batch_axes);
  if (addend != nullptr) {
    addend += offset_of(matrix, axes, batch, addend_batch) + row * finish.addend_row + column * finish.addend_column;
  }
  if (residual != nullptr) {
    residual += offset_of(matrix, axes, batch, residual_batch) + row * finish.residual_row + column * finish.residual_column;
  }
  out[at] = finished<T>(Wide<T>::load(out[at]), addend, residual, finish);
}

}  // namespace pelton

#define PRODUCT(name, type, shape)                                                                                                    \
  PELTON_KERNEL(name, const type* left, const type* right, const type* addend, const type* residual, type* out,                       \
                PELTON_CONSTANT pelton::Product product, PELTON_CONSTANT pelton::Finish finish, PELTON_CONSTANT pelton::Axes batch, PELTON_CONSTANT pelton::Axes left_batch, PELTON_CONSTANT pelton::Axes right_batch, \
                PELTON_CONSTANT pelton::Axes addend_batch, PELTON_CONSTANT pelton::Axes residual_batch, pelton::Extent extent) {                                      \
    pelton::product<type, shape>(left, right, addend, residual, out, product, finish, batch, left_batch, right_batch, addend_batch,  \
                                 residual_batch, extent);                                                                             \
  }

#define PRODUCTS(suffix, type)                          \
  PRODUCT(square_##suffix, type, pelton::Square)        \
  PRODUCT(few_rows_##suffix, type, pelton::FewRows)     \
  PRODUCT(few_columns_##suffix, type, pelton::FewColumns)

#define FINISH(name, type)                                                                                                             \
  PELTON_KERNEL(name, const type* addend, const type* residual, type* out, PELTON_CONSTANT pelton::Product product,                    \
                PELTON_CONSTANT pelton::Finish finish, PELTON_CONSTANT pelton::Axes batch, PELTON_CONSTANT pelton::Axes addend_batch,  \
                PELTON_CONSTANT pelton::Axes residual_batch, pelton::Extent extent) {                                                  \
    pelton::finish<type>(addend, residual, out, product, finish, batch, addend_batch, residual_batch, extent);                         \
  }

PRODUCTS(f32, float)
PRODUCTS(f64, double)
PRODUCTS(f16, pelton::f16)
PRODUCTS(bf16, pelton::bf16)
PRODUCT(large_f32, float, pelton::Large)
PRODUCT(large_f16, pelton::f16, pelton::Large)
PRODUCT(large_bf16, pelton::bf16, pelton::Large)
PRODUCT(square_i64, unsigned long long, pelton::Square)
PRODUCT(square_i32, int, pelton::Square)
PRODUCT(square_u32, unsigned, pelton::Square)
FINISH(finish_f32, float)
FINISH(finish_f64, double)
FINISH(finish_f16, pelton::f16)
FINISH(finish_bf16, pelton::bf16)
