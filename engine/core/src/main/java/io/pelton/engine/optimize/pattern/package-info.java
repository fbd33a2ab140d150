/**
 * Patterns of nodes, so that a rule reads like what it matches. Imports {@code optimize}, {@code
 * graph} and {@code tensor}.
 */
package io.pelton.engine.optimize.pattern;
