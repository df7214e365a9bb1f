-- Counts of changes beside published, which counts those of what is measured and what uploads are called: an answer is kept until
-- one of those changes that it is made of.
alter table publication add column tagged bigint not null default 0;     -- tags of runs
alter table publication add column noted bigint not null default 0;      -- notes on runs
alter table publication add column based bigint not null default 0;      -- baselines
alter table publication add column told bigint not null default 0;       -- what histories tell, found out in the background
