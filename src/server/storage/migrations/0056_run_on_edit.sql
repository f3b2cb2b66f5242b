ALTER TABLE "all_tasks" ADD COLUMN "on_edit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "on_edit_pause_minutes" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "on_edit_at_most_every_minutes" integer DEFAULT 5 NOT NULL;