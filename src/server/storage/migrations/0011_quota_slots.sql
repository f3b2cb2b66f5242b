-- Earlier versions created this table themselves at startup, so it may already be there.
CREATE TABLE IF NOT EXISTS "quota_slots" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
