-- home: cell
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
  alerts_without_time jsonb,
  is_read_only boolean not null default false,   -- where the provider lets nobody write: a feed, somebody else's calendar
  is_provided boolean not null default false     -- kept by a provider, which alone can remove it; all others are the user's own
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
  -- When the next alarm rings: -infinity, to be reckoned anew; null, never. What rings before alarms_since was over when
  -- the event became what it is.
  next_alarm_at timestamptz default '-infinity',
  alarms_since timestamptz not null default '-infinity',
  words text not null default '',      -- what a person can read of it, folded as searching folds it
  unique (calendar_id, uid, recurrence_id)
);
create index calendar_event_uid on calendar_event (account_id, uid);
-- "What touches these six weeks": the one question that every view asks. Both ends are closed, so that what has no
-- length is found.
create index calendar_event_during on calendar_event
  using gist (calendar_id, tstzrange(first_at, last_at, '[]'));
create index calendar_event_alarm on calendar_event (next_alarm_at) where next_alarm_at is not null;

-- The time zones that imported files define, once for all events of a file.
create table calendar_file (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,
  zones text not null                  -- VTIMEZONE components as they came
);
create index calendar_file_account on calendar_file (account_id);

-- The VEVENT components that an event was imported as, with everything that the event itself has no property for.
create table calendar_object (
  event_id bigint primary key,         -- no reference: it outlives the event until a removal can no longer be undone
  account_id bigint not null references jmap_account (id) on delete cascade,
  file_id bigint not null references calendar_file (id) on delete cascade,
  text text not null,
  gone_at timestamptz                  -- since when its event was found to be removed
);
create index calendar_object_account on calendar_object (account_id);
create index calendar_object_file on calendar_object (file_id);

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
  created_at timestamptz not null,
  expires_on date                      -- the last day on which it works, in its owner's zone; null: until it is revoked
);
create index share_link_account on share_link (account_id);

create table share_link_calendar (
  link_id bigint not null references share_link (id) on delete cascade,
  calendar_id bigint not null references calendar (id) on delete cascade,
  primary key (link_id, calendar_id)
);
create index share_link_calendar_calendar on share_link_calendar (calendar_id);

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
  created_at timestamptz not null,
  -- Where its owner has put what was booked, when that is not where it was booked. People are told of this; the time that
  -- was booked stays taken.
  placed_at timestamptz,
  placed_until timestamptz,
  -- What its event was last known by, so that one which comes back is found, and one that went with its whole calendar is
  -- not taken for one that somebody deleted.
  event_uid text,
  event_calendar_id bigint references calendar (id) on delete set null,
  gone_at timestamptz,                 -- since when the event is not there
  constraint booking_placed check ((placed_at is null) = (placed_until is null))
);
create unique index uniq_calendar_booking_page_start on booking (booking_page_id, starts_at)
  where cancelled_at is null and event_id is not null;
create unique index uniq_calendar_booking_event on booking (event_id);
-- One owner is in one place: over all pages, of whatever length.
alter table booking add constraint booking_of_owner exclude using gist (user_id with =, tstzrange(starts_at, ends_at) with &&)
  where (cancelled_at is null and event_id is not null);
create index booking_user on booking (user_id, starts_at desc);
create index booking_event_calendar on booking (event_calendar_id);

-- An alarm that rang, once for every alert of every occurrence.
create table reminder (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,
  user_id bigint not null references app_user (id) on delete cascade,
  event_id bigint not null references calendar_event (id) on delete cascade,
  uid text not null,
  alert text not null,                 -- its id in the event, or among the default alerts of the calendar
  recurrence_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  rings_at timestamptz not null,
  action text not null check (action in ('display', 'email')),
  -- missed: it could not ring while it was of use
  state text not null check (state in ('ringing', 'snoozed', 'acknowledged', 'missed', 'mailed')),
  snoozed_until timestamptz,
  unique (event_id, alert, recurrence_id, rings_at)
);
-- The same meeting on two calendars rings once.
create unique index reminder_meeting on reminder (user_id, uid, starts_at, rings_at, action);
create index reminder_account on reminder (account_id) where state in ('ringing', 'snoozed', 'missed');
create index reminder_over on reminder (starts_at);

-- The newest message that counted, of whoever may speak about an event: its organizer (party ''), or one participant
-- who answered. Nothing older and no repetition counts again, also when the event itself is gone.
create table scheduling_revision (
  user_id bigint not null references app_user (id) on delete cascade,
  uid text not null,
  recurrence_id text not null default '',   -- '' for the whole series
  party text not null default '',           -- address in lower case
  sequence integer not null,
  stamped_at timestamptz,                   -- DTSTAMP
  primary key (user_id, uid, recurrence_id, party)
);

-- Events of which people have to be told what became of them. Waits until due, so that a change can be taken back.
create table announcement (
  event_id bigint primary key,              -- the event may be gone by then
  account_id bigint not null references jmap_account (id) on delete cascade,
  before jsonb,                             -- as people knew it; null: they never heard of it
  in_reply_to text,                         -- Message-ID of what is answered
  due_at timestamptz not null
);

-- Messages about meetings (RFC 6047) on their way into the account that sends them.
create table scheduling_mail (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,   -- the mail account
  sender text not null,
  recipients jsonb not null,                -- [{name, email}]
  method text not null check (method in ('REQUEST', 'CANCEL', 'REPLY', 'COUNTER', 'REMINDER')),
  subject text not null,
  body text not null,
  calendar text not null,
  in_reply_to text,
  created_at timestamptz not null,
  -- A reminder by mail has no calendar in it, and is of use until a time; what is not on its way by then is a missed one.
  reminder_id bigint references reminder (id) on delete cascade,
  useful_until timestamptz,
  check ((reminder_id is null) = (useful_until is null))
);

-- The newest message that called a meeting off, also one that no calendar here has: whoever opens the message that
-- invited to it has to learn of the other one.
create table called_off_meeting (
  user_id bigint not null references app_user (id) on delete cascade,
  uid text not null,
  recurrence_id text not null default '',   -- '' for the whole series
  is_proven boolean not null,               -- whether somebody vouched for its sender
  sequence integer not null,
  stamped_at timestamptz,                   -- DTSTAMP
  primary key (user_id, uid, recurrence_id, is_proven)
);

-- That somebody else wrote an event (JMAP Calendars §7). The event may be gone.
create table event_notification (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,
  event_id bigint not null,
  at timestamptz not null,
  type text not null check (type in ('created', 'updated', 'destroyed')),
  via text not null check (via in ('provider', 'booking', 'mail')),
  name text not null,                  -- of who wrote it; empty where nobody says
  email text,
  comment text,
  event jsonb not null,                -- before the change; of a new one, as it was made
  patch jsonb,                         -- what an update changed
  journal_id bigint                    -- the entry that takes it back
);
create index event_notification_account on event_notification (account_id, id);
create index event_notification_at on event_notification (at);
