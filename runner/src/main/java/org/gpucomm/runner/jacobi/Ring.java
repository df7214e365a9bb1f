package org.gpucomm.runner.jacobi;

/**
 * Rank and its neighbours in the ring of rows. A rank may be its own neighbour, or the same rank may be above and below.
 *
 * @param ranks number of ranks
 */
record Ring(Problem problem, int rank, int ranks) {

    int above() {
        return (rank + ranks - 1) % ranks;
    }

    int below() {
        return (rank + 1) % ranks;
    }

    /** Returns the number of rows of this rank. */
    int rows() {
        return problem.rows(rank, ranks);
    }

    /** Returns the number of this rank's first row among the computed rows. */
    int first() {
        return problem.first(rank, ranks);
    }

    /** Returns the offset in bytes of the row below the last one, in an array of the rank above. */
    long belowTheLastOfAbove() {
        return (problem.rows(above(), ranks) + 1L) * problem.rowBytes();
    }

    /** Returns the size in bytes of an array for the rows of any rank. */
    long arrayBytes() {
        int most = 0;
        for (int each = 0; each < ranks; each++) {
            most = Math.max(most, problem.rows(each, ranks));
        }
        return problem.bytes(most);
    }
}
