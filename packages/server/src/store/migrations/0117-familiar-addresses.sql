-- owner: people

-- Where a user has signed in from: there a sign-in has tries of its own, so that strangers who fail under the user's name
-- do not lock the user out.
create table familiar_address (
  user_id bigint not null references app_user (id) on delete cascade,
  digest bytea not null,               -- SHA-256 of user and address (IPv6: its /64)
  last_at timestamptz not null,
  primary key (user_id, digest)
);
