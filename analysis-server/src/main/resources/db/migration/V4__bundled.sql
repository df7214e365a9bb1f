-- The sets of bundled results that have become uploads. A start with one of them has nothing to do.
create table bundled_set (
    sha256 varchar(64) not null primary key,    -- of all its files, in their order
    added_at timestamp with time zone not null
);
