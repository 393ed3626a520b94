-- owner: mail

-- What kind of mail a received message is by its header fields (mail/categories); null while nobody has looked, and of
-- what was not received. Tabs of the provider are keywords, and go before it.
alter table message
  add column category text check (category in ('primary', 'social', 'promotions', 'updates', 'forums')),
  -- said by hand: counts for the whole conversation, the last time that somebody did
  add column chosen_category text check (chosen_category in ('primary', 'social', 'promotions', 'updates', 'forums')),
  add column chosen_at timestamptz;
alter table message_body add column category_reason json;   -- which rule, field and value decided

-- Messages from before there were categories; a job works them off, and new ones never are among them.
create index message_uncategorised on message (id) where category is null and direction = 'in';

-- The category of the conversation, the same in all of its rows, so that a list of one is walked like any list.
alter table thread_mailbox
  add column category text not null default 'primary'
    check (category in ('primary', 'social', 'promotions', 'updates', 'forums'));
create index thread_mailbox_category
  on thread_mailbox (mailbox_id, category, newest_at desc, newest_message_id desc) include (thread_id, thread_unread);

-- To whom an account has written, in lower case; by what lies in Sent, since anybody can write in its name.
create table mail_correspondent (
  user_id bigint not null references app_user (id) on delete cascade,
  address text not null,
  account_id bigint not null references jmap_account (id) on delete cascade,
  primary key (user_id, address, account_id)
);
create index mail_correspondent_account on mail_correspondent (account_id);
insert into mail_correspondent (user_id, address, account_id)
select distinct a.user_id, lower(recipient ->> 'email'), a.id
from message m join jmap_account a on a.id = m.account_id join message_body b on b.message_id = m.id
cross join unnest(array['to', 'cc', 'bcc']) as field
cross join lateral json_array_elements(
  case when json_typeof(b.summary -> field) = 'array' then b.summary -> field else '[]' end) as recipient
where m.direction = 'out' and length(recipient ->> 'email') between 3 and 320
  and exists (
    select from message_mailbox mm join mailbox x on x.id = mm.mailbox_id where mm.message_id = m.id and x.role = 'sent');
