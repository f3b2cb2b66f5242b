import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { type ActivityEntry, activity } from '#contract/activity.ts'
import { type ActivityKind, activityLabels } from '#contract/activity-kind.ts'
import { markAsText } from '#domain/csv/text.ts'
import { DAY_MS } from '#domain/time.ts'
import { type ActivityFilter, type ActivityRow, listActivity } from '#server/activity/list-activity.ts'
import { previewImportUndo, undoImport } from '#server/csv/undo-import.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import type { Orm } from '#server/storage/database.ts'

const EXPORT_PAGE_SIZE = 500
const EXPORT_COLUMNS = ['time', 'who', 'from', 'token', 'address', 'what', 'subject', 'count', 'names', 'changes']

interface FilterQuery {
  kind?: ActivityKind | undefined
  who?: string | undefined
  task_id?: number | undefined
  without_runs: 'true' | 'false'
  without_sign_ins: 'true' | 'false'
  days: number
}

/** Handlers for Activity: the list of changes and their authors. */
export function activityHandlers({ database, lenders, now }: Pick<Context, 'database' | 'lenders' | 'now'>): Handler[] {
  const { orm } = database
  const buildFilter = ({
    kind,
    who,
    task_id: taskId,
    without_runs,
    without_sign_ins,
    days,
  }: FilterQuery): ActivityFilter => ({
    withoutRuns: without_runs === 'true',
    withoutSignIns: without_sign_ins === 'true',
    kind,
    who,
    taskId,
    since: new Date(now().getTime() - days * DAY_MS),
  })
  return [
    handler(activity.list, async ({ query }) => {
      const { before_id: beforeId, limit } = query
      const found = await listActivity(orm, { filter: buildFilter(query), beforeId, limit: limit + 1 })
      return { entries: found.slice(0, limit).map(presentEntry), has_more: found.length > limit }
    }),
    handler(activity.previewUndo, ({ params, caller }) =>
      previewImportUndo(orm, { activityId: params.id, undoneBy: caller.email, lenders }),
    ),
    handler(activity.undo, ({ params, caller }) =>
      undoImport(orm, { activityId: params.id, undoneBy: caller.email, lenders }),
    ),
    handler(activity.exportCsv, async ({ query }) => ({
      body: Readable.from(exportActivity(orm, buildFilter(query))),
      headers: { 'content-disposition': 'attachment; filename="activity.csv"' },
    })),
  ]
}

function presentEntry({ at, tokenName, taskIds, canRevert, ...row }: ActivityRow): ActivityEntry {
  return { ...row, can_revert: canRevert, at: at.toISOString(), token_name: tokenName, task_ids: taskIds }
}

async function* exportActivity(orm: Orm, filter: ActivityFilter): AsyncGenerator<string> {
  yield stringify([EXPORT_COLUMNS])
  let beforeId: number | undefined
  for (;;) {
    const page = await listActivity(orm, { filter, beforeId, limit: EXPORT_PAGE_SIZE })
    yield stringify(page.map(csvRow))
    if (page.length < EXPORT_PAGE_SIZE) return
    beforeId = page.at(-1)?.id
  }
}

function csvRow(row: ActivityRow): string[] {
  const changes = row.changes.map(({ field, before, after }) => `${field}: ${before ?? ''} -> ${after ?? ''}`)
  const texts = [row.who, row.origin, row.tokenName ?? '', row.address ?? '', activityLabels[row.kind], row.subject]
  return [
    row.at.toISOString(),
    ...texts.map(markAsText),
    String(row.count),
    markAsText(row.names.join(', ')),
    markAsText(changes.join('; ')),
  ]
}
