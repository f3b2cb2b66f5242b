-- The previous release may not start on this: it stores cells of types that keep none.
-- That is so while this finds a row: SELECT FROM all_task_types WHERE NOT keeps_cells
ALTER TABLE "all_task_types" ADD COLUMN "keeps_cells" boolean DEFAULT true NOT NULL;