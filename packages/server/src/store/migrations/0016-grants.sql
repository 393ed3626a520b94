-- owner: accounts

-- What the administrator entered about this installation's registration with a provider; the environment is the fallback.
create table provider_configuration (
  provider text primary key check (provider in ('provA', 'provB')),
  client_id text,
  client_secret text,                  -- enc:v1
  tenant text,                         -- provB
  topic text,                          -- provA
  push_token text,                     -- enc:v1; provA
  updated_at timestamptz not null
);

-- A browser on its way to a provider and back. Each is used once.
create table oauth_state (
  digest bytea primary key,            -- SHA-256 of the state
  session bytea not null,              -- the web session it began in
  user_id bigint not null references app_user (id) on delete cascade,
  provider text not null check (provider in ('provA', 'provB')),
  account_id bigint references mail_account (id) on delete cascade,       -- the account to reconnect; null: a new one
  redirect_uri text not null,
  nonce text not null,
  verifier text not null,              -- enc:v1: PKCE
  expires_at timestamptz not null
);
create index oauth_state_expiry on oauth_state (expires_at);
create index oauth_state_user on oauth_state (user_id);
create index oauth_state_account on oauth_state (account_id) where account_id is not null;

-- What a provider granted for an account. Its tokens are used from here by every process.
create table account_grant (
  account_id bigint primary key references mail_account (id) on delete cascade,
  user_id bigint not null references app_user (id) on delete cascade,
  provider text not null check (provider in ('provA', 'provB')),
  tenant text not null,                -- provB: the directory of the subject; else empty
  subject text not null,
  refresh_token text not null,         -- enc:v1
  access_token text not null,          -- enc:v1
  access_expires_at timestamptz not null,
  scopes text[] not null,              -- as granted, in the provider's spelling
  serial integer not null default 1,   -- counts the reconnections
  granted_at timestamptz not null,
  worked_at timestamptz not null,      -- the last time the provider gave an access token
  ends_at timestamptz,                 -- when the provider said that it will end
  died_at timestamptz,                 -- when it turned out to be over
  looked_at timestamptz,               -- the last time a grant that is over was tried all the same
  failure jsonb,                       -- why there is no access token, while that lasts
  last_life_seconds bigint,            -- how long the grant before this one lasted, at most
  last_was_weekly boolean not null default false                          -- it ended after a week, as those of apps in testing do
);
create unique index account_grant_mailbox on account_grant (user_id, provider, tenant, subject);
create index account_grant_subject on account_grant (provider, tenant, subject);
