-- owner: mail

-- The words of the subject once more, beside the row: whether some stand one after the other is judged by these few,
-- and not by those of the whole message, which lie apart.
alter table message_search add column subject_words tsvector not null default '';
alter table message_search alter column subject_words set storage main;

-- All mail is read once more for them.
insert into message_unindexed select id, account_id from message on conflict do nothing;
