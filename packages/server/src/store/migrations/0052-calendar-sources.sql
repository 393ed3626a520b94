-- owner: accounts

-- Where calendars come from besides this server: a connected account (one row each, made and removed with it), a CalDAV
-- server, a subscribed feed. Those of the last two live in the user's personal account.
create table calendar_source (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  account_id bigint not null references jmap_account (id) on delete cascade,   -- in which its calendars live
  kind text not null check (kind in ('provA', 'provB', 'caldav', 'feed')),
  name text,                           -- caldav, feed: as its user calls it
  address text,                        -- caldav: of the collection of calendars; feed: enc:v1, it may be a secret
  username text,                       -- caldav
  secret text,                         -- caldav: enc:v1
  -- what a person is told about it; changed only by an observed fact
  condition text not null default 'new',
  said text,
  condition_since timestamptz not null,
  last_synced_at timestamptz,
  asked_at timestamptz,                -- when its user last wanted it looked at, whatever a feed says of its intervals
  created_at timestamptz not null,
  check (kind <> 'caldav' or (name is not null and address is not null and username is not null and secret is not null)),
  check (kind <> 'feed' or (name is not null and address is not null))
);
create unique index calendar_source_of_account on calendar_source (account_id) where kind in ('provA', 'provB');
create index calendar_source_account on calendar_source (account_id);
create index calendar_source_user on calendar_source (user_id);

insert into calendar_source (user_id, account_id, kind, condition_since, created_at)
select user_id, id, provider, created_at, created_at from mail_account where provider in ('provA', 'provB');
