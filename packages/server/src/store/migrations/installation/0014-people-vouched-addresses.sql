-- home: installation
-- owner: people

-- Whether an administrator or the identity provider has given the address. Whoever brings an address from the provider is
-- taken for its user only then: anybody can enter that of somebody who has not come yet.
alter table app_user add column is_email_vouched boolean not null default true;
