-- owner: mail

-- What a message is found by; written with it, and never again. Everything wide lies apart from the row, so that
-- reading many rows reads few pages.
create table message_search (
  message_id bigint primary key references message (id) on delete cascade on update cascade,
  words tsvector not null,             -- folded words, each with the letter of its field (mail/search/fields.ts)
  from_key text not null,              -- what sorting by sender, recipient and subject compares
  to_key text not null,
  subject_key text not null,
  headers text not null                -- "name:value" lines in lower case
) with (toast_tuple_target = 256);
-- Bounded, because every search reads what is not yet merged into the index.
create index message_search_words on message_search using gin (words) with (gin_pending_list_limit = 1024);

-- Messages that are not in message_search yet; a job works it off and search says how many there are.
create table message_unindexed (
  message_id bigint primary key references message (id) on delete cascade on update cascade,
  account_id bigint not null references jmap_account (id) on delete cascade
);
create index message_unindexed_account on message_unindexed (account_id);
insert into message_unindexed select id, account_id from message;
