-- home: installation
-- owner: people

-- The identity provider asked for a second factor that the operator trusts: such a session needs none of ours.
alter table web_session add column has_provider_factor boolean not null default false;
