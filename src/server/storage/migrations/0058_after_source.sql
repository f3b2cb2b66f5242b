ALTER TABLE "all_task_types" ADD COLUMN "after_source" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "after_source" boolean;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "upstream_ids" jsonb;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "next_wave_id" uuid;