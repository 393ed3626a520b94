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
  created_at timestamptz not null default now()
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
  expires_at timestamptz not null
);
create index web_session_user on web_session (user_id);
create index web_session_expiry on web_session (expires_at);
