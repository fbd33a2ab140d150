/**
 * What every command uses to talk to its user. Imports the engine's {@code kernel} and {@code
 * error}.
 */
package io.pelton.examples.cli.console;
