-- owner: calendar

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
