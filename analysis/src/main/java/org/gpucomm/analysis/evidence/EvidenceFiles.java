package org.gpucomm.analysis.evidence;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.results.format.context.ContextLine;
import org.gpucomm.results.format.customtable.Mapping;
import org.gpucomm.results.format.customtable.CustomTable;
import org.gpucomm.analysis.bundled.BundledFile;
import org.gpucomm.analysis.identity.Circumstances;

/** Evidence gathered from files, without a server. */
public final class EvidenceFiles {

    private final List<Observation> observations = new ArrayList<>();
    private final List<EvidenceFlag> flags = new ArrayList<>();
    private final List<RunFact> facts = new ArrayList<>();
    private final Map<String, List<Circumstances.Fact>> told = new HashMap<>();
    private final boolean assuming;
    private final Set<String> assumed = new LinkedHashSet<>();

    /** Reads only tables whose columns have a certain meaning. */
    public EvidenceFiles() {
        this(false);
    }

    /** @param assuming whether tables are read by the likely meaning of their columns, which {@link #takeAssumed} returns */
    public EvidenceFiles(boolean assuming) {
        this.assuming = assuming;
    }

    /** Returns the bundled results in some folders of {@code data/}, for example {@code study}. */
    public static Evidence bundled(String... folders) throws IOException {
        var files = new EvidenceFiles();
        for (var file : BundledFile.all()) {
            if (!List.of(folders).contains(file.folder())) {
                continue;
            }
            try {
                files.add(file.open(), file.name(), "data/" + file.path());
            } catch (UnreadableFile e) {
                throw new IllegalStateException("bundled " + file.path() + " is unreadable: " + e.getMessage(), e);
            }
        }
        return files.evidence();
    }

    /**
     * Reads one file.
     *
     * @param in   closed afterwards
     * @param name name of the file without folders
     * @param run  name of its runs, without the number of the section
     * @return reason why no line could be read as a measurement; empty if one could, or if the log itself states a failure
     * @throws UnreadableFile if there are no results in the file; a failure of its program is recorded nevertheless
     */
    public Optional<String> add(InputStream in, String name, String run) throws IOException, UnreadableFile {
        return add(in, name, run, this::mapping);
    }

    /**
     * Reads a file without a readable line once more, with likely assumptions for its ambiguous parts.
     *
     * @return as in {@link #add}
     */
    public Optional<String> addAssuming(InputStream in, String name, String run) throws IOException, UnreadableFile {
        forget(run);
        return add(in, name, run, assuming(false));
    }

    /**
     * Reads a file in which no format has a row once more, for its tables and for lines that name each of their numbers.
     *
     * @return whether there was a row
     */
    public boolean addAnyLines(InputStream in, String name, String run) throws IOException {
        var lines = new EvidenceFiles(true);
        try {
            lines.add(in, name, run, lines.assuming(true));
        } catch (UnreadableFile none) {
            return false;
        }
        if (lines.size() == 0 && lines.facts.stream().noneMatch(fact -> fact.name().equals(Entry.Fact.RATIOS))) {
            return false;
        }
        forget(run);
        observations.addAll(lines.observations);
        // A run without rows is one of the format that the file only resembles.
        lines.flags.stream().filter(flag -> flag.flag() != Flag.INCOMPLETE).forEach(flags::add);
        facts.addAll(lines.facts);
        told.putAll(lines.told);
        assumed.addAll(lines.assumed);
        return true;
    }

    private void forget(String run) {
        facts.removeIf(fact -> fact.run().startsWith(run + "#"));
        flags.removeIf(flag -> flag.run().startsWith(run + "#"));
        told.keySet().removeIf(key -> key.startsWith(run + "#"));
    }

    private CustomTable.Answers assuming(boolean areOfAnyLines) {
        return new CustomTable.Answers() {

            @Override
            public Mapping of(CustomTable table) {
                return mapping(table);
            }

            @Override
            public boolean assumes() {
                return true;
            }

            @Override
            public boolean areOfAnyLines() {
                return areOfAnyLines;
            }
        };
    }

    private Optional<String> add(InputStream in, String name, String run, CustomTable.Answers answers)
            throws IOException, UnreadableFile {
        long ordinal = 0;
        Entry.Problem first = null;
        int flagsBefore = flags.size();
        var names = new HashMap<Integer, String>();
        try (var reader = LogReader.open(in, name, answers)) {
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                switch (entry) {
                    case Entry.Row row -> {
                        for (var measurement : row.measurements()) {
                            // All rows of a run share one text.
                            var ofRun = names.computeIfAbsent(measurement.section(), section -> section(run, section));
                            observations
                                    .add(new Observation(measurement, new RowRef(ofRun, ++ordinal, name, row.line())));
                        }
                    }
                    case Entry.Note note -> note.facts().forEach(fact -> {
                        tell(fact, section(run, note.section()), name);
                        told.computeIfAbsent(run + "#" + note.section(), added -> new ArrayList<>())
                                .add(new Circumstances.Fact(fact.name(), fact.value()));
                    });
                    case Entry.Problem problem -> {
                        if (ContextLine.of(problem.text()).failure() != null) {
                            facts.add(new RunFact(section(run, 0), Entry.Fact.FAILURE, problem.text()));
                        }
                        // Findings are about measurements. For a file without any, the first problem is the reason.
                        first = first == null ? problem : first;
                    }
                }
            }
            try {
                reader.requireResults();
            } catch (UnreadableFile e) {
                if (e.failure() != null) {
                    flags.add(new EvidenceFlag(section(run, 0), name, Flag.ABORTED, e.failure()));
                }
                throw e;
            }
        }
        boolean failed = flags.subList(flagsBefore, flags.size()).stream()
                .anyMatch(each -> each.flag() == Flag.ABORTED || each.flag() == Flag.NUMBERS_REMOVED);
        return ordinal > 0 || first == null || failed
                ? Optional.empty()
                : Optional.of("no line of " + name + " could be read as a measurement; of line " + first.line() + ": "
                        + first.reason());
    }

    private Mapping mapping(CustomTable table) {
        var likely = assuming && !table.mapping().isCertain() ? table.mapping().assumed() : Optional.<Mapping>empty();
        likely.ifPresent(_ -> assumed.addAll(table.mapping().doubts()));
        return likely.orElse(table.mapping());
    }

    /** Returns what was assumed about tables since the last call, in words. */
    public List<String> takeAssumed() {
        var taken = List.copyOf(assumed);
        assumed.clear();
        return taken;
    }

    /** Returns the number of measurements read. */
    public int size() {
        return observations.size();
    }

    /** Returns the facts in the files about their origin, in order. */
    public List<RunFact> facts() {
        return List.copyOf(facts);
    }

    public Evidence evidence() {
        var circumstances = new HashMap<String, Circumstances>();
        for (var each : observations) {
            circumstances.computeIfAbsent(each.row().run(), this::circumstances);
        }
        return Evidence.of(observations, flags, circumstances, facts);
    }

    /** Returns the circumstances of a run, including facts before the first section, which apply to all. */
    private Circumstances circumstances(String run) {
        var ofFile = run.substring(0, run.lastIndexOf('#')) + "#0";
        return Circumstances.of(Stream.of(ofFile, run)
                .flatMap(each -> told.getOrDefault(each, List.of()).stream()).toList());
    }

    /** Returns the name of a run. Text before the first section belongs to that section. */
    private static String section(String run, int section) {
        return run + "#" + Math.max(1, section);
    }

    private void tell(Entry.Fact fact, String run, String name) {
        if (!fact.isFlag()) {
            facts.add(new RunFact(run, fact.name(), fact.value()));
            return;
        }
        for (var flag : Flag.values()) {
            if (fact.name().endsWith(":" + flag.id())) {
                flags.add(new EvidenceFlag(run, name, flag, fact.value()));
            }
        }
    }
}
