-- owner: calendar

-- A page that shows some calendars of a user to whoever has its address. Its token is not stored.
create table share_link (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,   -- the user's personal one
  user_id bigint not null,
  token_digest text not null unique check (length(token_digest) = 64),         -- SHA-256, hexadecimal
  uid_secret bytea not null,           -- what the ids of its entries are made with
  name text not null,                  -- for its owner only
  details text[] not null,             -- Title, Location, Description, Participants
  window_kind text not null check (window_kind in ('rolling', 'fixed')),
  rolling_days integer not null,
  starts_on date,
  ends_on date,                        -- the last day that is shown
  revoked_at timestamptz,
  viewed_at timestamptz,
  created_at timestamptz not null
);
create index share_link_account on share_link (account_id);

create table share_link_calendar (
  link_id bigint not null references share_link (id) on delete cascade,
  calendar_id bigint not null references calendar (id) on delete cascade,
  primary key (link_id, calendar_id)
);
create index share_link_calendar_calendar on share_link_calendar (calendar_id);
