-- owner: people

create table app_password (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  digest bytea not null unique,        -- SHA-256 of the secret
  hint text not null,                  -- the first digits of the secret, in clear
  name text not null,
  scope text check (scope in ('read', 'mail', 'calendar')),               -- null: everything
  account_id bigint references jmap_account (id) on delete cascade,       -- null: every account
  created_at timestamptz not null,
  expires_at timestamptz,              -- null: never
  last_used_at timestamptz
);
create index app_password_user on app_password (user_id);
create index app_password_account on app_password (account_id) where account_id is not null;

-- Where each was used from: a row for every address and program, the newest few of them.
create table app_password_use (
  app_password_id bigint not null references app_password (id) on delete cascade,
  address text not null,
  client text not null,
  last_at timestamptz not null,
  primary key (app_password_id, address, client)
);
