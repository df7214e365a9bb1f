-- The measurements as rows: one for each element of the arrays of the table curve, of which each has 8,000 at most.
create or replace view measurement as
select c.run_id, c.ordinal[m.place] as ordinal, c.series_id, c.line[m.place] as line, c.ranks, c.nodes,
       c.message_bytes[m.place] as message_bytes, c.iterations[m.place] as iterations, c.time_us[m.place] as time_us,
       c.time_min_us[m.place] as time_min_us, c.time_p50_us[m.place] as time_p50_us,
       c.time_p99_us[m.place] as time_p99_us, c.time_max_us[m.place] as time_max_us,
       c.algbw_gbps[m.place] as algbw_gbps, c.busbw_gbps[m.place] as busbw_gbps, c.wrong[m.place] as wrong,
       c.baseline_us[m.place] as baseline_us, c.speedup[m.place] as speedup,
       c.efficiency_pct[m.place] as efficiency_pct, c.metrics[m.place] as metrics
  from curve c join system_range(1, 8000) m(place) on m.place <= cardinality(c.ordinal);
