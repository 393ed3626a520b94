-- home: installation
-- owner: people

-- Account id to the state the client was last sent.
alter table push_subscription rename column told to sent_states;
