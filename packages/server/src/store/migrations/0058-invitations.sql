-- owner: calendar

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
  method text not null check (method in ('REQUEST', 'CANCEL', 'REPLY', 'COUNTER')),
  subject text not null,
  body text not null,
  calendar text not null,
  in_reply_to text,
  created_at timestamptz not null
);
