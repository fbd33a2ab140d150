package io.pelton.engine.plan;

import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Device;

/**
 * One way to run a node.
 *
 * @param device where
 * @param alternative how
 */
record Candidate(Device device, Alternative alternative) {}
