/**
 * Rewrites graphs into cheaper ones with the same results: rules in families, applied to a
 * fixpoint. Callers compose it; nothing that executes runs it. Imports {@code kernel} and {@code
 * graph}.
 */
package io.pelton.engine.optimize;
