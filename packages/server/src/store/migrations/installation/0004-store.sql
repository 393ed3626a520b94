-- home: installation
-- owner: store

-- Throttle counters, one-time codes: small, short-lived, shared by all processes.
-- Unlogged: survives a clean restart, empty after a database crash, which harms nobody.
create unlogged table cache_entry (
  key text primary key,
  value jsonb not null,
  expires_at timestamptz not null
);
create index cache_entry_expiry on cache_entry (expires_at);
