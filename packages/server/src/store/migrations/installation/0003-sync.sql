-- home: installation
-- owner: sync

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
