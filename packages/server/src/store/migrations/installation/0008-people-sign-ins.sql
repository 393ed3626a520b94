-- home: installation
-- owner: people

-- A session is given a new secret when its user changes how they sign in; what hangs on it goes along.
alter table push_subscription
  drop constraint push_subscription_session_digest_fkey,
  add constraint push_subscription_session_digest_fkey foreign key (session_digest)
    references web_session (digest) on delete cascade on update cascade;

-- When the secret was shown; one that nobody confirms is forgotten.
alter table app_user add column totp_enrolled_at timestamptz;

-- Sign-ins of the last 90 days: those that opened a session, and those that failed once a first factor was right.
create table sign_in (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  at timestamptz not null,
  factor text not null check (factor in
    ('password', 'code', 'recovery-code', 'trusted-device', 'remembered', 'passkey', 'single-sign-on')),
  is_failed boolean not null,
  label text not null,                 -- User-Agent of the browser
  address text not null
);
create index sign_in_user on sign_in (user_id, at desc);
create index sign_in_age on sign_in (at);
