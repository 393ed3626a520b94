-- owner: sync
alter table remote_event add column unheard_since timestamptz;   -- put there from here, and told by no pull since

create index remote_event_unheard on remote_event (calendar_id) where unheard_since is not null;
