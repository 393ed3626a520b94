-- home: cell
-- owner: contacts

-- Address books (RFC 9610 §2), in the personal account of their user.
create table address_book (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,
  name text not null,
  description text,
  sort_order integer not null default 0,
  role text check (role in ('personal', 'collected')),   -- the two that the server makes and nobody destroys
  is_default boolean not null default false,
  is_subscribed boolean not null default true
);
create unique index address_book_role on address_book (account_id, role) where role is not null;
create unique index address_book_default on address_book (account_id) where is_default;
create index address_book_account on address_book (account_id);

create table contact_card (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,
  book_id bigint not null references address_book (id) on delete cascade,
  uid text not null,
  kind text not null,
  card jsonb not null,                 -- JSContact (RFC 9553), without id and addressBookIds
  given text not null,                 -- folded, what sorting compares
  surname text not null,
  surname2 text not null,
  full_name text not null,
  texts jsonb not null,                -- folded text by the name of the filter condition (RFC 9610 §3.3.1)
  addresses text[] not null,           -- lower-cased email addresses
  rank double precision not null default 0,   -- how often and how recently written to (contacts/collect/rank.ts)
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index contact_card_uid on contact_card (account_id, uid);
create index contact_card_book on contact_card (book_id);
create index contact_card_name on contact_card (account_id, full_name collate "C", id);
create index contact_card_addresses on contact_card using gin (addresses);

-- What a card is found by while somebody types: the words of its names and its addresses. The rank stands here too, so
-- that one letter that a tenth of all cards begin with is answered from this index alone.
create table contact_term (
  account_id bigint not null references jmap_account (id) on delete cascade,
  term text collate "C" not null,
  card_id bigint not null references contact_card (id) on delete cascade,
  rank double precision not null,
  primary key (account_id, term, card_id) include (rank)
);
create index contact_term_card on contact_term (card_id);

-- To whom a user has written, by address, whether or not there is a card.
create table contact_written (
  account_id bigint not null references jmap_account (id) on delete cascade,
  address text not null,
  times integer not null,
  last_at timestamptz not null,
  rank double precision not null,
  primary key (account_id, address)
);

-- How far the sent mail of a mail account was read for recipients; no foreign key, as messages change their ids.
create table contact_cursor (
  mail_account_id bigint primary key references jmap_account (id) on delete cascade,
  message_id bigint not null,
  settled_at timestamptz not null
);
