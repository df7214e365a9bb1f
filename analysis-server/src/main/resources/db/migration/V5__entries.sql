-- How many entries of the upload are in the tables: each chunk adds its own in its transaction, so that an import that was
-- cut goes on behind them, whatever else is known of it.
alter table reading add column entries bigint default 0 not null;

-- Of readings that were cut before there was this column nobody knows it: their next start begins them anew.
update reading set parser_version = 'cut: ' || substring(parser_version, 1, 1900) where state in ('importing', 'failed');
