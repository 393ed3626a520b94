-- owner: changes

-- An entry is written under the account's lock, which proves that the account is there; looking for it once more was a
-- tenth of what setting a flag costs the database. That entries go with their account is the trigger's part.
alter table journal drop constraint journal_account_id_fkey;
create or replace function remove_change_log() returns trigger language plpgsql as $$
begin
  delete from change_log where account_id = old.id;
  delete from journal where account_id = old.id;
  return null;
end $$;
