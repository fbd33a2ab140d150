/**
 * Rules that follow from what ops mean: folding, equal nodes, nodes that cancel. Imports {@code
 * optimize} and what that imports.
 */
package io.pelton.engine.optimize.algebraic;
