-- owner: mail

-- Senders whose pictures a user always wants to see; they live in the user's personal account.
create table trusted_sender (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,
  address text not null,               -- in lower case
  created_at timestamptz not null,
  created_state bigint not null,
  unique (account_id, address)
);
