-- The previous release may not start on this: it would run tasks during a pause.
-- That is so while this finds a row: SELECT FROM pauses WHERE until > now()
CREATE TABLE "pauses" (
	"id" integer PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"set_by" text NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER pauses_notify AFTER INSERT OR UPDATE OR DELETE ON pauses
  FOR EACH STATEMENT EXECUTE FUNCTION notify_of_list('schedules');
