-- home: installation
-- owner: people

alter table app_user
  -- WebAuthn's user handle: random, so that an authenticator which is read tells nothing about its owner.
  add column passkey_handle bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  -- A second factor is asked for while there is any passkey, also one that does not work (any more). It stands beside the
  -- confirmation of the app so that one lock on this row is enough for whoever opens a session.
  add column has_passkeys boolean not null default false;

create unique index app_user_passkey_handle on app_user (passkey_handle);

-- Public keys of authenticators (WebAuthn credentials).
create table passkey (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,            -- COSE_Key (RFC 9052 §7)
  counter bigint not null,              -- of the newest signature; 0 where the authenticator does not count
  transports text[] not null,           -- how a browser reaches it, as it was told at registration
  rp_id text not null,                  -- the host it was made for; it works nowhere else
  name text not null,
  is_backup_eligible boolean not null,  -- it may leave its device
  is_backed_up boolean not null,        -- it has, as far as its last use tells
  disabled_because text check (disabled_because in ('counter-went-back')),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);

-- The passkey that signed the session in; removed, it takes the session along.
alter table web_session add column passkey_id bigint references passkey (id) on delete cascade;
create index web_session_passkey on web_session (passkey_id) where passkey_id is not null;
