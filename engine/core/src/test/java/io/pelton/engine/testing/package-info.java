/** What tests of several packages share. */
package io.pelton.engine.testing;
