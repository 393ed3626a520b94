-- owner: accounts

create table mail_account (
  id bigint primary key references jmap_account (id) on delete cascade,
  user_id bigint not null references app_user (id) on delete cascade,
  provider text not null check (provider in ('imap', 'provA', 'provB')),
  address text not null,
  name text not null,
  settings jsonb not null,             -- imap: hosts, ports, encryption, username; no secrets
  secret text,                         -- enc:v1: mailbox password or refresh token
  sort_order integer not null default 0,
  -- what a person is told about it; changed only by an observed fact
  condition text not null default 'new',
  condition_detail text,
  condition_since timestamptz not null,
  last_synced_at timestamptz,
  created_at timestamptz not null
);
create unique index mail_account_address on mail_account (user_id, provider, lower(address));
