-- owner: sync

-- Messages that the provider lists and does not hand out: each is here as a stub, or put together from its parts.
create table unfetched_message (
  account_id bigint not null references jmap_account (id) on delete cascade,
  remote_id text not null,             -- as in sync_item
  mailbox_id bigint references mailbox (id) on delete cascade,
  uid bigint,
  is_rebuilt boolean not null,         -- false: a stub
  reason text not null,                -- the provider's words
  attempts integer not null default 0, -- since it became one
  tried_at timestamptz not null,
  next_at timestamptz not null,        -- when it is asked for again by itself
  primary key (account_id, remote_id)
);

-- Folders that could not be read to their end at the last look.
create table folder_trouble (
  account_id bigint not null references jmap_account (id) on delete cascade,
  mailbox_id bigint not null references mailbox (id) on delete cascade,
  since timestamptz not null,
  attempts integer not null,
  reason text not null,
  primary key (account_id, mailbox_id)
);

-- What is counted and listed as a whole: one folder, or the account where mailbox_id is null.
create table mirror_scope (
  account_id bigint not null references jmap_account (id) on delete cascade,
  mailbox_id bigint references mailbox (id) on delete cascade,
  here integer not null,
  there integer not null,
  accepted integer not null default 0, -- there - here that a complete listing did not explain
  is_accepting boolean not null,       -- listed whole since: a difference that stays is one to accept
  swept_at timestamptz not null,       -- when it was last listed and compared whole
  suspected_at timestamptz,            -- when that was last done because of a difference
  vain integer not null default 0,     -- such listings in a row that found nothing
  unique nulls not distinct (account_id, mailbox_id)
);

alter table mirror_check
  add column accepted integer not null default 0,  -- of the difference between there and here, what is no message
  add column waiting integer not null default 0,   -- listed and not fetched yet; not counted in here
  add column is_asked boolean not null default false; -- somebody asked for a sweep
