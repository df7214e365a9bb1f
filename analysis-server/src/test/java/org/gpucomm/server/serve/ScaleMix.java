package org.gpucomm.server.serve;

import java.util.List;
import java.util.Random;

/** Requests of one client of many: pages, filters, searches and charts that hardly anybody else asks for at that moment. */
final class ScaleMix {

    private final Random random;
    private final int runs;

    ScaleMix(int runs, int client) {
        this.runs = runs;
        this.random = new Random(client);
    }

    /** Returns the next question, below {@code /api/v1/}. */
    String next() {
        return switch (random.nextInt(8)) {
            case 0 -> "overview";
            case 1 -> "runs?size=50&page=" + random.nextInt(runs / 50);
            case 2 ->
                "runs?size=50&operation=" + operation() + "&gpu=" + gpu() + "&page=" + random.nextInt(runs / 2000);
            case 3 -> "runs?size=50&q=" + gpu() + "%20" + operation() + "%20" + nodes() + "%20nodes";
            case 4 -> "uploads?size=50&q=night-" + random.nextInt(10);
            case 5 -> "facets?operation=" + operation() + "&gpu=" + gpu() + "&nodes=" + nodes();
            case 6 -> "series?x=size&metric=" + one(List.of("busbw", "algbw", "time")) + "&operation=" + operation()
                    + "&ranks=" + 8 * nodes() + "&placement=" + placement() + "&gpu=" + gpu();
            default -> "histories?size=25&operation=" + operation() + "&gpu=" + gpu();
        };
    }

    private String operation() {
        return one(ScaleRate.OPERATIONS);
    }

    private String gpu() {
        return one(ScaleRate.CLUSTERS).split(",")[1].replace(" ", "%20");
    }

    private String placement() {
        return one(List.of("out_of_place", "in_place"));
    }

    private int nodes() {
        return ScaleRate.NODES[random.nextInt(ScaleRate.NODES.length)];
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }
}
