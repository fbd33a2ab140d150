/** What the models of tables do with their scores. Imports {@code launch}. */
package io.pelton.cuda.kernel.score;
