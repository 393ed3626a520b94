-- home: installation
-- owner: people

-- When its user last signed in anew at the identity provider to prove themselves, and in which sign-in generation: that
-- stands for the password of who has none, for some minutes. Null: they have not.
alter table web_session add column proven_at timestamptz;
alter table web_session add column proven_generation int;

-- Whether who began it in a session proves themselves anew; otherwise they link an identity.
alter table single_sign_on_flow add column is_proof boolean not null default false;
