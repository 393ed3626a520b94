-- owner: sync

-- Channels (Google) and subscriptions (Microsoft) by which calendars are announced. Of one calendar there may be several:
-- the new one is open before the old one is closed.
create table calendar_watch (
  id bigint generated always as identity primary key,
  calendar_id bigint not null references calendar_link (calendar_id) on delete cascade,
  provider text not null check (provider in ('provA', 'provB')),
  remote_id text not null unique,
  resource_id text,
  secret bytea not null,               -- SHA-256
  address text not null,               -- where it calls
  opened_at timestamptz not null,
  expires_at timestamptz,              -- null: not granted yet
  announced_at timestamptz
);
create index calendar_watch_calendar on calendar_watch (calendar_id);
