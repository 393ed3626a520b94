import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { db, eachWithItsOwnDatabase, newProcess, note, started } from './jobs-for-tests.ts'

eachWithItsOwnDatabase()

const migration = new URL('../store/migrations/0148-queue.sql', import.meta.url)

/** The columns of the former queue's tables that the migration reads, with what a worker of it left behind. */
const formerQueue = `
  drop table job, job_schedule;
  create function enqueue_job() returns void language sql as 'select';
  create schema graphile_worker;
  create table graphile_worker._private_tasks (id int, identifier text);
  create table graphile_worker._private_job_queues (id int, queue_name text);
  create table graphile_worker._private_known_crontabs (
    identifier text, known_since timestamptz, last_execution timestamptz);
  create table graphile_worker._private_jobs (
    id bigint, job_queue_id int, task_id int, payload json, run_at timestamptz, attempts int, max_attempts int,
    last_error text, updated_at timestamptz, key text, locked_at timestamptz, flags jsonb);
  insert into graphile_worker._private_tasks values (1, 'note-sync');
  insert into graphile_worker._private_job_queues values (1, 'key:a');
  insert into graphile_worker._private_known_crontabs values ('daily 30 3 * * *', now() - interval '3 days', null);
  insert into graphile_worker._private_jobs values
    (1, 1, 1, '{"payload": "running"}', now(), 1, 5, null, now(), null, now(), '{"superseded": true}'),
    (2, 1, 1, '{"payload": "again"}', now(), 0, 5, null, now(), 'a', null, null),
    (3, null, 1, '{"payload": "taken"}', now(), 1, 5, null, now(), null, now(), null),
    (4, null, 1, '{"payload": "failed"}', now(), 5, 5, 'Error: no', now(), null, null, null),
    (5, null, 1, '{"payload": "throttled"}', '2100-01-01', 0, 5, 'busy', now(), 'b', null, '{"retryAt": true}')`

test('the jobs of the queue before this one run, and those that failed or wait for a time still do', async () => {
  await db.database.query(formerQueue)
  await db.database.query(await readFile(migration, 'utf8'))
  const { jobs, ran } = await started()
  await expect.poll(() => ran.toSorted()).toEqual(['again', 'taken'])
  expect(await jobs.failed(10)).toMatchObject([{ kind: 'note-sync', attempts: 5, lastError: 'Error: no' }])
  await newProcess().enqueue(undefined, note(), 'sooner', { key: 'b' })
  await expect.poll(() => jobs.waiting()).toMatchObject({ sync: 1, maintenance: 0 })
  expect(
    await db.database.query(
      `select run_at, payload from job where key = 'b' and run_at = '2100-01-01' and is_postponed`,
    ),
  ).toHaveLength(1)
  expect(await db.database.query('select name from job_schedule')).toEqual([{ name: 'daily 30 3 * * *' }])
})
