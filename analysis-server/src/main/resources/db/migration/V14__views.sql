-- What others may read by SQL (docs/agents.md): only what is shown, under names and units that stay. A null is not known. The tables
-- themselves may change with every version.
create view shown_run as
select concat(r.upload_id, '-', r.section) as run,
       r.upload_id as upload,
       r.section as section,
       r.filename as filename,
       u.title as title,
       r.tool as tool,
       r.tool_version as tool_version,
       r.library as library,
       r.library_version as library_version,
       r.instance_type as instance_type,
       r.gpu as gpu,
       r.started_at as started_at,
       r.made_at as made_at,
       r.stored_at as stored_at,
       r.bundled as bundled,
       r.points as measurements,
       r.problems as problems,
       r.wrong as wrong_measurements,
       (select count(*) from run_flag f where f.run_id = r.id) as flags,
       r.min_bytes as min_message_bytes,
       r.max_bytes as max_message_bytes,
       r.max_busbw as max_busbw_gbps,
       r.max_algbw as max_algbw_gbps,
       r.min_time as min_time_us
  from run r join upload u on u.id = r.upload_id
 where r.state = 'ready';

create view shown_flag as
select concat(r.upload_id, '-', r.section) as run,
       f.flag as flag,
       f.detail as detail
  from run_flag f join run r on r.id = f.run_id
 where r.state = 'ready';

create view shown_measurement as
select concat(r.upload_id, '-', r.section) as run,
       m.ordinal as position,
       m.line as line,
       r.made_at as made_at,
       nullif(s.tool, '') as tool,
       nullif(s.tool_version, '') as tool_version,
       nullif(s.library, '') as library,
       nullif(s.library_version, '') as library_version,
       s.operation as operation,
       nullif(s.variant, '') as variant,
       nullif(s.placement, '') as placement,
       nullif(s.instance_type, '') as instance_type,
       nullif(s.gpu, '') as gpu,
       nullif(s.problem, '') as problem,
       nullif(s.datatype, '') as datatype,
       nullif(s.redop, '') as redop,
       nullif(s.root, '') as root,
       nullif(s.settings, '') as settings,
       nullif(m.nodes, 0) as nodes,
       nullif(m.ranks, 0) as ranks,
       nullif(m.message_bytes, -1) as message_bytes,
       m.iterations as iterations,
       m.time_us as time_us,
       m.time_min_us as time_min_us,
       m.time_p50_us as time_p50_us,
       m.time_p99_us as time_p99_us,
       m.time_max_us as time_max_us,
       m.algbw_gbps as algbw_gbps,
       m.busbw_gbps as busbw_gbps,
       m.wrong as wrong,
       m.metrics as metrics,
       (select count(*) from run_flag f where f.run_id = r.id) as flags
  from measurement m join run r on r.id = m.run_id join series s on s.id = m.series_id
 where r.state = 'ready';
