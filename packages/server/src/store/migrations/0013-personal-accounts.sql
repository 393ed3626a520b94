-- owner: changes

-- One personal account a user, made with the user; those of before get theirs here.
create unique index jmap_account_personal on jmap_account (user_id) where kind = 'personal';
insert into jmap_account (user_id, kind) select id, 'personal' from app_user;
