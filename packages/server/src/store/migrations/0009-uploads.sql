-- owner: mail

-- Bytes that a client has sent and that no message holds yet (RFC 8620 §6). What an account may read is what its
-- messages and its uploads name; knowing a digest opens nothing.
create table upload (
  account_id bigint not null references jmap_account (id) on delete cascade,
  digest bytea not null references blob (digest),
  user_id bigint not null references app_user (id) on delete cascade,   -- whose bytes count against the bound
  size integer not null,
  uploaded_at timestamptz not null,
  primary key (account_id, digest)
);
create index upload_user on upload (user_id, uploaded_at desc) include (size);
create index upload_age on upload (uploaded_at);
create index upload_digest on upload (digest);

-- What a mail server says of the storage it grants (RFC 9208); an account of a server that says nothing has no rows.
create table quota (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,
  resource text not null check (resource in ('storage', 'messages')),
  used bigint not null,                -- octets of storage, or messages
  hard_limit bigint not null,
  unique (account_id, resource)
);
