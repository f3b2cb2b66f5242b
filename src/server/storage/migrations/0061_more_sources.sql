-- The previous release may not start on this: it copies only the first source of a task, and would clear the rows of the others.
-- That is so while this finds a row: SELECT FROM all_tasks WHERE more_sources <> '[]'
CREATE TABLE "source_copies" (
	"task_id" integer NOT NULL,
	"source" text NOT NULL,
	"chunk" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "source_copies_task_id_source_chunk_pk" PRIMARY KEY("task_id","source","chunk")
);
--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "more_sources" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "source_column" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "when_source_fails" text DEFAULT 'keep_its_rows' NOT NULL;--> statement-breakpoint
ALTER TABLE "source_copies" ADD CONSTRAINT "source_copies_task_id_all_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."all_tasks"("id") ON DELETE cascade ON UPDATE no action;