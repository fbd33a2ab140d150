/**
 * What can go wrong in the engine: one sealed family, one class a fact.
 *
 * <p>Every class carries plain values (names, numbers) so that callers can act on them, and a
 * message that names the node or input, what was expected, what was found and the remedy. Imports
 * nothing.
 */
package io.pelton.engine.error;
