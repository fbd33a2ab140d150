/**
 * Rules that bring a graph into the form in which the target backend has kernels and patterns are
 * looked for. Imports {@code optimize} and what that imports.
 */
package io.pelton.engine.optimize.lowering;
