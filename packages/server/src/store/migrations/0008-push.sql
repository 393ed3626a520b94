-- owner: people

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
