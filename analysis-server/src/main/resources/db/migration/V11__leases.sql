-- Which server imports a reading, and until when no other takes it: the end of its lease, or of the pause before the next try.
alter table reading add column lease_owner varchar(40);
alter table reading add column lease_until timestamp with time zone;
alter table reading add column tries int default 0 not null;     -- that failed through no fault of the file

-- Rows of imports that failed stayed; from now on they go, and the next import of the file begins anew.
update reading set parser_version = 'cut: ' || substring(parser_version, 1, 1900) where state = 'failed';
