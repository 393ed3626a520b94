-- owner: mail

-- Messages whose stored bytes are lost, until they have been fetched from the provider again.
create table damaged_message (
  message_id bigint primary key references message (id) on delete cascade on update cascade,
  account_id bigint not null references jmap_account (id) on delete cascade,
  attempts integer not null default 0,
  due_at timestamptz not null,
  given_up_at timestamptz,             -- the provider has no copy either, or does not deliver it
  reason text                          -- why the last attempt failed, for the owner
);
create index damaged_message_due on damaged_message (account_id, due_at) where given_up_at is null;

-- How many of an account's messages had their stored bytes compared with their digests, and what came of it.
create table byte_check (
  account_id bigint primary key references jmap_account (id) on delete cascade,
  checked bigint not null default 0,
  restored bigint not null default 0,
  checked_at timestamptz               -- when some were last read for the check
);
