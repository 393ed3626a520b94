-- owner: sync

-- What the last comparison of an account with its provider came to.
create table mirror_check (
  account_id bigint primary key references jmap_account (id) on delete cascade,
  here integer not null,               -- messages known here, those still to be fetched included
  there integer not null,              -- by the provider's own count
  checked_at timestamptz not null,
  sampled_at timestamptz,              -- when some were last asked for by id
  swept_at timestamptz,                -- when everything was last listed and compared
  mended integer not null default 0,   -- differences found and repaired since the account was connected
  mended_at timestamptz
);
