-- home: cell
-- owner: people

-- What a user chose for the web client; what nobody chose is not stored (packages/wire/src/preferences.ts).
create table preferences (
  account_id bigint primary key references jmap_account (id) on delete cascade,
  chosen jsonb not null
);

-- Searches a user keeps beside the folders.
create table saved_search (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,
  name text not null,
  query text not null,                 -- as it was typed
  sort_order integer not null
);
create index saved_search_account on saved_search (account_id);
