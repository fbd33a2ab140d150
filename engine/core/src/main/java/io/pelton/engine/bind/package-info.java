/**
 * Plans bound to memory: arenas, weights on devices, calls that are ready to run, and the places
 * where these wait for devices. Outputs lie in memory of the plan, of the caller or of their own;
 * copies between host and devices, of elements and of rows, are made here. Imports {@code plan} and {@code crew}.
 */
package io.pelton.engine.bind;
