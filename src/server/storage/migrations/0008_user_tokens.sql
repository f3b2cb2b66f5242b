CREATE TABLE "user_tokens" (
	"email" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"obtained_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
