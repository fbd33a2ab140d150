/**
 * Cuts what a pass runs into runs, chains of nodes on one device, and puts these into an order that
 * keeps several devices busy. Imports {@code graph}, {@code kernel} and {@code plan}.
 */
package io.pelton.engine.plan.run;
