ALTER TABLE "runs" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "token_name" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "attempts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "attempt_record" jsonb;