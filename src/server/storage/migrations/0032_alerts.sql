CREATE TABLE "alert_incidents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_incidents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"task_id" integer,
	"wave_id" uuid,
	"message" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"reported_at" timestamp with time zone,
	"alert_id" uuid,
	"snooze" text,
	"snoozed_until" timestamp with time zone,
	"snoozed_by" text
);
--> statement-breakpoint
CREATE TABLE "alert_waves" (
	"wave_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "task_types" ADD COLUMN "alert_after_hours" integer;--> statement-breakpoint
ALTER TABLE "alert_incidents" ADD CONSTRAINT "alert_incidents_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_incidents" ADD CONSTRAINT "alert_incidents_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_incidents_open" ON "alert_incidents" USING btree ("kind","subject") WHERE "alert_incidents"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "alert_incidents_task" ON "alert_incidents" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "alert_incidents_alert" ON "alert_incidents" USING btree ("alert_id");--> statement-breakpoint
CREATE INDEX "alerts_created" ON "alerts" USING btree ("created_at");