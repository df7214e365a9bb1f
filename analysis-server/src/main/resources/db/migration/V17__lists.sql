-- The orders in which lists of runs are asked for, so that a page of them reads no more runs than it and those before it have.
create index run_by_start on run (state, started_at desc nulls last, stored_at desc, upload_id, section);
create index run_by_arrival on run (state, bundled, stored_at desc, upload_id, section);
