package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.evidence.RunFact;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/**
 * Variables that were set but not read by NCCL, according to its log. With {@code NCCL_DEBUG=INFO} and the subsystem {@code ENV}, which
 * is on unless others were requested, NCCL prints <em>set by environment to</em> for each variable that it reads. A log without any such
 * line proves nothing.
 */
final class UnreadSettings implements Rule {

    private static final String ID = "unread";
    private static final String ENVIRONMENT = "env:";
    private static final int MOST_NAMED = 4;
    /**
     * Variables that are read without that line or not by NCCL itself: those of logging, plugins, nccl-tests and images, and names of
     * plugins, which older versions log in other subsystems.
     */
    private static final Pattern SILENT = Pattern.compile("NCCL_(DEBUG|DEBUG_.*|WARN_.*|CONF_FILE|NET|.*_PLUGIN|.*_PATH"
            + "|.*_HOME|.*_DIR|.*_ROOT|.*VERSION.*|TUNER_CONFIG_FILE|TESTS?_.*|OFI_.*|INSPECTOR_.*|FASTRAK_.*|GPUDIRECT.*"
            + "|GDRCOPY_.*|PROFILER?_.*|LIB.*|INCLUDE.*|BUILD.*|COMM_ID|HOSTID)");

    /** Settings of a file over all its runs, since a variable that is logged between two runs may belong to either. */
    private static final class SettingsOfFile {

        private final Set<String> read = new TreeSet<>();
        private final Map<String, String> set = new TreeMap<>();

        void add(RunFact fact) {
            if (fact.name().equals("nccl_read")) {
                read.add(fact.value());
            } else if (fact.name().equals("plugin_set")) {
                set.put(fact.value(), "The plugin sets " + fact.value());
            } else if (fact.name().startsWith(ENVIRONMENT + "NCCL_")) {
                var name = fact.name().substring(ENVIRONMENT.length());
                set.put(name, name + "=" + fact.value() + " is set");
            }
        }

        List<String> unread() {
            return read.isEmpty()
                    ? List.of()
                    : set.keySet().stream().filter(name -> !read.contains(name) && !SILENT.matcher(name).matches())
                            .toList();
        }
    }

    @Override
    public List<Finding> examine(Evidence evidence) {
        var settings = new HashMap<String, SettingsOfFile>();
        evidence.facts()
                .forEach(fact -> settings.computeIfAbsent(file(fact.run()), added -> new SettingsOfFile()).add(fact));
        var findings = new ArrayList<Finding>();
        var rows = new LinkedHashMap<String, List<RowRef>>();
        evidence.observations().forEach(each -> rows
                .computeIfAbsent(file(each.row().run()), added -> new ArrayList<>()).add(each.row()));
        rows.forEach((file, of) -> {
            var ofFile = settings.getOrDefault(file, new SettingsOfFile());
            ofFile.unread().forEach(name -> findings.add(finding(ofFile, name, of)));
        });
        return findings;
    }

    private static String file(String run) {
        int end = Math.max(run.lastIndexOf('#'), run.lastIndexOf('-'));
        return end < 0 ? run : run.substring(0, end);
    }

    private static Finding finding(SettingsOfFile settings, String name, List<RowRef> rows) {
        var set = String.valueOf(settings.set.get(name));
        return Finding.of(ID, Severity.NOTICE, Confidence.LIKELY,
                set + ", and no part of NCCL that ran has read it: “set by environment to” is in the log of "
                        + named(List.copyOf(settings.read)) + ", and not of this. It may be "
                        + (set.startsWith(name) ? "misspelt, not passed on to the ranks, " : "")
                        + "unknown to this version, or of a network or an algorithm that was not used.",
                List.of(new Quantity("read", settings.read.size(), "")), rows);
    }

    private static String named(List<String> read) {
        return read.size() <= MOST_NAMED
                ? Phrases.list(read)
                : String.join(", ", read.subList(0, MOST_NAMED)) + " and " + (read.size() - MOST_NAMED) + " more";
    }
}
