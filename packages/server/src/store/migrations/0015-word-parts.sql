-- owner: mail

-- The words that some message of the account is found by, as they stand in message_search.words. A part of a word is
-- looked for among these, which are thousands where the mail has millions; then the words that hold it are looked for.
create table search_word (
  account_id bigint not null references jmap_account (id) on delete cascade,
  word text collate "C" not null,
  keys text[] collate "C" not null,    -- each three characters in a row, and account and kind (mail/search/parts.ts)
  primary key (account_id, word)
);
-- Bounded, because every search for a part reads what is not yet merged into the index.
create index search_word_keys on search_word using gin (keys) with (gin_pending_list_limit = 256);

-- Messages whose words are not all in search_word yet: those of the body, which a job adds.
create table message_unparted (
  message_id bigint primary key references message (id) on delete cascade on update cascade,
  account_id bigint not null references jmap_account (id) on delete cascade
);
create index message_unparted_account on message_unparted (account_id);

-- What attachments say, of messages that have some that can be read; a job reads them. Null until then.
create table attachment_text (
  message_id bigint primary key references message (id) on delete cascade on update cascade,
  account_id bigint not null references jmap_account (id) on delete cascade,
  tries smallint not null default 0,   -- counted before each, so that what kills the process is given up
  text text
);
create index attachment_text_unread on attachment_text (account_id) where text is null;

-- Words do not compress; trying costs more than it saves.
alter table message_search alter column words set storage external;

-- All mail is read once more for its words.
insert into message_unindexed select id, account_id from message on conflict do nothing;
