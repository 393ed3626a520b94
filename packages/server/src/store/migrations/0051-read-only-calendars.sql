-- owner: calendar

-- Where the provider lets nobody write: a feed, somebody else's calendar.
alter table calendar add column is_read_only boolean not null default false;
