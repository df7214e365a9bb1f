-- A chart is of one number of ranks mostly, of which a series has many.
create index run_series_of_place on run_series (series_id, ranks);
