-- What people call an upload; null = its file's name, which its parser reads too and so stays.
alter table upload add column title varchar(255);
-- Since when it is in no view: its runs have the state hidden. null = it is in all of them.
alter table upload add column hidden_at timestamp with time zone;
-- When it is erased with its bytes; null = never.
alter table upload add column erase_at timestamp with time zone;
create index upload_by_erasure on upload (erase_at);

-- What people say of a run. A run is named by its upload and number, which it keeps when the upload is read again.
create table run_note (
    upload_id varchar(16) not null references upload (id) on delete cascade,
    section int not null,
    note varchar(4000) not null,
    written_by varchar(100) not null,
    written_at timestamp with time zone not null,
    primary key (upload_id, section)
);
create table run_tag (
    upload_id varchar(16) not null references upload (id) on delete cascade,
    section int not null,
    tag varchar(60) not null,
    primary key (upload_id, section, tag)
);
create index run_tag_by_tag on run_tag (tag);

-- Runs that others are held against, under a name.
create table baseline (
    name varchar(60) not null primary key,
    made_by varchar(100) not null,
    made_at timestamp with time zone not null
);
create table baseline_run (
    name varchar(60) not null references baseline (name) on delete cascade,
    ordinal int not null,                       -- 1-based, as they were named
    upload_id varchar(16) not null references upload (id) on delete cascade,
    section int not null,
    primary key (name, ordinal)
);
