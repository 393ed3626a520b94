-- owner: mail

-- Sent mail in the order in which it came here: whoever collects recipients reads on from the last.
create index message_sent on message (account_id, id) where direction = 'out';
