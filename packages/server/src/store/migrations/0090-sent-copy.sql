-- owner: mail

-- Microsoft answers before it has sent a message; the copy that it files in Sent is the proof that it did.
alter table submission add column is_taken boolean not null default false;
alter table submission add column copy_seen_at timestamptz;
