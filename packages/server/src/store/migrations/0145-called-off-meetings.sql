-- owner: calendar

-- The newest message that called a meeting off, also one that no calendar here has: whoever opens the message that invited to it
-- has to learn of the other one.
create table called_off_meeting (
  user_id bigint not null references app_user (id) on delete cascade,
  uid text not null,
  recurrence_id text not null default '',   -- '' for the whole series
  is_proven boolean not null,               -- whether somebody vouched for its sender
  sequence integer not null,
  stamped_at timestamptz,                   -- DTSTAMP
  primary key (user_id, uid, recurrence_id, is_proven)
);
