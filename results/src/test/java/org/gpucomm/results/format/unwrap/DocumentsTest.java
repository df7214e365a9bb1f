package org.gpucomm.results.format.unwrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Json;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

/** Logs within documents of another kind. */
class DocumentsTest {

    private static final String LOG = """
            $ ./build/all_reduce_perf -b 8 -e 16 -f 2 -g 2
            # nThread 1 nGpus 2 minBytes 8 maxBytes 16 step: 2(factor) warmup iters: 1 iters: 20 agg iters: 1 validation: 1
            #
            #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
            #        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)
                       8             2     float     sum      -1    13.67    0.00    0.00       0    13.51    0.00    0.00       0
                      16             4     float     sum      -1    13.03    0.00    0.00       0    13.44    0.00    0.00       0
            # Out of bounds values : 0 OK
            # Avg bus bandwidth    : 0.00125
            """;

    @Test
    void whatAMailQuotesInAnArchiveOfAListIsReadWithoutItsMarks() throws Exception {
        var quoted = LOG.replace("&", "&amp;").replace("<", "&lt;").lines()
                .map(line -> "<span class=\"quotelev1\">&gt; " + line + "\n</span><br>\n")
                .collect(Collectors.joining());
        var reading = Reading.ofText(quoted, "0815.html");
        assertThat(reading.wrappings()).contains("html", "quote");
        assertThat(reading.measurements()).hasSize(4);
        assertThat(reading.problems()).isEmpty();
    }

    @Test
    void aNotebookHoldsTheOutputsOfItsCells() throws Exception {
        var notebook = """
                {
                 "cells": [
                  {
                   "cell_type": "code",
                   "execution_count": 1,
                   "metadata": {},
                   "outputs": [
                    {
                     "name": "stdout",
                     "output_type": "stream",
                     "text": [
                %s
                     ]
                    },
                    {
                     "data": {
                      "text/html": [
                       "<div>table</div>"
                      ]
                     }
                    }
                   ],
                   "source": [
                    "!./build/all_reduce_perf -b 8 -e 16 -f 2 -g 2"
                   ]
                  }
                 ],
                 "metadata": {},
                 "nbformat": 4,
                 "nbformat_minor": 5
                }
                """
                .formatted(LOG.lines().map(line -> "      " + quoted(line + "\n")).collect(Collectors.joining(",\n")));
        assertRead(notebook, "run.ipynb", "ipynb");
    }

    @Test
    void aPageHoldsText() throws Exception {
        var escaped = LOG.replace("&", "&amp;").replace("<", "&lt;").replace("(us)", "<b>(us)</b>");
        assertRead("<!DOCTYPE html>\n<html><head><title>Night</title></head>\n<body>\n<pre><code>" + escaped
                + "</code></pre>\n</body></html>\n", "page.html", "html");
        assertRead("<html><body>" + escaped.replace(" ", "&nbsp;").replace("\n", "<br>") + "</body></html>\n",
                "one-line.html", "html");
    }

    @Test
    void anIssueHoldsTheTextOfItsBody() throws Exception {
        var body = "What do you think of this?\r\n\r\n```\r\n" + LOG.replace("\n", "\r\n") + "```\r\n";
        assertRead("{\"author\":{\"login\":\"x\"},\"body\":" + quoted(body) + ",\"title\":\"Slow\"}\n",
                "issue.json", "json-text");
        assertRead("{\n  \"author\": \"x\",\n  \"body\": " + quoted(body) + ",\n  \"title\": \"Slow\"\n}\n",
                "pretty.json", "json-text");
    }

    @Test
    void aReportHoldsTheOutputOfATest() throws Exception {
        assertRead(
                "{\n  \"network\": {\n    \"test\": {\n      \"success\": true,\n      \"raw_output\": " + quoted(LOG)
                        + ",\n      \"rank\": 0\n    }\n  }\n}\n",
                "report.json", "json-text");
    }

    @Test
    void anExportHoldsAMessageAnObject() throws Exception {
        var events = LOG.lines().map(line -> "    {\n      \"timestamp\": 1782900672123,\n      \"message\": "
                + quoted(line) + "\n    }").collect(Collectors.joining(",\n"));
        assertRead("{\n  \"events\": [\n" + events + "\n  ]\n}\n", "events.json", "json-text");
    }

    private static void assertRead(String document, String name, String wrapping) throws Exception {
        var plain = Reading.ofText(LOG, "plain.log").measurements();
        assertThat(plain).hasSize(4);
        var reading = Reading.ofText(document, name);
        assertThat(reading.problems()).as(name).isEmpty();
        assertThat(reading.measurements()).as(name).extracting(m -> m.workload() + " " + m.outcome() + m.platform())
                .containsExactlyElementsOf(
                        plain.stream().map(m -> m.workload() + " " + m.outcome() + m.platform()).toList());
        var numbers = new ArrayList<Long>();
        try (var reader = LogReader.open(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)), name)) {
            for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry.line() > 0) {
                    numbers.add(entry.line());
                }
            }
            assertThat(reader.wrappings()).contains(wrapping);
        }
        List<Long> all = LongStream.rangeClosed(1, document.lines().count()).boxed().toList();
        assertThat(numbers).as("each line of %s once", name).containsExactlyElementsOf(all);
    }

    private static String quoted(String text) {
        var json = new StringBuilder();
        Json.quote(json, text);
        return json.toString();
    }
}
