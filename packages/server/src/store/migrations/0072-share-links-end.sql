-- owner: calendar

-- The last day on which a link works, in its owner's zone; null: until it is revoked.
alter table share_link add column expires_on date;
