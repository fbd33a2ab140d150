/**
 * Generated models against ONNX Runtime, which runs in a JVM of its own because a fault in it would
 * end ours. Also the importer against damaged models.
 */
package io.pelton.onnx.oracle;
