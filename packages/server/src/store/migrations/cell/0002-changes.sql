-- home: cell
-- owner: changes

-- One row per JMAP account. Its lock orders every write of that account; state only grows.
create table jmap_account (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  kind text not null check (kind in ('mail', 'personal')),
  state bigint not null default 0,
  oldest_state bigint not null default 0   -- /changes from before this answers cannotCalculateChanges
) with (fillfactor = 50);
create index jmap_account_user on jmap_account (user_id);
-- One personal account a user, made with the user.
create unique index jmap_account_personal on jmap_account (user_id) where kind = 'personal';

-- Written by the hundred in transactions that hold the account's lock: a foreign key would look up row by row what
-- the lock has proven. That the rows go with their account is the part of the trigger below.
create table change_log (
  account_id bigint not null,
  object_type text not null,           -- a JMAP type name: Email, Thread, Mailbox
  state bigint not null,
  object_id bigint not null,
  change text not null check (change in ('created', 'updated', 'destroyed')),
  properties text[],                   -- set only when nothing else changed (Mailbox counters)
  primary key (account_id, object_type, state, object_id)
);

-- Where each account's state stood on each day: how the log is cut by age without a time on every row.
create table state_mark (
  account_id bigint not null references jmap_account (id) on delete cascade,
  at timestamptz not null,
  state bigint not null,
  primary key (account_id, at)
);

-- What changed, by whom, and how to take it back. As the change log it has no foreign key to the account.
create table journal (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  state bigint not null,
  at timestamptz not null,
  actor text not null check (actor in ('user', 'provider', 'rule', 'booking', 'mail', 'system')),
  actor_user_id bigint,
  verb text not null,
  undo_of bigint references journal (id) on delete set null,
  -- checked at commit: an entry is written at the end of its transaction, what refers to it before
  undone_by bigint references journal (id) on delete set null deferrable initially deferred,
  undoable_until timestamptz,          -- null: cannot be undone
  items json not null default '[]'     -- what changed, each with its values before and after: read and written as a whole
);
create index journal_account on journal (account_id, id desc);
-- For the foreign keys: removing an entry looks for those that refer to it.
create index journal_undo_of on journal (undo_of) where undo_of is not null;
create index journal_undone_by on journal (undone_by) where undone_by is not null;

create function remove_change_log() returns trigger language plpgsql as $$
begin
  delete from change_log where account_id = old.id;
  delete from journal where account_id = old.id;
  return null;
end $$;
create trigger change_log_goes_too after delete on jmap_account
  for each row execute function remove_change_log();
