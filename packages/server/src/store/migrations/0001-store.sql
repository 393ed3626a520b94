-- owner: store

-- Throttle counters, one-time codes: small, short-lived, shared by all processes.
-- Unlogged: survives a clean restart, empty after a database crash, which harms nobody.
create unlogged table cache_entry (
  key text primary key,
  value jsonb not null,
  expires_at timestamptz not null
);
create index cache_entry_expiry on cache_entry (expires_at);

-- Raw bytes are written in packs: one immutable file (or object) per written batch, one fsync each.
create table blob (
  digest bytea primary key,            -- SHA-256 of the plain bytes
  pack text not null,
  pack_offset integer not null,
  pack_length integer not null,        -- bytes in the pack, compressed
  size integer not null,               -- plain bytes
  created_at timestamptz not null default now()
);
create index blob_pack on blob (pack);
