-- home: installation
-- owner: people

alter table app_user
  add column last_signed_in_at timestamptz,
  add column disabled_at timestamptz,                        -- null: may sign in
  add column is_mail_paused boolean not null default false,  -- while disabled: nothing of theirs is synchronized
  add column deletion_started_at timestamptz,                -- a job is deleting the user with everything they own
  add check (disabled_at is not null or not is_mail_paused),
  add check (deletion_started_at is null or disabled_at is not null);

-- Links that administrators hand to people, each good for one use. Good only while whoever made it is an administrator.
create table user_link (
  id bigint generated always as identity primary key,
  digest bytea not null unique,        -- SHA-256 of the token in the address
  kind text not null check (kind in ('invitation', 'password')),
  user_id bigint references app_user (id) on delete cascade,   -- password: whose it sets
  email text not null,                 -- invitation: the address that the form begins with; may be empty
  is_admin boolean not null,           -- invitation: who accepts it is made an administrator
  made_by bigint references app_user (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((kind = 'password') = (user_id is not null))
);
create index user_link_user on user_link (user_id) where user_id is not null;
create index user_link_maker on user_link (made_by) where made_by is not null;

-- Who has to have a second factor. No row: nobody.
create table second_factor_policy (
  is_only boolean primary key default true check (is_only),
  required_of text not null check (required_of in ('nobody', 'administrators', 'everybody')),
  grace_days integer not null check (grace_days between 0 and 90),
  since timestamptz not null           -- the grace period begins then, or when a user was made, if that was later
);

-- Who did what to whom. No foreign keys: an entry outlives everybody it names.
create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  action text not null,                -- packages/wire/src/people-administration.ts lists them
  source text not null check (source in ('browser', 'console', 'server')),
  actor_id bigint,
  actor text not null,                 -- the address that the actor signed in with then; empty for the console and the server
  subject_id bigint,                   -- the user it was done to
  subject text not null,               -- their address then, or what else it was done to
  address text not null,               -- from where
  user_agent text not null,
  detail jsonb not null
);
create index audit_entry_action on audit_entry (action, id desc);

create function keep_audit_entries() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only ever added to' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_entry_stays before update or delete or truncate on audit_entry
  for each statement execute function keep_audit_entries();
