-- owner: sync

-- How much of a provider's allowance each mailbox has used, for all processes. Lost in a crash without harm: the
-- provider says so when too much was asked.
create unlogged table provider_budget (
  account_id bigint primary key references jmap_account (id) on delete cascade,
  spent_until timestamptz not null     -- the bucket is full when this lies its whole depth in the past
);
