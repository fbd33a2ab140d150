/** Runs conditionals, loops and scans with the kernels of this backend in their bodies. */
package io.pelton.cpu.control;
