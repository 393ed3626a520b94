-- owner: changes

-- Items are written, read and removed with their entry and never without it: in one row with it a write of a hundred
-- messages costs one insert.
alter table journal add column items json not null default '[]';
update journal j set items = (
  select coalesce(json_agg(json_build_object(
    'type', i.object_type, 'id', i.object_id, 'before', i.before, 'after', i.after)
    order by i.object_type, i.object_id), '[]')
  from journal_item i where i.journal_id = j.id);
drop trigger journal_items_go_too on journal;
drop function remove_journal_items;
drop table journal_item;
