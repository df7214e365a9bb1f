package org.gpucomm.runner.jacobi;

/**
 * A rank and its neighbours, where the rows of all ranks are a ring. A rank may be its own neighbour, or another on both sides.
 *
 * @param ranks in all
 */
record Ring(Problem problem, int rank, int ranks) {

    int above() {
        return (rank + ranks - 1) % ranks;
    }

    int below() {
        return (rank + 1) % ranks;
    }

    /** Returns the rows of this rank. */
    int rows() {
        return problem.rows(rank, ranks);
    }

    /** Returns the number of this rank's first row among those that are computed. */
    int first() {
        return problem.first(rank, ranks);
    }

    /** Returns how far into its array the rank above has the row that is below its last. */
    long belowTheLastOfAbove() {
        return (problem.rows(above(), ranks) + 1L) * problem.rowBytes();
    }

    /** Returns the bytes of an array that holds any rank's rows. */
    long arrayBytes() {
        int most = 0;
        for (int each = 0; each < ranks; each++) {
            most = Math.max(most, problem.rows(each, ranks));
        }
        return problem.bytes(most);
    }
}
