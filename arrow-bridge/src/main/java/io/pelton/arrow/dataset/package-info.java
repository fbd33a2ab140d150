/**
 * Parquet and ORC through Arrow's dataset library, which is an optional dependency: nothing outside
 * this package touches it. Imports the bridge's root package and {@code io}, and Arrow.
 */
package io.pelton.arrow.dataset;
