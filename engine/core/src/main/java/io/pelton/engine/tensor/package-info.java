/**
 * What a value is: dtypes, shapes with fixed and symbolic extents, layouts, the kinds of storage
 * and the memory they live in. Imports {@code error} only.
 */
package io.pelton.engine.tensor;
