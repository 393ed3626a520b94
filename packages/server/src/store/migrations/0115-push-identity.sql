-- owner: accounts

-- Google: who signs Pub/Sub's notifications, and for whom. No service account: the token in the address is the only proof.
alter table provider_configuration add column push_service_account text;
alter table provider_configuration add column push_audience text;
