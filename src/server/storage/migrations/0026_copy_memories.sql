CREATE TABLE "copy_memories" (
	"task_id" integer PRIMARY KEY NOT NULL,
	"run_id" integer NOT NULL,
	"basis" text NOT NULL,
	"memory" jsonb NOT NULL,
	"target_ss_id" text NOT NULL,
	"target_version" text,
	"read_all_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "copy_memories" ADD CONSTRAINT "copy_memories_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "copy_memories_target" ON "copy_memories" USING btree ("target_ss_id");