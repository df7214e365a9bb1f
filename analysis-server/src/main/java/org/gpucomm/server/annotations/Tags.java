package org.gpucomm.server.annotations;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.gpucomm.server.series.FilterSql;
import org.gpucomm.analysis.identity.RunId;
import org.gpucomm.analysis.identity.BadParameter;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Tags that people give to runs. A tag is in lower case. A run keeps its tags when its upload is read again. */
@Component
public class Tags {

    private static final int MOST = 20;
    private static final int LONGEST = 60;

    private final JdbcClient jdbc;

    Tags(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns the tags of runs in alphabetical order; runs without tags are left out. */
    public Map<RunId, List<String>> of(Collection<RunId> runs) {
        var tags = new HashMap<RunId, List<String>>();
        if (!runs.isEmpty()) {
            var arguments = new ArrayList<Object>();
            jdbc.sql("select upload_id, section, tag from run_tag where 1 = 1"
                    + FilterSql.in("upload_id", runs.stream().map(RunId::upload).distinct().toList(), arguments)
                    + " order by tag").params(arguments).query(row -> {
                        tags.computeIfAbsent(new RunId(row.getString(1), row.getInt(2)), run -> new ArrayList<>())
                                .add(row.getString(3));
                    });
        }
        return tags;
    }

    /** Returns every tag with its number of visible runs, the most frequent first. */
    List<Used> used() {
        return jdbc.sql("""
                select t.tag, count(*) as runs from run_tag t
                       join run r on r.upload_id = t.upload_id and r.section = t.section and r.state = 'ready'
                 group by t.tag order by count(*) desc, t.tag
                """).query(Used.class).list();
    }

    /** Sets the tags of a run, in the caller's transaction. @throws BadParameter if a tag is invalid, or there are too many */
    void put(RunId run, Collection<String> words) {
        var tags = words.stream().map(word -> word.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT)).distinct()
                .toList();
        if (tags.size() > MOST) {
            throw new BadParameter("a run may have " + MOST + " tags, these are " + tags.size());
        }
        for (var tag : tags) {
            if (tag.isEmpty() || tag.length() > LONGEST || tag.contains(",")) {
                throw new BadParameter("a tag has 1 to " + LONGEST + " characters and no comma, was '" + tag + "'");
            }
        }
        jdbc.sql("delete from run_tag where upload_id = ? and section = ?").params(run.upload(), run.section())
                .update();
        for (var tag : tags) {
            jdbc.sql("insert into run_tag (upload_id, section, tag) values (?, ?, ?)")
                    .params(run.upload(), run.section(), tag).update();
        }
    }

    record Used(String tag, long runs) {}
}
