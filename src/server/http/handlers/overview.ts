import { overview } from '#contract/overview.ts'
import type { Context } from '#server/context.ts'
import { type Handler, versionedHandler } from '#server/http/handler.ts'
import { presentOverview } from '#server/http/present/present-overview.ts'
import { briefly, OF_TASKS } from '#server/http/versions/task-versions.ts'
import { inSnapshot } from '#server/storage/database.ts'

/** What a signed-in user finds on the home page. */
export function overviewHandlers(
  context: Pick<Context, 'config' | 'connection' | 'database' | 'queue' | 'now'>,
): Handler[] {
  return [
    versionedHandler(overview.get, { dependsOn: OF_TASKS, freshUntilMs: briefly }, () =>
      inSnapshot(context.database.orm, (tx) => presentOverview({ ...context, orm: tx })),
    ),
  ]
}
