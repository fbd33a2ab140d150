// The words that CUDA C adds to C++.
#pragma once

#define __global__ static
#define __device__ __attribute__((unused))
#define __host__
#define __constant__ static const
#define __shared__ static __attribute__((section("pelton_shared")))
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...)
#define __restrict__ __restrict

#define __syncthreads() pelton_emulator::barrier()
#define __threadfence() static_cast<void>(0)
#define __threadfence_block() static_cast<void>(0)
#define __trap() pelton_emulator::trap("the kernel trapped")
