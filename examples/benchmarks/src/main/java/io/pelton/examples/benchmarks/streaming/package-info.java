/** What a record costs on its way through a streaming job, beside ONNX Runtime in such a job. */
package io.pelton.examples.benchmarks.streaming;
