package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs of one rank in the same log with the same parameters. At the same time or on several hosts, they are copies of a program that should
 * have been one run of many ranks. One after the other on one host, they are iterations of a loop.
 */
final class DuplicateRuns {

    /** More copies than any real log has. */
    private static final int MOST = 10_000;

    private final Map<String, Group> groups = new HashMap<>();

    void begins(String parameters, int section) {
        if (groups.size() < MOST) {
            var group = groups.computeIfAbsent(parameters, added -> new Group());
            group.copies |= !group.running.isEmpty();
            group.running.add(section);
        }
    }

    /** Ends a run. @param alone whether it had one rank and no bandwidth between ranks */
    void ends(String parameters, int section, boolean alone, Set<String> hosts) {
        var group = groups.get(parameters);
        if (group == null || !group.running.remove(section) || !alone) {
            return;
        }
        group.hosts.addAll(hosts);
        group.copies |= group.hosts.size() > 1;
        if (group.unreported.size() < MOST) {
            group.unreported.add(section);
        }
        group.ended++;
    }

    /** Returns sections newly found to be copies of each other since the last call. */
    List<Integer> takeNews() {
        var news = new ArrayList<Integer>();
        for (var group : groups.values()) {
            if (group.copies && group.ended > 1) {
                news.addAll(group.unreported);
                group.unreported.clear();
            }
        }
        return news;
    }

    private static final class Group {

        private final Set<Integer> running = new HashSet<>();
        private final List<Integer> unreported = new ArrayList<>();
        private final Set<String> hosts = new HashSet<>();
        private boolean copies;
        private int ended;
    }
}
