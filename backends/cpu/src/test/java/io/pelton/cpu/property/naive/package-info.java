/**
 * A second opinion on what a graph computes: plain arrays, one loop an op, no views, no plans, no
 * memory that is written twice. Imports the engine's graph and tensor packages, the math functions
 * of the CPU backend, and none of its kernels.
 */
package io.pelton.cpu.property.naive;
