-- owner: calendar

-- Times that strangers may book. The token of its address is not stored.
create table booking_page (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,   -- the user's personal one
  user_id bigint not null,
  token_digest text not null unique check (length(token_digest) = 64),         -- SHA-256, hexadecimal
  name text not null,
  is_enabled boolean not null,
  destination_id bigint references calendar (id) on delete set null,           -- null: nothing can be booked
  settings jsonb not null,             -- read by readSettings (calendar/booking)
  created_at timestamptz not null
);
create index booking_page_account on booking_page (account_id);

-- The calendars beside the destination whose events make busy.
create table booking_page_calendar (
  page_id bigint not null references booking_page (id) on delete cascade,
  calendar_id bigint not null references calendar (id) on delete cascade,
  primary key (page_id, calendar_id)
);
create index booking_page_calendar_calendar on booking_page_calendar (calendar_id);

-- A time that was taken. It keeps the time until it is cancelled or its event is gone, wherever its owner moved the event.
create table booking (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  booking_page_id bigint references booking_page (id) on delete set null,      -- null: the page is gone
  page_name text not null,
  event_account_id bigint not null references jmap_account (id) on delete cascade,
  event_id bigint references calendar_event (id) on delete set null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  name text not null,
  email text not null,
  note text not null,
  time_zone text not null,             -- the booker's, IANA
  language text not null,              -- the booker's
  manage_digest text not null unique check (length(manage_digest) = 64),       -- SHA-256, hexadecimal
  manage_nonce bytea not null,         -- what its address is made of, with a key of this installation
  revision integer not null default 0, -- of what its people were told of
  told_revision integer not null default -1,
  cancelled_at timestamptz,
  cancelled_by text check (cancelled_by in ('booker', 'owner')),
  created_at timestamptz not null
);
create unique index uniq_calendar_booking_page_start on booking (booking_page_id, starts_at)
  where cancelled_at is null and event_id is not null;
create unique index uniq_calendar_booking_event on booking (event_id);
-- One owner is in one place: over all pages, of whatever length.
alter table booking add constraint booking_of_owner exclude using gist (user_id with =, tstzrange(starts_at, ends_at) with &&)
  where (cancelled_at is null and event_id is not null);
create index booking_user on booking (user_id, starts_at desc);
