/**
 * Files of rows: their formats, how they are read, and how they get their names only when they are
 * complete. Imports {@code console}, {@code csv} and the Arrow bridge.
 */
package io.pelton.examples.cli.file;
