package org.gpucomm.server.series;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.series.RunFlag;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Flags of runs. */
@Component
public class RunFlags {

    private final JdbcClient jdbc;

    RunFlags(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns the flags by the run's id in the table; runs without flags are left out. */
    public Map<Long, List<RunFlag>> of(Collection<Long> runs) {
        var flags = new HashMap<Long, List<RunFlag>>();
        jdbc.sql("select f.run_id, f.flag, f.detail from " + StoredCurves.WANTED
                + " join run_flag f on f.run_id = wanted.id").param(1, runs.toArray(Long[]::new)).query(row -> {
                    flags.computeIfAbsent(row.getLong("run_id"), id -> new ArrayList<>())
                            .add(RunFlag.of(row.getString("flag"), row.getString("detail")));
                });
        return flags;
    }

    /** Returns the flags by the public id of the run, in {@link RunFlag#ORDER}. */
    public Map<String, List<RunFlag>> byRunId(List<CurveHead> heads) {
        var ids = heads.stream()
                .collect(Collectors.toMap(CurveHead::run, CurveHead::runId, (one, same) -> one));
        var flags = new HashMap<String, List<RunFlag>>();
        of(ids.keySet()).forEach((run, ofRun) -> flags.put(String.valueOf(ids.get(run)),
                ofRun.stream().sorted(RunFlag.ORDER).toList()));
        return flags;
    }
}
