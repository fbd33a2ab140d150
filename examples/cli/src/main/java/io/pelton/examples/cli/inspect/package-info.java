/**
 * Shows what a model is made of and how it would run. Imports {@code console}, the engine and its
 * importer.
 */
package io.pelton.examples.cli.inspect;
