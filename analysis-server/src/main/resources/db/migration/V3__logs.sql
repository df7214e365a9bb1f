-- What is wrong with a run as a whole: facts named flag:… of its section, and wrong data.
create table run_flag (
    run_id bigint not null references run (id),
    flag varchar(40) not null,                  -- incomplete, aborted, wrong_data, …
    detail varchar(500) not null,
    primary key (run_id, flag)
);
create index run_flag_by_flag on run_flag (flag);

insert into run_flag (run_id, flag, detail)
select r.id, substring(f.name, 6), min(f.fact_value)
  from fact f join run r on r.reading_id = f.reading_id and f.section in (0, r.section)
 where f.name like 'flag:%' and r.state = 'ready'
 group by r.id, f.name;
insert into run_flag (run_id, flag, detail)
select r.id, 'wrong_data', cast(r.wrong as varchar(20)) || ' of ' || cast(r.points as varchar(20)) || ' measurements'
  from run r
 where r.wrong > 0 and r.state = 'ready'
    on conflict do nothing;

-- Where a run's lines are, when that is not the upload itself: a member of an archive, the file that a CSV was made from.
alter table run add column source varchar(500);

-- A line's number is its own file's; its position counts the lines of all members of an archive.
alter table problem add column source varchar(500);
alter table problem add column position bigint default 0 not null;
update problem set position = line;

-- Problems of the file as a whole are no lines: lines = row lines + notes + problems.
alter table reading add column file_problems bigint default 0 not null;
update reading set file_problems = (select count(*) from problem p where p.reading_id = reading.id and p.line = 0);
update reading set problem_count = problem_count - file_problems;

-- A reading may replace an earlier one, and the same version may read a file again.
alter table reading add column attempt int default 1 not null;
alter table reading add column replaces bigint;        -- the reading that was shown before it
alter table reading add column changed_rows bigint;     -- measurements that differ from it; null = not comparable
alter table reading add column ended_at timestamp with time zone;
alter table reading drop constraint reading_once;
alter table reading add constraint reading_once unique (upload_id, parser_version, filename, attempt);
create index reading_by_end on reading (ended_at);

-- What the columns of somebody's table mean: as it was read, or as it is proposed while the state is needs_mapping.
alter table reading alter column state set data type varchar(20);
alter table reading add column mapping text;
create table csv_mapping (
    fingerprint varchar(64) not null primary key,   -- SHA-256 of the header, as Mapping.fingerprint() writes it
    mapping text not null,
    saved_at timestamp with time zone not null
);
