-- What lists of runs are sorted by and a run has several of: kept by whoever publishes, so that a sort looks into no other table.
-- Null where an older server has published.
alter table run add column most_ranks int;
alter table run add column most_nodes int;
alter table run add column first_operation varchar(255);
alter table run add column first_variant varchar(255);
alter table run add column flag_count int;

update run set
       most_ranks = (select max(x.ranks) from run_series x where x.run_id = run.id),
       most_nodes = (select max(x.nodes) from run_series x where x.run_id = run.id),
       first_operation = (select min(s.operation) from run_series x join series s on s.id = x.series_id where x.run_id = run.id),
       first_variant = (select min(s.variant) from run_series x join series s on s.id = x.series_id where x.run_id = run.id),
       flag_count = (select count(*) from run_flag x where x.run_id = run.id)
 where state in ('ready', 'hidden');
