/**
 * Launches of kernels, with arguments and geometry resolved when a node is bound. Imports {@code
 * driver} and {@code memory}.
 */
package io.pelton.cuda.launch;
