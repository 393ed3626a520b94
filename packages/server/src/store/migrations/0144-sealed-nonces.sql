-- owner: accounts

-- The nonce is sealed like the verifier from now on. Who is on the way to a provider just now signs in once more.
delete from oauth_state;
