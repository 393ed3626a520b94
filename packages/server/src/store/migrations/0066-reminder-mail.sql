-- owner: calendar

-- A reminder by mail is of use until a time; what is not on its way by then is a missed reminder.
alter table scheduling_mail
  add column reminder_id bigint references reminder (id) on delete cascade,
  add column useful_until timestamptz,
  add check ((reminder_id is null) = (useful_until is null));
