-- owner: mail

-- What became of changes whose client gave them a name: a client that lost the answer sends the change again, and must
-- get that answer instead of doing it twice over what happened since. Forgotten with the journal, after 30 days.
create table mail_operation (
  account_id bigint not null references jmap_account (id) on delete cascade,
  operation text not null,             -- the client's name for it, unique in the account
  at timestamptz not null,
  done bigint[] not null,              -- messages it was done to
  refused jsonb not null,              -- why not, by message
  journal_id bigint,                   -- the entry that can be undone, if any
  primary key (account_id, operation)
);
create index mail_operation_at on mail_operation (at);
