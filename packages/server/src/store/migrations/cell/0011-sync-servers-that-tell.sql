-- home: cell
-- owner: sync

-- E-mail addresses for which the source of a calendar tells people by itself what becomes of a meeting (RFC 6638).
alter table calendar_link add column tells_for text[] not null default '{}';
