/**
 * Avro to Arrow batches and back: schemas, records, raw values and container files. Bytes are
 * decoded straight into columns; how a reader sees what a writer wrote is decided by Avro's own
 * rules. Imports the bridge's root package, its readers and writers, Arrow and Avro.
 */
package io.pelton.arrow.avro;
