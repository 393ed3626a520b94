-- owner: sync

-- What is swept for whatever reason is not swept again within a day: one time for both reasons.
alter table mirror_scope rename column swept_at to listed_at;     -- last listed whole, the first reading included
alter table mirror_scope rename column suspected_at to swept_at;  -- last listed whole to be compared
update mirror_scope set swept_at = listed_at;
