CREATE TABLE "oauth_records" (
	"kind" text NOT NULL,
	"id_hash" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"uid" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "oauth_records_kind_id_hash_pk" PRIMARY KEY("kind","id_hash")
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "grant_id" text;--> statement-breakpoint
CREATE INDEX "oauth_records_grant" ON "oauth_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oauth_records_uid" ON "oauth_records" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "oauth_records_expiry" ON "oauth_records" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_grantId_unique" UNIQUE("grant_id");