-- home: installation
-- owner: accounts

-- What the administrator entered about this installation's registration with a provider; the environment is the fallback.
create table provider_configuration (
  provider text primary key check (provider in ('provA', 'provB')),
  client_id text,
  client_secret text,                  -- enc:v1
  tenant text,                         -- provB
  topic text,                          -- provA
  push_token text,                     -- enc:v1; provA
  updated_at timestamptz not null,
  secret_expires_on date,              -- provB: two years at most; the provider tells it only where the secret was made
  -- provA: who signs Pub/Sub's notifications, and for whom. No service account: the token in the address is the only proof
  push_service_account text,
  push_audience text,
  cloud text                           -- provB: the national cloud that the registration lives in; null: the global one
);

-- A browser on its way to a provider and back. Each is used once.
create table oauth_state (
  digest bytea primary key,            -- SHA-256 of the state
  session bytea not null,              -- the web session it began in
  user_id bigint not null references app_user (id) on delete cascade,
  provider text not null check (provider in ('provA', 'provB')),
  account_id bigint,                   -- the account to reconnect; null: a new one
  redirect_uri text not null,
  nonce text not null,                 -- enc:v1
  verifier text not null,              -- enc:v1: PKCE
  expires_at timestamptz not null
);
create index oauth_state_expiry on oauth_state (expires_at);
create index oauth_state_user on oauth_state (user_id);
create index oauth_state_account on oauth_state (account_id) where account_id is not null;

-- How the newest sign-in ended that says something of this installation's registration with a provider, also one that
-- connected no mailbox.
create table sign_in_outcome (
  provider text primary key check (provider in ('provA', 'provB')),
  client_id text not null,             -- of the registration then
  redirect_uri text not null,          -- where the browser came back
  ended_at timestamptz not null,
  failure jsonb                        -- why nothing was granted; null: everything essential was
);
