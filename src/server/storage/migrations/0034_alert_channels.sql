CREATE TABLE "alert_channels" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_channels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"is_on" boolean NOT NULL,
	"kinds" jsonb NOT NULL,
	"type_ids" jsonb,
	"digest" text NOT NULL,
	"quiet_hours" jsonb,
	"recipients" jsonb NOT NULL,
	"sealed_url" text,
	"sealed_secret" text,
	"problem" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "alert_channels_name" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "alert_deliveries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"channel_id" integer NOT NULL,
	"alert_id" uuid NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"first_tried_at" timestamp with time zone,
	"tried_at" timestamp with time zone,
	"answer" text,
	"lease_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD CONSTRAINT "alert_deliveries_channel_id_alert_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."alert_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD CONSTRAINT "alert_deliveries_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_deliveries_channel" ON "alert_deliveries" USING btree ("channel_id","id");--> statement-breakpoint
CREATE INDEX "alert_deliveries_waiting" ON "alert_deliveries" USING btree ("channel_id","id") WHERE "alert_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "alert_deliveries_alert" ON "alert_deliveries" USING btree ("alert_id");