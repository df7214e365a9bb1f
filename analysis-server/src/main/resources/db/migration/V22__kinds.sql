-- The kinds of curves of the runs that are shown, each with the sums of all its curves, kept by whoever publishes: what there is to
-- choose and how much of it is read from here, however many runs there are.
create table kind (
    series_id bigint not null,
    ranks int not null,
    nodes int not null,
    circumstances_id bigint not null,           -- 0 = of a reading that an older server published, as is
    sizes_id bigint not null,
    curves bigint not null,
    points bigint not null,
    busbw_points bigint not null,
    algbw_points bigint not null,
    time_points bigint not null,
    speedup_points bigint not null,
    efficiency_points bigint not null,
    primary key (series_id, ranks, nodes, circumstances_id, sizes_id)
);

-- The value of published that the table of kinds is of. An older server publishes without it: they differ then, and all is summed up
-- anew by the next that publishes.
alter table publication add column summed bigint not null default -1;

insert into kind
select c.series_id, c.ranks, c.nodes, coalesce(r.circumstances_id, 0), coalesce(c.sizes_id, 0), count(*), sum(c.points),
       sum(c.busbw_points), sum(c.algbw_points), sum(c.time_points), sum(c.speedup_points), sum(c.efficiency_points)
  from run_series c join run r on r.id = c.run_id
 where r.state = 'ready'
 group by c.series_id, c.ranks, c.nodes, coalesce(r.circumstances_id, 0), coalesce(c.sizes_id, 0);

update publication set summed = published;
