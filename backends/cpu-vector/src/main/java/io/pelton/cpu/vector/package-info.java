/**
 * The CPU backend with kernels of the Vector API in front of the scalar ones, whose bits they give.
 * The only place for the incubating module {@code jdk.incubator.vector}.
 */
package io.pelton.cpu.vector;
