// Kernels that the tests of the emulated driver launch, some of them wrong on purpose.
#include "pelton.cuh"

PELTON_KERNEL(test_add, const float* a, const float* b, float* sum, int n) {
  long long i = pelton::thread_index();
  if (i < n) sum[i] = a[i] + b[i];
}

PELTON_KERNEL(test_increment, int* values, int n) {
  long long i = pelton::thread_index();
  if (i < n) values[i] += 1;
}

// Adds the threads' values pairwise in shared memory, one sum for each block.
PELTON_KERNEL(test_block_sum, const int* values, int* sums) {
  __shared__ int partial[256];
  partial[threadIdx.x] = values[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (unsigned apart = blockDim.x / 2; apart > 0; apart /= 2) {
    if (threadIdx.x < apart) partial[threadIdx.x] += partial[threadIdx.x + apart];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}

PELTON_KERNEL(test_reverse_in_shared, int* values) {
  PELTON_SHARED(int, copies);
  copies[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = copies[blockDim.x - 1 - threadIdx.x];
}

// Without the barrier: what a thread reads may not be there yet.
PELTON_KERNEL(test_reverse_without_barrier, int* values) {
  PELTON_SHARED(int, copies);
  copies[threadIdx.x] = values[threadIdx.x];
  values[threadIdx.x] = copies[blockDim.x - 1 - threadIdx.x];
}

PELTON_KERNEL(test_divergent, int* values) {
  if (threadIdx.x < 8) {
    values[threadIdx.x] = 1;
    __syncthreads();
  }
}

PELTON_KERNEL(test_write_at, unsigned char* bytes, long long offset) { bytes[offset] = 1; }

PELTON_KERNEL(test_read_at, const unsigned char* bytes, long long offset, unsigned char* into) { *into = bytes[offset]; }

PELTON_KERNEL(test_load_vector, const unsigned char* bytes, float4* into) { *into = *reinterpret_cast<const float4*>(bytes); }

PELTON_KERNEL(test_beyond_array, int* into, int index) {
  __shared__ int array[4];
  array[index] = 1;
  into[0] = array[index];
}

PELTON_KERNEL(test_uninitialized_shared, int* into) {
  __shared__ int never_written[4];
  into[threadIdx.x] = never_written[threadIdx.x];
}

PELTON_KERNEL(test_divide, int* values, int by) { values[0] /= by; }

struct Mixed {
  double first;
  int second;
};

PELTON_KERNEL(test_mixed_arguments, double* into, signed char a, double b, short c, Mixed d, float e) {
  into[0] = a + b + c + d.first + d.second + e;
}

PELTON_KERNEL(test_where, int* into) {
  unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  into[block * blockDim.x * blockDim.y * blockDim.z + thread] = static_cast<int>(block * 1000 + thread);
}

PELTON_KERNEL(test_double, int* values, int n) {
  long long i = pelton::thread_index();
  if (i < n) values[i] *= 2;
}

// All threads write to one place.
PELTON_KERNEL(test_last_thread, int* into) { into[0] = static_cast<int>(pelton::thread_index()); }
