-- owner: mail

-- As whom an account sends (RFC 8621 §6). The first is made by the server at its first use and stays.
create table identity (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,
  name text not null,
  email text not null,
  reply_to jsonb,                      -- EmailAddress[] as on the wire; null: none
  bcc jsonb,
  text_signature text not null default '',
  html_signature text not null default '',
  may_delete boolean not null,
  created_state bigint not null
);
create index identity_account on identity (account_id);
create unique index identity_first on identity (account_id) where not may_delete;

-- Messages on their way out (RFC 8621 §7); docs/decisions/0012-sending-once.md tells the states.
create table submission (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,
  identity_id bigint not null,         -- the identity may be gone by now
  email_id bigint not null,            -- as it was asked for; message_id follows a merge of threads
  message_id bigint references message (id) on delete set null on update cascade,
  thread_id bigint not null,
  blob_digest bytea references blob (digest),   -- what is sent; null once it is settled
  subject text not null,               -- for what the sender is told
  message_id_header text not null,     -- without angle brackets; minted once
  message_id_ref bytea not null,       -- as message.message_id_ref
  added_fields jsonb not null,         -- header lines that the stored bytes lack: Message-ID, Date
  envelope jsonb not null,             -- {mailFrom, rcptTo} as on the wire
  recipients jsonb not null,           -- [{email, delivered, displayed, reply}] in the order of rcptTo
  send_at timestamptz not null,
  undo_status text not null check (undo_status in ('pending', 'final', 'canceled')),
  state text not null
    check (state in ('queued', 'sending', 'handed-over', 'unknown', 'accepted', 'failed', 'canceled')),
  due_at timestamptz,                  -- when the next step is to be taken; null: none
  attempts integer not null default 0, -- counts claims, so that who was overtaken can be told
  handed jsonb,                        -- addresses whose answer to the message is open
  handed_at timestamptz,
  last_error text,
  dsn_blobs bytea[] not null default '{}',
  mdn_blobs bytea[] not null default '{}',
  created_at timestamptz not null,
  created_state bigint not null,
  settled_at timestamptz,
  destroyed_at timestamptz             -- gone for clients, and sent all the same
) with (fillfactor = 70);
create index submission_account on submission (account_id, id);
create index submission_due on submission (account_id, due_at) where due_at is not null;
create index submission_message_id on submission (account_id, message_id_ref);
create index submission_message on submission (message_id) where message_id is not null;
create index submission_blob on submission (blob_digest) where blob_digest is not null;
