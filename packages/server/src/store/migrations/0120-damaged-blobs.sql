-- owner: store

-- Blobs whose stored bytes turned out to be missing or changed. Bytes that are put again take their place.
create table damaged_blob (
  digest bytea primary key references blob (digest) on delete cascade,
  found_at timestamptz not null
);
