-- owner: sync

-- The colour that a calendar was given here because another of its user's calendars has the one of its source, or because
-- the source has none. As long as the calendar still has it, nobody chose otherwise, and a new colour there is followed.
alter table calendar_link add column assigned_color text;
