-- home: cell
-- owner: accounts

create table mail_account (
  id bigint primary key references jmap_account (id) on delete cascade,
  user_id bigint not null references app_user (id) on delete cascade,
  provider text not null check (provider in ('imap', 'provA', 'provB')),
  address text not null,
  name text not null,
  settings jsonb not null,             -- imap: hosts, ports, encryption, username; no secrets
  secret text,                         -- enc:v1: mailbox password or refresh token
  sort_order integer not null default 0,
  -- what a person is told about it; changed only by an observed fact
  condition text not null default 'new',
  condition_detail text,
  condition_since timestamptz not null,
  last_synced_at timestamptz,
  created_at timestamptz not null
);
create unique index mail_account_address on mail_account (user_id, provider, lower(address));

-- What a provider granted for an account. Its tokens are used from here by every process.
create table account_grant (
  account_id bigint primary key references mail_account (id) on delete cascade,
  user_id bigint not null references app_user (id) on delete cascade,
  provider text not null check (provider in ('provA', 'provB')),
  tenant text not null,                -- provB: the directory of the subject; else empty
  subject text not null,
  refresh_token text not null,         -- enc:v1
  access_token text not null,          -- enc:v1
  access_expires_at timestamptz not null,
  scopes text[] not null,              -- as granted, in the provider's spelling
  serial integer not null default 1,   -- counts the reconnections
  granted_at timestamptz not null,
  worked_at timestamptz not null,      -- the last time the provider gave an access token
  ends_at timestamptz,                 -- when the provider said that it will end
  died_at timestamptz,                 -- when it turned out to be over
  looked_at timestamptz,               -- the last time a grant that is over was tried all the same
  failure jsonb,                       -- why there is no access token, while that lasts
  last_life_seconds bigint,            -- how long the grant before this one lasted, at most
  last_was_weekly boolean not null default false   -- it ended after a week, as those of apps in testing do
);
create unique index account_grant_mailbox on account_grant (user_id, provider, tenant, subject);
create index account_grant_subject on account_grant (provider, tenant, subject);

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

-- The dates of a vacation response that was set while it is switched off: Exchange has dates then too, chosen or not.
create table vacation_dates (
  account_id bigint primary key references mail_account on delete cascade,
  from_at timestamptz,
  to_at timestamptz
);

-- Whether the mail server of an IMAP account takes Sieve scripts that answer (RFC 5804, RFC 5230), as last looked for.
create table sieve_server (
  account_id bigint primary key references mail_account on delete cascade,
  has_vacation boolean not null,
  checked_at timestamptz not null
);
