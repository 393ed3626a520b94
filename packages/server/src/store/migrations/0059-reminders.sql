-- owner: calendar

-- When the next alarm of the event rings: -infinity, to be reckoned anew; null, never. What rings before alarms_since was
-- over when the event became what it is.
alter table calendar_event
  add column next_alarm_at timestamptz default '-infinity',
  add column alarms_since timestamptz not null default '-infinity';
update calendar_event set alarms_since = now();
create index calendar_event_alarm on calendar_event (next_alarm_at) where next_alarm_at is not null;

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

-- A reminder by mail has no calendar in it.
alter table scheduling_mail drop constraint scheduling_mail_method_check;
alter table scheduling_mail add check (method in ('REQUEST', 'CANCEL', 'REPLY', 'COUNTER', 'REMINDER'));
