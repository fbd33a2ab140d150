/**
 * Realizes graphs on the CPU backend, alone and beside {@code cpu:1}: every combination against the
 * plain call, what each way promises beside that, and every way to fail.
 */
package io.pelton.cpu.realize;
