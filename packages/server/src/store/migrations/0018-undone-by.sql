-- owner: changes

-- An entry is written at the end of its transaction, what refers to it before.
alter table journal alter constraint journal_undone_by_fkey deferrable initially deferred;
