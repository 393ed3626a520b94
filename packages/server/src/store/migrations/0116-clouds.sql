-- owner: accounts

-- Microsoft: the national cloud that the registration lives in; null: the global one.
alter table provider_configuration add column cloud text;
