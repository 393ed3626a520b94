-- owner: sync

-- When a calendar source was last looked at, and when it is looked at again after failures.
create table calendar_look (
  source_id bigint primary key references calendar_source (id) on delete cascade,
  looked_at timestamptz,               -- the last look that came to its end
  failures integer not null default 0, -- in a row
  due_at timestamptz                   -- not looked at before; null: with the next poll
);

-- What ties a calendar here to one at a source.
create table calendar_link (
  calendar_id bigint primary key references calendar (id) on delete cascade,
  source_id bigint not null references calendar_source (id) on delete cascade,
  account_id bigint not null references jmap_account (id) on delete cascade,
  remote_id text not null,
  told jsonb not null,                 -- name, description, colour and zone as last told: what differs was chosen here
  may_write boolean not null,
  may_watch boolean not null,
  cursor text,                         -- null: everything is to be read
  reading bigint not null default 0,   -- number of the last reading of everything
  read_anew_at timestamptz,            -- when everything is read again whatever the cursor says
  shrunken_at timestamptz,             -- a reading of everything lacked most of what is here: the next one decides
  missing_since timestamptz,           -- the source lists it no more
  pulled_at timestamptz,
  failures integer not null default 0,
  due_at timestamptz,
  trouble text,                        -- why it could not be pulled last time
  unwatchable boolean not null default false,   -- the provider will never announce it
  unique (source_id, remote_id)
);

-- What a provider keeps: events, series, and the changed occurrences of series where it tells these on their own.
create table remote_event (
  id bigint generated always as identity primary key,
  calendar_id bigint not null references calendar_link (calendar_id) on delete cascade,
  remote_id text not null,
  series_id text,                      -- of an occurrence: the remote id of its series
  recurrence_id text,
  event_id bigint,                     -- null: removed here, or it cannot be stored; no reference, it outlives the event
  version text not null,
  told jsonb not null,                 -- as the provider last told it: what changes here are merged and sent against
  raw text not null,
  kept jsonb,                          -- what the provider cannot say and this server remembers
  reading bigint not null,             -- the reading of everything that last told it
  problem text,                        -- why it cannot be stored
  unique (calendar_id, remote_id)
);
create index remote_event_series on remote_event (calendar_id, series_id) where series_id is not null;
create index remote_event_here on remote_event (event_id) where event_id is not null;
create index remote_event_problem on remote_event (calendar_id) where problem is not null;
