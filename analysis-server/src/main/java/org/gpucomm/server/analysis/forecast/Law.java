package org.gpucomm.server.analysis.forecast;

import java.util.function.DoubleUnaryOperator;

/** How the time of an operation may depend on the number of ranks n; two parameters at most. */
enum Law {
    /** a: the network carries the same per rank, as in a fixed share of bytes each. */
    FLAT("constant", n -> 0),
    /** a + b·log₂ n: trees, recursive doubling. */
    LOGARITHMIC("a + b·log₂ n", n -> Math.log(n) / Math.log(2)),
    /** a + b·(n-1)/n: what each rank sends of a message divided among all. */
    SHARE("a + b·(n-1)/n", n -> (n - 1) / n),
    /** a + b·n: rings, and all-to-all by messages a peer. */
    LINEAR("a + b·n", n -> n);

    private final String formula;
    private final DoubleUnaryOperator term;

    Law(String formula, DoubleUnaryOperator term) {
        this.formula = formula;
        this.term = term;
    }

    String formula() {
        return formula;
    }

    /** @param a µs @param b µs per unit of the law's term; a negative one would let times vanish and is not fitted */
    record Fit(Law law, double a, double b) {

        double at(double n) {
            return a + b * law.term.applyAsDouble(n);
        }
    }

    /** Least squares of relative residuals, with b at least 0. */
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
        return new Fit(this, (wt - b * wx) / w, b);
    }

    int parameters() {
        return this == FLAT ? 1 : 2;
    }
}
