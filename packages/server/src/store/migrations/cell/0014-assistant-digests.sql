-- home: cell
-- owner: assistant

-- When somebody last asked for a digest of their new mail: the next one begins there.
alter table assistant_choice add column digest_at timestamptz;
