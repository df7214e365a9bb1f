-- The token of a browser in which a person has signed in at the team's provider: deeds are kept under the person's name.
alter table access_token add column person varchar(100);
