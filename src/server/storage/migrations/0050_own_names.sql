ALTER TABLE "all_tasks" ADD COLUMN "has_own_name" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A name that does not follow from the tabs was chosen by somebody. The link to a tab never was.
UPDATE "all_tasks" SET "has_own_name" = true
  WHERE "name" !~ '^#gid=\d{1,10}$' AND "name" <> COALESCE(
    NULLIF(regexp_replace("source_sheet_name", '^#gid=\d{1,10}$', ''), ''),
    NULLIF(regexp_replace("target_sheet_name", '^#gid=\d{1,10}$', ''), ''),
    'Sync Task ' || "id");
