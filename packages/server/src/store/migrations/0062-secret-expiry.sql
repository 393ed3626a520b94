-- owner: accounts

-- Microsoft lets a client secret live for two years at most and tells its end only where it was made.
alter table provider_configuration add column secret_expires_on date;
