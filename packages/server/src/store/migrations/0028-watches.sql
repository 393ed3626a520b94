-- owner: sync

-- Instant delivery of an account: what its provider was asked to announce, and whether it does.
create table mail_watch (
  account_id bigint primary key references jmap_account (id) on delete cascade,
  provider text not null check (provider in ('provA', 'provB')),
  mailbox text not null,               -- its address in lower case: what Google's announcements name
  is_wanted boolean not null,          -- the user's switch
  remote_id text,                      -- provB: the subscription; provA: the topic; null: nothing is registered
  address text,                        -- what was registered: where notifications go, or the topic
  client_state bytea,                  -- provB: SHA-256 of the secret that every notification repeats
  registered_at timestamptz,
  expires_at timestamptz,
  announced_at timestamptz,            -- the last announcement
  unannounced_at timestamptz,          -- when mail came that nothing had announced; null again with the next announcement
  trouble text                         -- why the last registration failed, in words
);
create index mail_watch_mailbox on mail_watch (mailbox) where is_wanted;
create unique index mail_watch_subscription on mail_watch (remote_id) where client_state is not null;

-- How long mail takes from its receipt at the provider until it is in the change log here.
create table mail_delay (
  account_id bigint primary key references jmap_account (id) on delete cascade,
  counted_from timestamptz not null,   -- what was received before came with the first import
  recent integer[] not null            -- milliseconds, newest first, at most 50
);

-- Notifications that were turned away, for the administrator. Bounded by a schedule.
create table webhook_refusal (
  endpoint text not null,
  source text not null,                -- the caller's address
  reason text not null,
  account_id bigint,                   -- when it is known whose it claimed to be; no reference: it may have been removed
  times bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  logged_at timestamptz not null,
  unique nulls not distinct (endpoint, source, reason, account_id)
);
create index webhook_refusal_newest on webhook_refusal (last_at desc);
