/**
 * Chains of elementwise ops in one kernel, written in CUDA C for each chain and compiled at run
 * time. Imports {@code kernel}, {@code launch} and {@code driver}.
 */
package io.pelton.cuda.kernel.fused;
