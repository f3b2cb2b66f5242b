ALTER TABLE "all_task_types" ADD COLUMN "skips_untouched" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "copy_memories" ADD COLUMN "source_ss_id" text;--> statement-breakpoint
ALTER TABLE "copy_memories" ADD COLUMN "source_version" text;--> statement-breakpoint
ALTER TABLE "copy_memories" ADD COLUMN "compared_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "is_skipped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "copy_memories_source" ON "copy_memories" USING btree ("source_ss_id") WHERE "copy_memories"."source_version" is not null;