CREATE TABLE "task_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"activity_id" integer NOT NULL,
	"task_id" integer NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"position_before" integer
);
--> statement-breakpoint
ALTER TABLE "task_changes" ADD CONSTRAINT "task_changes_activity_id_activity_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_changes" ADD CONSTRAINT "task_changes_task_id_all_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."all_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_changes_task" ON "task_changes" USING btree ("task_id","activity_id");--> statement-breakpoint
CREATE INDEX "task_changes_activity" ON "task_changes" USING btree ("activity_id");
