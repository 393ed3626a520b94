-- owner: sync

-- Operations are written by the hundred in transactions that hold the account's lock: a foreign key would look up row
-- by row what the lock has proven, and lock the message besides. That they go with their account and their message, and
-- take on the id a merge gives it, is the triggers' part.
alter table outbox_op drop constraint outbox_op_account_id_fkey, drop constraint outbox_op_message_id_fkey;

create function remove_outbox_of_account() returns trigger language plpgsql as $$
begin
  delete from outbox_op where account_id = old.id;
  return null;
end $$;
create trigger outbox_goes_too after delete on jmap_account
  for each row execute function remove_outbox_of_account();

create function remove_outbox_of_messages() returns trigger language plpgsql as $$
begin
  delete from outbox_op where message_id in (select id from gone);
  return null;
end $$;
create trigger outbox_goes_too after delete on message referencing old table as gone
  for each statement execute function remove_outbox_of_messages();

create function rename_in_outbox() returns trigger language plpgsql as $$
begin
  update outbox_op set message_id = new.id where message_id = old.id;
  return null;
end $$;
create trigger outbox_follows after update of id on message
  for each row when (old.id <> new.id) execute function rename_in_outbox();
