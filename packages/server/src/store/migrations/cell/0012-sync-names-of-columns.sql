-- home: cell
-- owner: sync

-- What a column holds, by its name.
alter table mirror_check rename column here to local_count;
alter table mirror_check rename column there to remote_count;
alter table mirror_scope rename column here to local_count;
alter table mirror_scope rename column there to remote_count;
alter table calendar_link rename column told to last_synced;
alter table remote_event rename column told to last_synced;
