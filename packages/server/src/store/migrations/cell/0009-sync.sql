-- home: cell
-- owner: sync

-- How far one remote folder (or one whole mailbox) has been read.
create table sync_cursor (
  account_id bigint not null references jmap_account (id) on delete cascade,
  mailbox_id bigint references mailbox (id) on delete cascade,   -- null: the cursor covers the account
  position jsonb not null,             -- {position, fingerprint}; imap position: {uidValidity, uidNext, highestModseq}
  remote_total integer,
  looked_at timestamptz not null,
  unique nulls not distinct (account_id, mailbox_id)
);

-- The sync ledger: what a cursor move covered and nobody has fetched yet.
-- Written in the transaction that moves the cursor; removed in the one that stores the message.
create table sync_item (
  account_id bigint not null references jmap_account (id) on delete cascade,
  remote_id text not null,             -- imap: <mailbox id>/<UIDVALIDITY>:<UID>
  mailbox_id bigint references mailbox (id) on delete cascade,
  uid bigint,
  rank bigint not null,                -- larger is fetched first
  listed_at timestamptz not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  last_error text,
  primary key (account_id, remote_id)
);
create index sync_item_next on sync_item (account_id, rank desc) include (due_at);

-- Where a message lives at the provider, and what the provider last said about it.
create table remote_message (
  account_id bigint not null references jmap_account (id) on delete cascade,
  remote_id text not null,
  message_id bigint not null references message (id) on delete cascade on update cascade,
  mailbox_id bigint not null references mailbox (id) on delete cascade,
  uid bigint,
  keywords text[] not null,            -- as the provider last reported them
  missing_since timestamptz,           -- listed before, absent now; not yet found elsewhere
  present_at timestamptz,              -- when missing: the last look that still saw it, if that is known
  primary key (account_id, remote_id)
) with (fillfactor = 85);
create index remote_message_message on remote_message (message_id);
create index remote_message_uid on remote_message (mailbox_id, uid);
-- Providers whose ids hold for the whole account have no UIDs; their id is what follows the mailbox.
create index remote_message_item on remote_message (account_id, substr(remote_id, strpos(remote_id, '/') + 1))
  where uid is null;
create index remote_message_missing on remote_message (account_id) where missing_since is not null;

-- The outbox: what was decided here and the provider has not confirmed. Operations are written by the hundred in
-- transactions that hold the account's lock: a foreign key would look up row by row what the lock has proven, and lock
-- the message besides. That they go with their account and their message, and take on the id a merge gives it, is the
-- part of the triggers below.
create table outbox_op (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  message_id bigint,
  mailbox_id bigint references mailbox (id) on delete cascade,
  field text not null,                 -- keyword:<name>, mailboxes, destroy, create-mailbox
  base jsonb not null,                 -- what the provider has: the value to fall back to
  desired jsonb not null,
  journal_id bigint,
  state text not null default 'pending' check (state in ('pending', 'sending', 'sent', 'refused')),
                                       -- sent: answered, until a look has seen that it stuck (keywords only)
  attempts integer not null default 0,
  tried bigint[] not null default '{}', -- mailboxes that may hold a copy whose answer was lost
  due_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  refused_at timestamptz               -- set with the state; such rows are for the account's page, for 30 days
);
create unique index outbox_op_pending on outbox_op (account_id, coalesce(message_id, 0), coalesce(mailbox_id, 0), field) where state = 'pending';
create index outbox_op_next on outbox_op (account_id, due_at) where state <> 'refused';
create index outbox_op_message on outbox_op (message_id);

create function remove_outbox_of_account() returns trigger language plpgsql as $$
begin
  delete from outbox_op where account_id = old.id;
  return null;
end $$;
create trigger outbox_goes_too after delete on jmap_account
  for each row execute function remove_outbox_of_account();

create function remove_outbox_of_messages() returns trigger language plpgsql as $$
begin
  delete from outbox_op where message_id in (select id from gone);
  return null;
end $$;
create trigger outbox_goes_too after delete on message referencing old table as gone
  for each statement execute function remove_outbox_of_messages();

create function rename_in_outbox() returns trigger language plpgsql as $$
begin
  update outbox_op set message_id = new.id where message_id = old.id;
  return null;
end $$;
create trigger outbox_follows after update of id on message
  for each row when (old.id <> new.id) execute function rename_in_outbox();

-- What the last comparison of an account with its provider came to.
create table mirror_check (
  account_id bigint primary key references jmap_account (id) on delete cascade,
  here integer not null,               -- messages known here, those still to be fetched included
  there integer not null,              -- by the provider's own count
  checked_at timestamptz not null,
  sampled_at timestamptz,              -- when some were last asked for by id
  swept_at timestamptz,                -- when everything was last listed and compared
  mended integer not null default 0,   -- differences found and repaired since the account was connected
  mended_at timestamptz,
  accepted integer not null default 0, -- of the difference between there and here, what is no message
  waiting integer not null default 0,  -- listed and not fetched yet; not counted in here
  is_asked boolean not null default false    -- somebody asked for a sweep
);

-- Messages that the provider lists and does not hand out: each is here as a stub, or put together from its parts.
create table unfetched_message (
  account_id bigint not null references jmap_account (id) on delete cascade,
  remote_id text not null,             -- as in sync_item
  mailbox_id bigint references mailbox (id) on delete cascade,
  uid bigint,
  is_rebuilt boolean not null,         -- false: a stub
  reason text not null,                -- the provider's words
  attempts integer not null default 0, -- since it became one
  tried_at timestamptz not null,
  next_at timestamptz not null,        -- when it is asked for again by itself
  primary key (account_id, remote_id)
);

-- Folders that could not be read to their end at the last look.
create table folder_trouble (
  account_id bigint not null references jmap_account (id) on delete cascade,
  mailbox_id bigint not null references mailbox (id) on delete cascade,
  since timestamptz not null,
  attempts integer not null,
  reason text not null,
  primary key (account_id, mailbox_id)
);

-- What is counted and listed as a whole: one folder, or the account where mailbox_id is null.
create table mirror_scope (
  account_id bigint not null references jmap_account (id) on delete cascade,
  mailbox_id bigint references mailbox (id) on delete cascade,
  here integer not null,
  there integer not null,
  accepted integer not null default 0, -- there - here that a complete listing did not explain
  is_accepting boolean not null,       -- listed whole since: a difference that stays is one to accept
  listed_at timestamptz not null,      -- last listed whole, the first reading included
  swept_at timestamptz,                -- last listed whole to be compared: not again within a day, for whatever reason
  vain integer not null default 0,     -- such listings in a row that found nothing
  unique nulls not distinct (account_id, mailbox_id)
);

-- How much of a provider's allowance each mailbox has used, for all processes. Lost in a crash without harm: the
-- provider says so when too much was asked.
create unlogged table provider_budget (
  account_id bigint primary key references jmap_account (id) on delete cascade,
  spent_until timestamptz not null     -- the bucket is full when this lies its whole depth in the past
);

-- Instant delivery of an account: what its provider was asked to announce, and whether it does.
create table mail_watch (
  account_id bigint primary key references jmap_account (id) on delete cascade,
  provider text not null check (provider in ('provA', 'provB')),
  mailbox text not null,               -- its address in lower case: what Google's announcements name
  is_wanted boolean not null,          -- the user's switch
  remote_id text,                      -- provB: the subscription; provA: the topic; null: nothing is registered
  address text,                        -- what was registered: where notifications go, or the topic
  client_state bytea,                  -- provB: SHA-256 of the secret that every notification repeats
  registered_at timestamptz,
  expires_at timestamptz,
  announced_at timestamptz,            -- the last announcement
  unannounced_at timestamptz,          -- when mail came that nothing had announced; null again with the next announcement
  trouble text                         -- why the last registration failed, in words
);
create index mail_watch_mailbox on mail_watch (mailbox) where is_wanted;
create unique index mail_watch_subscription on mail_watch (remote_id) where client_state is not null;

-- How long mail takes from its receipt at the provider until it is in the change log here.
create table mail_delay (
  account_id bigint primary key references jmap_account (id) on delete cascade,
  counted_from timestamptz not null,   -- what was received before came with the first import
  recent integer[] not null            -- milliseconds, newest first, at most 50
);

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
  -- The colour that it was given here because another of its user's calendars has the one of its source, or because the
  -- source has none. As long as the calendar still has it, nobody chose otherwise, and a new colour there is followed.
  assigned_color text,
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
  unheard_since timestamptz,           -- put there from here, and told by no pull since
  unique (calendar_id, remote_id)
);
create index remote_event_series on remote_event (calendar_id, series_id) where series_id is not null;
create index remote_event_here on remote_event (event_id) where event_id is not null;
create index remote_event_problem on remote_event (calendar_id) where problem is not null;
create index remote_event_unheard on remote_event (calendar_id) where unheard_since is not null;

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

-- Channels (Google) and subscriptions (Microsoft) by which calendars are announced. Of one calendar there may be several:
-- the new one is open before the old one is closed.
create table calendar_watch (
  id bigint generated always as identity primary key,
  calendar_id bigint not null references calendar_link (calendar_id) on delete cascade,
  provider text not null check (provider in ('provA', 'provB')),
  remote_id text not null unique,
  resource_id text,
  secret bytea not null,               -- SHA-256
  address text not null,               -- where it calls
  opened_at timestamptz not null,
  expires_at timestamptz,              -- null: not granted yet
  announced_at timestamptz
);
create index calendar_watch_calendar on calendar_watch (calendar_id);
