/**
 * Runs models on recorded inputs and compares what they give with the recorded outputs. Imports
 * {@code console}, the engine and its importer.
 */
package io.pelton.examples.cli.verify;
