/**
 * Plans bound to memory: arenas, weights on devices, calls that are ready to run. Imports {@code
 * plan}.
 */
package io.pelton.engine.bind;
