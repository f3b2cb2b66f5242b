CREATE TABLE "kept_cells" (
	"task_id" integer PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"cells" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "kept_cells" ADD CONSTRAINT "kept_cells_task_id_all_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."all_tasks"("id") ON DELETE cascade ON UPDATE no action;