/**
 * Scores Arrow files with a model. Imports {@code console}, the Arrow bridge, the engine and its
 * importer.
 */
package io.pelton.examples.cli.score;
