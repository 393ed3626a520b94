-- owner: mail

-- A message that is kept out of the Inbox until a time, and of one that came back, when and why.
create table snooze (
  message_id bigint primary key references message (id) on delete cascade on update cascade,
  account_id bigint not null references jmap_account (id) on delete cascade,
  until timestamptz not null,
  was_in bigint[] not null,            -- mailboxes it left for it: where it goes when somebody ends this by hand
  woken_at timestamptz,
  woken_by text check (woken_by in ('time', 'answer'))
);
create index snooze_due on snooze (until) where woken_at is null;
create index snooze_account on snooze (account_id);

-- "Remind me if nobody answers this message by then."
create table follow_up (
  message_id bigint primary key references message (id) on delete cascade on update cascade,
  account_id bigint not null references jmap_account (id) on delete cascade,
  remind_at timestamptz not null,
  due_at timestamptz                   -- nobody did: on top of the Inbox since then
);
create index follow_up_due on follow_up (remind_at) where due_at is null;
create index follow_up_account on follow_up (account_id);

-- The list of all mail, newest first.
create index thread_newest on thread (account_id, newest_at desc, id desc) where message_count > 0;

-- The colour a user gave a folder: one of twelve hues, 30 degrees apart.
alter table mailbox add column hue smallint check (hue between 0 and 11);
