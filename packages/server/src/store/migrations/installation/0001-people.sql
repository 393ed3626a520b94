-- home: installation
-- owner: people

create table app_user (
  id bigint generated always as identity primary key,
  email text not null,
  name text not null,
  password_hash text not null,         -- Argon2id, PHC string
  is_admin boolean not null default false,
  locale text not null default 'en',
  time_zone text not null default 'UTC',
  settings jsonb not null default '{}',
  totp_secret text,                    -- enc:v1:
  totp_confirmed_at timestamptz,
  backup_codes jsonb not null default '[]',
  -- part of what a remember-me cookie signs: raising it ends every remembered sign-in
  sign_in_generation integer not null default 0,
  created_at timestamptz not null default now(),
  -- of sentences, beside the locale that dates and numbers are written in: whoever chose another locale keeps its formats
  language text not null default 'en' check (language in ('en', 'de')),
  unchosen text[] not null default '{}'    -- what nobody has decided yet; the first browser that signs in does
);
create unique index app_user_email on app_user (lower(email));

create table web_session (
  digest bytea primary key,            -- SHA-256 of the cookie secret
  user_id bigint not null references app_user (id) on delete cascade,
  form_key bytea not null,             -- signs the tokens in this session's forms
  label text not null,
  address text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  remembered_until timestamptz         -- until when its browser may come back without a password; names its remembered sign-in
);
create index web_session_user on web_session (user_id);
create index web_session_expiry on web_session (expires_at);

-- Remembered sign-ins that were ended one by one, kept until they would have ended anyway.
create table ended_remembering (
  user_id bigint not null references app_user (id) on delete cascade,
  ends_at timestamptz not null,
  primary key (user_id, ends_at)
);

-- Where a user has signed in from: there a sign-in has tries of its own, so that strangers who fail under the user's name
-- do not lock the user out.
create table familiar_address (
  user_id bigint not null references app_user (id) on delete cascade,
  digest bytea not null,               -- SHA-256 of user and address (IPv6: its /64)
  last_at timestamptz not null,
  primary key (user_id, digest)
);

create table app_password (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  digest bytea not null unique,        -- SHA-256 of the secret
  hint text not null,                  -- the first digits of the secret, in clear
  name text not null,
  scope text check (scope in ('read', 'mail', 'calendar')),               -- null: everything
  account_id bigint,                   -- null: every account
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

-- Where clients want to be told of changes (RFC 8620 §7.2). Gone with the credentials that made it.
create table push_subscription (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  session_digest bytea references web_session (digest) on delete cascade,
  app_password_id bigint references app_password (id) on delete cascade,
  device_client_id text not null,
  url text not null,
  p256dh bytea,                        -- the client's P-256 point, uncompressed; null: sent in clear
  auth bytea,
  types text[],                        -- null: every type
  application_server_key text not null,  -- the VAPID key the client subscribed with
  verification_code text not null,
  verified_at timestamptz,             -- null: the client has not answered the code yet, so nothing else is sent
  created_at timestamptz not null,
  expires_at timestamptz not null,
  told jsonb not null,                 -- account id to the state the client was last told
  sent_at timestamptz,
  failing_since timestamptz,           -- null: the last attempt was good
  check ((session_digest is null) <> (app_password_id is null)),
  check ((p256dh is null) = (auth is null))
);
create index push_subscription_user on push_subscription (user_id);
create index push_subscription_session on push_subscription (session_digest) where session_digest is not null;
create index push_subscription_app_password on push_subscription (app_password_id)
  where app_password_id is not null;
