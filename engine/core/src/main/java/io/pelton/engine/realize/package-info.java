/**
 * Runs graphs node by node, with shapes that may depend on data. Imports {@code plan} and {@code
 * kernel}.
 */
package io.pelton.engine.realize;
