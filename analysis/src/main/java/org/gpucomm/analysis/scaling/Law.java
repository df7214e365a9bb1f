package org.gpucomm.analysis.scaling;

import java.util.function.DoubleUnaryOperator;

/**
 * Law for the time of an operation on n ranks, with two parameters at most. A law in the number of nodes k = n/g spans the same times as
 * one in n, so that no law needs g.
 */
enum Law {
    /** a: each rank transfers the same number of bytes. */
    FLAT("constant", n -> 0),
    /** a + b·log₂ n: trees, recursive doubling. */
    LOGARITHMIC("a + b·log₂ n", n -> Math.log(n) / Math.log(2)),
    /** a + b·(n-1)/n: the part of a divided message that each rank sends, or that leaves its node. */
    SHARE("a + b·(n-1)/n", n -> 1 - 1 / n),
    /** a + b·√n: meshes, and rings within rings. */
    ROOT("a + b·√n", Math::sqrt),
    /** a + b·n: rings, and all-to-all with one message per peer. */
    LINEAR("a + b·n", n -> n),
    /** a + b/n: an application whose work is divided among the ranks. */
    DIVIDED("a + b/n", n -> 1 / n);

    private final String formula;
    private final DoubleUnaryOperator term;

    Law(String formula, DoubleUnaryOperator term) {
        this.formula = formula;
        this.term = term;
    }

    String formula() {
        return formula;
    }

    /** @param a constant in µs @param b µs per unit of the law's term; neither is negative, so that times stay positive */
    record Fit(Law law, double a, double b) {

        double at(double n) {
            return a + b * law.term.applyAsDouble(n);
        }
    }

    /** Returns the least-squares fit of relative residuals, with a and b at least 0. */
    Fit through(double[] ranks, double[] times) {
        double w = 0;
        double wx = 0;
        double wxx = 0;
        double wt = 0;
        double wxt = 0;
        for (int i = 0; i < ranks.length; i++) {
            double weight = 1 / (times[i] * times[i]);
            double x = term.applyAsDouble(ranks[i]);
            w += weight;
            wx += weight * x;
            wxx += weight * x * x;
            wt += weight * times[i];
            wxt += weight * x * times[i];
        }
        double determinant = w * wxx - wx * wx;
        double b = this == FLAT || determinant <= 0 ? 0 : Math.max(0, (w * wxt - wx * wt) / determinant);
        double a = (wt - b * wx) / w;
        return a < 0 ? new Fit(this, 0, wxt / wxx) : new Fit(this, a, b);
    }
}
