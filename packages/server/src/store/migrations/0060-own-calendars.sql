-- owner: calendar

-- Kept by a provider, which alone can remove it; all others are the user's own.
alter table calendar add column is_provided boolean not null default false;

-- What a person can read of an event, folded as searching folds it.
alter table calendar_event add column words text not null default '';
