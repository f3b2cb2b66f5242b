CREATE TABLE "read_limits" (
	"task_id" integer NOT NULL,
	"spreadsheet_id" text NOT NULL,
	"max_cells" integer NOT NULL,
	CONSTRAINT "read_limits_task_id_spreadsheet_id_pk" PRIMARY KEY("task_id","spreadsheet_id")
);
--> statement-breakpoint
ALTER TABLE "read_limits" ADD CONSTRAINT "read_limits_task_id_all_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."all_tasks"("id") ON DELETE cascade ON UPDATE no action;