-- home: cell
-- owner: store

-- The foreign keys of the installation's tables to those of a cell. They stand apart because the tables of the
-- installation are made first; test/statements/crossings.ts lists every other crossing of the border.
alter table app_password add foreign key (account_id) references jmap_account (id) on delete cascade;
alter table oauth_state add foreign key (account_id) references mail_account (id) on delete cascade;
