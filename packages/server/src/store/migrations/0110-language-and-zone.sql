-- owner: people

-- The language of sentences, beside the locale that dates and numbers are written in: plMail speaks two languages, and
-- whoever chose another locale keeps its formats. `unchosen` names what nobody has decided yet; the first browser that
-- signs in does (http/api/session.ts).
alter table app_user
  add column language text not null default 'en' check (language in ('en', 'de')),
  add column unchosen text[] not null default '{}';
update app_user set language = 'de' where locale ~* '^de(-|$)';
