-- home: cell
-- owner: store

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

-- Blobs whose stored bytes turned out to be missing or changed. Bytes that are put again take their place.
create table damaged_blob (
  digest bytea primary key references blob (digest) on delete cascade,
  found_at timestamptz not null
);
