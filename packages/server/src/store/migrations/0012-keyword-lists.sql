-- owner: mail

-- What people look for by keyword, everywhere or in a mailbox: starred and unread mail. Both are few among many, so
-- reading every message to find them would grow with the mailbox. The price is that a change of keywords writes
-- a new entry into every index of message instead of only a new row version.
create index message_flagged on message (account_id, received_at desc, id desc) include (thread_id)
  where '$flagged' = any (keywords) and removed_at is null;
create index message_unseen on message (account_id, received_at desc, id desc) include (thread_id)
  where '$seen' <> all (keywords) and removed_at is null;
