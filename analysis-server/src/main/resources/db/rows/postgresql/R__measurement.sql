-- The measurements as rows: one for each element of the arrays of the table curve.
create or replace view measurement as
select c.run_id, m.ordinal, c.series_id, m.line, c.ranks, c.nodes, m.message_bytes, m.iterations, m.time_us,
       m.time_min_us, m.time_p50_us, m.time_p99_us, m.time_max_us, m.algbw_gbps, m.busbw_gbps, m.wrong, m.baseline_us,
       m.speedup, m.efficiency_pct, m.metrics
  from curve c cross join lateral
       unnest(c.ordinal, c.line, c.message_bytes, c.iterations, c.time_us, c.time_min_us, c.time_p50_us, c.time_p99_us,
              c.time_max_us, c.algbw_gbps, c.busbw_gbps, c.wrong, c.baseline_us, c.speedup, c.efficiency_pct, c.metrics)
           as m(ordinal, line, message_bytes, iterations, time_us, time_min_us, time_p50_us, time_p99_us, time_max_us,
                algbw_gbps, busbw_gbps, wrong, baseline_us, speedup, efficiency_pct, metrics);
