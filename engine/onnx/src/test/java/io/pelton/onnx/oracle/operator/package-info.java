/**
 * Every operator by itself: drawn nodes of all its versions and dtypes, compared with ONNX Runtime,
 * and the page that lists what is supported.
 */
package io.pelton.onnx.oracle.operator;
