-- home: installation
-- owner: people

-- app_user has had a place for the secret, its confirmation and the recovery codes (SHA-256, in hexadecimal) from the start.
alter table app_user
  add column totp_last_step bigint,    -- the newest 30 seconds of which a code was accepted; none of them is accepted again
  add check (totp_secret is not null or totp_confirmed_at is null);

-- Wrong codes of the last 15 minutes. Logged, unlike other throttles: nobody gets new tries by crashing the database.
create table second_factor_failure (
  user_id bigint not null references app_user (id) on delete cascade,
  at timestamptz not null
);
create index second_factor_failure_user on second_factor_failure (user_id, at);

-- Browsers in which a user is not asked for a second factor.
create table trusted_device (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  digest bytea not null unique,        -- SHA-256 of the cookie
  realm text not null,                 -- the sign-in that it was trusted at, and counts for
  label text not null,                 -- browser and system, as they were told when it was made
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null      -- 30 days after the last use
);
create index trusted_device_user on trusted_device (user_id);

-- The device that stood for the second factor, or was trusted with it: revoked, it takes the sessions along.
alter table web_session add column trusted_device_id bigint references trusted_device (id) on delete cascade;
create index web_session_trusted_device on web_session (trusted_device_id) where trusted_device_id is not null;
