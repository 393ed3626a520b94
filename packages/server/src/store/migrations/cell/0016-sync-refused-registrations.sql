-- home: cell
-- owner: sync

-- Since when the provider has refused to announce anything, for a reason that only people can end; null: it does not.
alter table mail_watch add column refused_since timestamptz;
-- The registration is not tried again before, by itself; null: with the next hour.
alter table mail_watch add column retry_at timestamptz;
