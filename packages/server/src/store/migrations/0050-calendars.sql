-- owner: calendar

-- Also for the exclusion of overlapping bookings of one owner.
create extension if not exists btree_gist;

-- A calendar of an account: of a connected one, or the user's own in the personal account.
create table calendar (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,
  name text not null,
  description text,
  color text,                          -- #rrggbb
  sort_order integer not null default 0,
  is_subscribed boolean not null default true,
  is_visible boolean not null default true,
  is_default boolean not null default false,
  availability text not null check (availability in ('all', 'attending', 'none')),   -- whose events make busy
  time_zone text,                      -- IANA; null: the user's
  alerts_with_time jsonb,              -- what new events are reminded of: Id → Alert
  alerts_without_time jsonb
);
create index calendar_account on calendar (account_id);
create unique index calendar_default on calendar (account_id) where is_default;

-- An event or a series. `event` is everything; every other column is derived from it by project() (calendar/events).
create table calendar_event (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,
  calendar_id bigint not null references calendar (id) on delete cascade,
  uid text not null,
  recurrence_id text not null default '',   -- set where only one occurrence of somebody else's series is known
  event jsonb not null,                -- JSCalendar 2.0
  source text not null check (source in ('user', 'provider', 'mail', 'feed', 'booking')),
  title text not null,
  first_at timestamptz not null,       -- of all occurrences
  last_at timestamptz not null,        -- 'infinity' where they go on
  zone text,                           -- null: floats
  is_all_day boolean not null,
  is_recurring boolean not null,
  status text not null check (status in ('confirmed', 'tentative', 'cancelled')),
  privacy text not null check (privacy in ('public', 'private', 'secret')),
  free_busy text not null check (free_busy in ('busy', 'free')),
  sequence integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (calendar_id, uid, recurrence_id)
);
create index calendar_event_uid on calendar_event (account_id, uid);
-- "What touches these six weeks": the one question that every view asks. Both ends are closed, so that what has no
-- length is found.
create index calendar_event_during on calendar_event
  using gist (calendar_id, tstzrange(first_at, last_at, '[]'));
