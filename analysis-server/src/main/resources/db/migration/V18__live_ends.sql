-- What runs that were watched have become, so that their links go on.
create table live_end (
    id varchar(32) not null primary key,
    upload varchar(16) not null,                -- which may have been deleted since
    ended_at timestamp with time zone not null
);
