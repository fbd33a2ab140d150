/**
 * Draws a plan as one page that needs nothing else: no script, no style, font or picture from
 * elsewhere. Knows the page's own model only, which {@code plan} fills. Imports nothing but Java.
 */
package io.pelton.engine.plan.explain;
