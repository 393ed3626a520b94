-- home: cell
-- owner: jobs

-- Jobs that wait, run, or failed for good (then all attempts are used up); what succeeded is gone.
create table job (
  id bigint generated always as identity primary key,
  kind text not null,
  lane text not null,
  payload json not null,
  queue text,                          -- one at a time of each
  key text,                            -- equal ones that wait are one job; one more may wait while one runs
  run_at timestamptz not null,
  is_postponed boolean not null default false,   -- the time was asked for: enqueueing again does not bring it forward
  attempts integer not null default 0,
  max_attempts integer not null,
  crashes integer not null default 0,  -- ends of the process that ran it
  last_error text,
  taken_by text,                       -- the worker that runs it, and holds the advisory lock of that name
  taken_at timestamptz,
  turn integer not null default 0,     -- how often it was taken: who held it in a former turn cannot write any more
  updated_at timestamptz not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create unique index job_key on job (key) where taken_by is null;
create unique index job_busy_queue on job (queue) where taken_by is not null;
create index job_due on job (lane, run_at, id) where taken_by is null and attempts < max_attempts;
create index job_queue on job (queue, run_at, id) where taken_by is null and attempts < max_attempts;
create index job_taken on job (taken_by) where taken_by is not null;

-- When each schedule fired last: whoever moves the time enqueues the job.
create table job_schedule (
  name text primary key,
  last_at timestamptz not null
);
