-- owner: mail

-- What people look for by keyword, as columns of their own: an index that judges `keywords` itself makes every change of
-- any keyword write a new entry into every index of message, a tenfold cost. Now only $seen and $flagged do.
drop index message_flagged;
drop index message_unseen;
alter table message
  add column is_seen boolean not null generated always as ('$seen' = any (keywords)) stored,
  add column is_flagged boolean not null generated always as ('$flagged' = any (keywords)) stored;
create index message_flagged on message (account_id, received_at desc, id desc) include (thread_id)
  where is_flagged and removed_at is null;
create index message_unseen on message (account_id, received_at desc, id desc) include (thread_id)
  where not is_seen and removed_at is null;
