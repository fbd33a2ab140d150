/**
 * Reading operands and writing outputs block by block: whatever their strides, memory and element
 * type, kernels see flat arrays of {@code float}, {@code double} or {@code long}. Imports the
 * engine's {@code kernel} and {@code tensor} only.
 */
package io.pelton.cpu.block;
