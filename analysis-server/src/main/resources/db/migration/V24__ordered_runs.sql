-- Lists of runs keep the ids of all runs in an order: with the id in the index it is read from there alone.
drop index run_by_start;
create index run_by_start on run (state, started_at desc nulls last, stored_at desc, upload_id, section, id);
