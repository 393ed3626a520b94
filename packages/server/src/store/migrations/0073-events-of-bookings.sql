-- owner: calendar

-- What the event of a booking was last known by, so that one which comes back is found, and one that went with its whole
-- calendar is not taken for one that somebody deleted.
alter table booking
  add column event_uid text,
  add column event_calendar_id bigint references calendar (id) on delete set null,
  add column gone_at timestamptz;      -- since when the event is not there
update booking b set event_uid = e.uid, event_calendar_id = e.calendar_id from calendar_event e where e.id = b.event_id;
create index booking_event_calendar on booking (event_calendar_id);
