-- home: cell
-- owner: assistant

-- Whether somebody wants the assistant, by their personal account; off until they say so.
create table assistant_choice (
  account_id bigint primary key references jmap_account (id) on delete cascade,
  is_on boolean not null default false,
  mail_accounts bigint[] not null default '{}'       -- that it may read
);

-- Tokens used, by personal account and day in its owner's time zone.
create table assistant_usage (
  account_id bigint not null references jmap_account (id) on delete cascade,
  day date not null,
  tokens integer not null,
  calls integer not null,
  primary key (account_id, day)
);

-- The newest summary of a conversation.
create table thread_summary (
  thread_id bigint primary key references thread (id) on delete cascade,
  account_id bigint not null references jmap_account (id) on delete cascade,
  fingerprint bytea not null,          -- SHA-256 of what it was written from: messages, model, language, instructions
  is_full boolean not null,
  citations jsonb not null,            -- its sentences, each with its message
  coverage jsonb not null,
  model text not null,
  written_at timestamptz not null
);
create index thread_summary_account on thread_summary (account_id);
