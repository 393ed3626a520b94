-- owner: jobs

-- Adds a job, or joins the one that holds the key (jobs/enqueue.ts, docs/decisions/0003). A function, so that whoever
-- adds a job sends one statement and waits for no answer. The queue's tables are made later than this, by the queue.
create function enqueue_job(
  kind_name text, payload_json json, most_attempts integer, queue text, job_key text, at timestamptz,
  wake_channel text, lane text                 -- the lane is woken at commit, when it may have something to do
) returns void language plpgsql as $$
declare
  joined record;
begin
  for attempt in 1 .. 10 loop
    -- Waiting: it is kept, at the earlier of both times, but no sooner than a server asked for (RetryAt); its row stays
    -- locked until commit, so it cannot start without seeing what the caller wrote. Failed for good: it gets new
    -- attempts. Running: it loses the key, and a new job must be made.
    if job_key is not null then
      update graphile_worker._private_jobs j set
        key = case when j.locked_at is null then j.key end,
        flags = case when j.locked_at is null then j.flags
                     else coalesce(j.flags, '{}') || '{"superseded": true}' end,
        run_at = case
          when j.locked_at is not null or (j.flags ? 'retryAt' and j.attempts < j.max_attempts) then j.run_at
          else least(j.run_at, coalesce(at, now())) end,
        attempts = case when j.locked_at is null and j.attempts >= j.max_attempts then 0 else j.attempts end,
        revision = j.revision + 1, updated_at = now()
      where j.key = job_key
      returning j.locked_at is null as is_waiting, j.run_at <= now() as is_due into joined;
      if found and joined.is_waiting then
        if joined.is_due then perform pg_notify(wake_channel, lane); end if;
        return;
      end if;
    end if;
    -- "key share" keeps the queue's row from being tidied away until this commits.
    with of_queue as (
      select id from graphile_worker._private_job_queues where queue_name = queue for key share)
    insert into graphile_worker._private_jobs (job_queue_id, task_id, payload, run_at, max_attempts, key)
    select of_queue.id, task.id, payload_json, coalesce(at, now()), most_attempts, job_key
    from graphile_worker._private_tasks task left join of_queue on true
    where task.identifier = kind_name and (of_queue.id is not null or queue is null)
    on conflict (key) do nothing;
    if found then
      if at is null then perform pg_notify(wake_channel, lane); end if;
      return;
    end if;
    -- Its kind or queue is new, or somebody inserted the same key just now.
    insert into graphile_worker._private_tasks (identifier) values (kind_name) on conflict do nothing;
    if queue is not null then
      insert into graphile_worker._private_job_queues (queue_name) values (queue) on conflict do nothing;
    end if;
  end loop;
  raise exception 'Could not enqueue a job of kind %', kind_name;
end $$;
