-- owner: sync
-- A place has always been one in a mailbox; now it cannot be otherwise.
delete from remote_message where mailbox_id is null;
alter table remote_message alter column mailbox_id set not null;
