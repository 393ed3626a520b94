-- owner: mail

-- A receipt (MDN, RFC 8098) goes out as any message does. It is about message_id, has no message of its own and is no
-- EmailSubmission. One for a message, whoever asks for it at the same time.
alter table submission add column is_receipt boolean not null default false;
create unique index submission_receipt on submission (message_id) where is_receipt;
