-- home: installation
-- owner: people

-- What the administrator entered about the identity provider that people sign in at; the environment is the fallback.
create table single_sign_on_configuration (
  only_row boolean primary key default true check (only_row),
  issuer text,
  client_id text,
  client_secret text,                  -- enc:v1
  button_name text,
  links_verified_addresses boolean not null default false,
  makes_people boolean not null default false,
  domains text[] not null default '{}',              -- of addresses that people are made for, in lower case
  groups text[] not null default '{}',               -- that people are made for
  groups_claim text not null default 'groups',
  administrator_group text,            -- null: the provider makes no administrators
  second_factor_values text[] not null default '{}', -- of acr and amr that stand for the second factor
  is_only_way boolean,                 -- null: as the environment says
  updated_at timestamptz not null
);

-- Who signs in as whom: a person of the provider, by the two claims that never change (OpenID Connect Core §5.7).
create table single_sign_on_identity (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  issuer text not null,
  subject text not null,
  label text not null,                 -- address or name at the provider, for the list
  linked_at timestamptz not null,
  last_used_at timestamptz,
  unique (issuer, subject)
);
create index single_sign_on_identity_user on single_sign_on_identity (user_id);

-- A browser on its way to the provider and back. Each is used once.
create table single_sign_on_flow (
  digest bytea primary key,            -- SHA-256 of the state
  browser bytea not null,              -- SHA-256 of the cookie
  issuer text not null,
  redirect_uri text not null,
  nonce text not null,                 -- enc:v1
  verifier text not null,              -- enc:v1: PKCE
  next text not null,
  user_id bigint references app_user (id) on delete cascade,   -- who links an identity; null: a sign-in
  session bytea,                       -- the web session it began in, of who links
  expires_at timestamptz not null
);
create index single_sign_on_flow_expiry on single_sign_on_flow (expires_at);
create index single_sign_on_flow_user on single_sign_on_flow (user_id) where user_id is not null;

-- A session at the provider that web sessions rest on: when it ends, they end.
create table single_sign_on_session (
  id bigint generated always as identity primary key,
  identity_id bigint not null references single_sign_on_identity (id) on delete cascade,
  user_id bigint not null references app_user (id) on delete cascade,
  sid text,                            -- the provider's name for it; null: it gives none
  id_token text not null,              -- enc:v1: shown to the provider at sign-out
  begun_at timestamptz not null
);
create index single_sign_on_session_identity on single_sign_on_session (identity_id);
create index single_sign_on_session_user on single_sign_on_session (user_id);

alter table web_session add column single_sign_on_session_id bigint
  references single_sign_on_session (id) on delete cascade;
create index web_session_single_sign_on on web_session (single_sign_on_session_id)
  where single_sign_on_session_id is not null;

-- Logout tokens that were obeyed, until they would be refused for their age.
create table single_sign_on_logout (
  digest bytea primary key,            -- SHA-256 of issuer and jti
  expires_at timestamptz not null
);

-- Whether the user has chosen the password: who was made at a first single sign-on has none to enter.
alter table app_user add column has_password boolean not null default true;
