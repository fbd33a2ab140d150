/** What a CUDA device gains over the CPU backend. */
package io.pelton.examples.benchmarks.cuda;
