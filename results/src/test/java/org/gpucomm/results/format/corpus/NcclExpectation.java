package org.gpucomm.results.format.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

import org.assertj.core.api.SoftAssertions;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Placement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Row;
import org.gpucomm.results.format.Reading;
import tools.jackson.databind.JsonNode;

/** What is expected of the text output of nccl-tests and rccl-tests: runs, rows, values and flags. */
final class NcclExpectation {

    private static final String NO_OPERATION = "operation is not known";

    private NcclExpectation() {}

    static void expect(String name, Reading reading, JsonNode expected) {
        var sections = sections(reading);
        var softly = new SoftAssertions();
        softly.assertThat(sections).as("runs").hasSize(expected.get("runs").asInt());
        for (int i = 0; i < Math.min(sections.size(), expected.get("runs").asInt()); i++) {
            var run = expected.get("run_list").get(i);
            compare(softly, reading, sections.get(i), run);
            if (!name.contains("-tuner.")) { // its numbers are its own
                compareValues(softly, reading, sections.get(i), run);
            }
        }
        for (var line : expected.path("must_report")) {
            softly.assertThat(reported(reading)).as("reported").anySatisfy(
                    text -> assertThat(text).contains(line.asString()));
        }
        softly.assertAll();
    }

    private static void compare(SoftAssertions softly, Reading reading, int section, JsonNode run) {
        var rows = reading.rows().stream().filter(row -> section(row) == section).toList();
        var facts = reading.facts(section);
        long unnamed = reading.problems().stream().filter(problem -> problem.reason().contains(NO_OPERATION))
                .filter(problem -> !problem.text().contains("XXX")).count();
        softly.assertThat(rows.isEmpty() ? unnamed : rows.size()).as("rows").isEqualTo(run.get("rows").asLong());
        softly.assertThat(reading.flags(section).contains("flag:incomplete")).as("incomplete")
                .isNotEqualTo(run.get("complete").asBoolean());
        if (run.path("out_of_bounds").isArray()) {
            softly.assertThat(reading.flags(section).contains("flag:out_of_bounds")).as("out of bounds")
                    .isEqualTo(run.get("out_of_bounds").get(1).asString().equals("FAILED"));
        }
        long wrong = rows.stream().filter(row -> row.measurements().stream().anyMatch(NcclExpectation::isWrong))
                .count();
        softly.assertThat(wrong).as("rows with wrong data").isEqualTo(run.path("rows_with_wrong_gt0").asLong(0));
        softly.assertThat(reading.flags(section).contains("flag:wrong_data")).isEqualTo(wrong > 0);
        if (run.path("wrong_not_checked").isNumber() && !rows.isEmpty()) {
            softly.assertThat(rows.stream().filter(row -> row.measurements().getFirst().outcome().wrong() == null))
                    .as("rows that were not checked").hasSize(run.path("wrong_not_checked").asInt());
        }
    }

    private static void compareValues(SoftAssertions softly, Reading reading, int section, JsonNode run) {
        var rows = reading.rows().stream().filter(row -> section(row) == section).toList();
        var facts = reading.facts(section);
        if (run.path("avg_busbw").isNumber()) {
            softly.assertThat(facts).as("average").anySatisfy(fact -> {
                assertThat(fact.name()).isEqualTo("avg_busbw");
                assertThat(Double.parseDouble(fact.value())).isEqualTo(run.get("avg_busbw").asDouble());
            });
        }
        if (rows.isEmpty() || rows.size() < run.path("rows").asInt()) {
            return;
        }
        compareRow(softly, rows.getFirst(), run.get("first"));
        compareRow(softly, rows.getLast(), run.get("last"));
        softly.assertThat(rows.stream().flatMap(row -> row.measurements().stream())
                .mapToDouble(m -> Objects.requireNonNull(m.outcome().busbw()).doubleValue()).max().orElseThrow())
                .as("highest bandwidth").isEqualTo(run.path("max_busbw").asDouble());
    }

    private static void compareRow(SoftAssertions softly, Row row, JsonNode expected) {
        var workload = row.measurements().getFirst().workload();
        softly.assertThat(Objects.requireNonNull(workload.messageSize()).count())
                .isEqualTo(expected.get("size").asLong());
        softly.assertThat(workload.datatype()).isEqualTo(expected.get("type").asString());
        if (expected.path("redop").isString()) {
            softly.assertThat(workload.redop()).isEqualTo(expected.get("redop").asString());
        }
        var root = expected.path("root");
        softly.assertThat(workload.root()).isEqualTo(root.isNumber() && root.asInt() >= 0 ? root.asInt() : null);
        compareBlock(softly, row, Placement.OUT_OF_PLACE, expected.path("out_of_place"));
        compareBlock(softly, row, Placement.IN_PLACE, expected.path("in_place"));
    }

    private static void compareBlock(SoftAssertions softly, Row row, Placement placement, JsonNode expected) {
        var found = row.measurements().stream().filter(m -> m.workload().placement() == placement).toList();
        if (expected.isMissingNode() || expected.isNull()) {
            softly.assertThat(found).isEmpty();
            return;
        }
        var outcome = found.getFirst().outcome();
        softly.assertThat(Objects.requireNonNull(outcome.time()).doubleValue())
                .isEqualTo(expected.get("time_us").asDouble());
        softly.assertThat(Objects.requireNonNull(outcome.algbw()).doubleValue())
                .isEqualTo(expected.get("algbw").asDouble());
        softly.assertThat(Objects.requireNonNull(outcome.busbw()).doubleValue())
                .isEqualTo(expected.get("busbw").asDouble());
        if (expected.path("wrong").isNumber()) {
            softly.assertThat(Objects.requireNonNull(outcome.wrong()).doubleValue())
                    .isEqualTo(expected.get("wrong").asDouble());
        } else {
            softly.assertThat(outcome.wrong()).isNull();
        }
    }

    /** Sections with a table, or with a word on why there is none. */
    private static List<Integer> sections(Reading reading) {
        var sections = new TreeSet<Integer>();
        reading.measurements().forEach(measurement -> sections.add(measurement.section()));
        for (int i = 1; i < 100; i++) {
            if (!reading.flags(i).isEmpty() || reading.facts(i).stream().anyMatch(f -> f.name().equals("avg_busbw"))) {
                sections.add(i);
            }
        }
        return new ArrayList<>(sections);
    }

    private static int section(Row row) {
        return row.measurements().getFirst().section();
    }

    private static boolean isWrong(Measurement measurement) {
        Outcome outcome = measurement.outcome();
        return outcome.wrong() != null && outcome.wrong().doubleValue() > 0;
    }

    private static List<String> reported(Reading reading) {
        var texts = new ArrayList<>(reading.problems().stream().map(Entry.Problem::text).toList());
        texts.addAll(reading.failureTexts());
        for (int i = 1; i < 100; i++) {
            reading.facts(i).stream().filter(fact -> fact.name().equals("out_of_bounds"))
                    .forEach(fact -> texts.add("# Out of bounds values : " + fact.value()));
        }
        return texts;
    }
}
