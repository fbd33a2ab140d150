/**
 * Scores files of rows with a model. Imports {@code console}, {@code csv}, {@code file}, the Arrow
 * bridge, the engine and its importer.
 */
package io.pelton.examples.cli.score;
