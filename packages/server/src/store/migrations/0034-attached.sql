-- owner: mail

-- Mail with attachments is looked for by date, and is one message in ten. What it holds never changes with a message,
-- so no later change of one has to write here.
create index message_attached on message (account_id, received_at desc, id desc) include (thread_id)
  where has_attachment and removed_at is null;
