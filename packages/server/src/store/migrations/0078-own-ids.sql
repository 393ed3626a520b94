-- owner: mail

-- Which of an account's messages are still to be read anew is told from the highest id downwards, without a look at
-- those of everybody else (mail/search/coverage.ts).
create index message_own_ids on message (account_id, id desc) where removed_at is null;
