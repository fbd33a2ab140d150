/**
 * Who may run something that one thread runs at a time, and how a run ends early. Imports {@code
 * error}.
 */
package io.pelton.engine.guard;
