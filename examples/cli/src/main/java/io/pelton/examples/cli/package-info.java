/**
 * The command line: {@link io.pelton.examples.cli.PeltonCommand} is its entry and knows the
 * packages of the subcommands, which know {@code console} only.
 */
package io.pelton.examples.cli;
