import { overview } from '#contract/overview.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, sharedHandler } from '#server/http/handler.ts'
import { presentOverview } from '#server/http/present/present-overview.ts'
import { inSnapshot } from '#server/storage/database.ts'

/** Handlers for the home page of signed-in users. */
export function overviewHandlers(
  context: Pick<Context, 'config' | 'connection' | 'database' | 'queue' | 'now'>,
): Handler[] {
  return [
    sharedHandler(overview.get, () =>
      inSnapshot(context.database.orm, (tx) => presentOverview({ ...context, orm: tx })),
    ),
  ]
}
