-- Reports that another program delivers: the key by which it says that two deliveries are the same one.
create table delivery (
    idempotency_key varchar(200) primary key,
    upload_id varchar(16) not null references upload (id) on delete cascade,
    sha256 varchar(64) not null,
    received_at timestamp with time zone not null
);
