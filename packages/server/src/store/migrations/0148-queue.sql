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

-- What the queue before this one held. Lanes are put right by the first process that runs jobs.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    insert into job (kind, lane, payload, queue, key, run_at, is_postponed, attempts, max_attempts, last_error, updated_at)
    select task.identifier, 'maintenance', coalesce(old.payload -> 'payload', 'null'), queue.queue_name, old.key, old.run_at,
      coalesce(old.flags ? 'retryAt', false),
      case when old.locked_at is null then old.attempts else greatest(old.attempts - 1, 0) end,
      old.max_attempts, old.last_error, old.updated_at
    from graphile_worker._private_jobs old
    join graphile_worker._private_tasks task on task.id = old.task_id
    left join graphile_worker._private_job_queues queue on queue.id = old.job_queue_id
    where not coalesce(old.flags ? 'superseded', false);
    insert into job_schedule (name, last_at)
    select identifier, coalesce(last_execution, known_since) from graphile_worker._private_known_crontabs;
  end if;
end $$;
drop schema if exists graphile_worker cascade;
drop function enqueue_job;
