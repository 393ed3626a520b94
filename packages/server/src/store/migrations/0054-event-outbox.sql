-- owner: sync

-- Events that are to be sent. One row an event, however often it changes: what is sent is what it has become.
create table event_outbox (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,
  calendar_id bigint not null references calendar_link (calendar_id) on delete cascade,
  kind text not null check (kind in ('put', 'remove')),
  event_id bigint not null,            -- here; it is gone already for a removal
  remote_event_id bigint references remote_event (id) on delete cascade,   -- what is removed
  key text not null,                   -- minted once: a create that is repeated with it makes no second event
  notify boolean not null,
  answer jsonb,                        -- to an invitation, where that is all
  revision integer not null default 1, -- counts changes, so that one made while it is sent is seen
  tried jsonb,                         -- what was sent last and not confirmed
  attempts integer not null default 0,
  due_at timestamptz not null,
  said text,                           -- why the last attempt failed
  created_at timestamptz not null
);
create unique index event_outbox_put on event_outbox (event_id) where kind = 'put';
create unique index event_outbox_remove on event_outbox (remote_event_id) where kind = 'remove';
create index event_outbox_calendar on event_outbox (calendar_id, due_at);

-- What was decided here and did not stay, so that its user can have it back.
create table event_conflict (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,
  calendar_id bigint not null,         -- no reference, nor to the event: either may have gone
  event_id bigint not null,
  kind text not null check (kind in ('changed-both', 'removed-there', 'changed-there', 'refused')),
  fields text[] not null,              -- as JSON pointers; none: the event as a whole
  lost jsonb,                          -- the event as it was here; null: it had been removed here
  said text,                           -- the provider's words
  at timestamptz not null
);
create index event_conflict_account on event_conflict (account_id, at desc);
