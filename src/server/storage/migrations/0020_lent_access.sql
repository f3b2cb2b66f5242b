ALTER TABLE "tasks" ADD COLUMN "owner" text;--> statement-breakpoint
ALTER TABLE "user_tokens" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "lending" text DEFAULT 'own_tasks' NOT NULL;