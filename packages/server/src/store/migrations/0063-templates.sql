-- owner: mail

-- Letters that a user writes more than once, with variables to be filled in (docs/jmap.md, templates).
create table mail_template (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,
  name text not null,
  subject text not null,
  html text not null,
  sort_order integer not null
);
create index mail_template_account on mail_template (account_id);
