-- owner: sync

-- How far one remote folder (or one whole mailbox) has been read.
create table sync_cursor (
  account_id bigint not null references jmap_account (id) on delete cascade,
  mailbox_id bigint references mailbox (id) on delete cascade,   -- null: the cursor covers the account
  position jsonb not null,             -- {position, fingerprint}; imap position: {uidValidity, uidNext, highestModseq}
  remote_total integer,
  looked_at timestamptz not null,
  unique nulls not distinct (account_id, mailbox_id)
);

-- The sync ledger: what a cursor move covered and nobody has fetched yet.
-- Written in the transaction that moves the cursor; removed in the one that stores the message.
create table sync_item (
  account_id bigint not null references jmap_account (id) on delete cascade,
  remote_id text not null,             -- imap: <mailbox id>/<UIDVALIDITY>:<UID>
  mailbox_id bigint references mailbox (id) on delete cascade,
  uid bigint,
  rank bigint not null,                -- larger is fetched first
  listed_at timestamptz not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  last_error text,
  primary key (account_id, remote_id)
);
create index sync_item_next on sync_item (account_id, rank desc) include (due_at);

-- Where a message lives at the provider, and what the provider last said about it.
create table remote_message (
  account_id bigint not null references jmap_account (id) on delete cascade,
  remote_id text not null,
  message_id bigint not null references message (id) on delete cascade on update cascade,
  mailbox_id bigint references mailbox (id) on delete cascade,
  uid bigint,
  keywords text[] not null,            -- as the provider last reported them
  missing_since timestamptz,           -- listed before, absent now; not yet found elsewhere
  present_at timestamptz,              -- when missing: the last look that still saw it, if that is known
  primary key (account_id, remote_id)
) with (fillfactor = 85);
create index remote_message_message on remote_message (message_id);
create index remote_message_uid on remote_message (mailbox_id, uid);
-- Providers whose ids hold for the whole account have no UIDs; their id is what follows the mailbox.
create index remote_message_item on remote_message (account_id, substr(remote_id, strpos(remote_id, '/') + 1))
  where uid is null;
create index remote_message_missing on remote_message (account_id) where missing_since is not null;

-- The outbox: what was decided here and the provider has not confirmed.
create table outbox_op (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,
  message_id bigint references message (id) on delete cascade on update cascade,
  mailbox_id bigint references mailbox (id) on delete cascade,
  field text not null,                 -- keyword:<name>, mailboxes, destroy, create-mailbox
  base jsonb not null,                 -- what the provider has: the value to fall back to
  desired jsonb not null,
  journal_id bigint,
  state text not null default 'pending' check (state in ('pending', 'sending', 'sent', 'refused')),
                                       -- sent: answered, until a look has seen that it stuck (keywords only)
  attempts integer not null default 0,
  tried bigint[] not null default '{}', -- mailboxes that may hold a copy whose answer was lost
  due_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  refused_at timestamptz               -- set with the state; such rows are for the account's page, for 30 days
);
create unique index outbox_op_pending on outbox_op (account_id, coalesce(message_id, 0), coalesce(mailbox_id, 0), field) where state = 'pending';
create index outbox_op_next on outbox_op (account_id, due_at) where state <> 'refused';
create index outbox_op_message on outbox_op (message_id);
