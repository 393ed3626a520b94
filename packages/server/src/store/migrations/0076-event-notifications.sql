-- owner: calendar

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
