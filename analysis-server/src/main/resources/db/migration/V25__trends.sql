-- Time of the last run over that of the first, less one, where the runs of a history change little by little; else null.
alter table history add column trend_effect double precision;
