import { overview } from '#contract/overview.ts'
import type { Context } from '#server/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { presentOverview } from '#server/http/present/present-overview.ts'
import { inSnapshot } from '#server/storage/database.ts'

/** What a signed-in user finds on the home page. */
export function overviewHandlers(
  context: Pick<Context, 'config' | 'connection' | 'database' | 'queue' | 'now'>,
): Handler[] {
  return [
    handler(overview.get, () => inSnapshot(context.database.orm, (tx) => presentOverview({ ...context, orm: tx }))),
  ]
}
