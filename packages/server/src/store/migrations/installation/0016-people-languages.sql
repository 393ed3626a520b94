-- home: installation
-- owner: people

-- The languages are those of the catalogues (packages/wire/src/languages.json): a new one needs no step here. What is
-- stored is read as the nearest of them, so that a language that goes leaves nobody without words.
alter table app_user drop constraint app_user_language_check;
