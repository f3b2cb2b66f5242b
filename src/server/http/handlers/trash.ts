import { TRASH_DAYS, type TrashEntry, trash } from '#contract/trash.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { listTrash, type TrashRow } from '#server/trash/list-trash.ts'
import { purgeDeletion } from '#server/trash/purge-trash.ts'
import { restoreDeletion, restoreTasks } from '#server/trash/restore-trash.ts'

/** Handlers for the trash: list, restore, and delete for good. */
export function trashHandlers({ database: { orm } }: Pick<Context, 'database'>): Handler[] {
  return [
    handler(trash.list, async ({ query: { before_id: beforeId, limit } }) => {
      const found = await listTrash(orm, { beforeId, limit: limit + 1 })
      return { entries: found.slice(0, limit).map(presentEntry), has_more: found.length > limit }
    }),
    handler(trash.restore, ({ params }) => restoreDeletion(orm, params.id)),
    handler(trash.restoreTasks, ({ body }) => restoreTasks(orm, body.task_ids)),
    handler(trash.remove, ({ params }) => purgeDeletion(orm, params.id)),
  ]
}

function presentEntry({ deletedAt, deletedBy, typeNames, ...entry }: TrashRow): TrashEntry {
  return {
    ...entry,
    deleted_at: deletedAt.toISOString(),
    deleted_by: deletedBy,
    expires_at: new Date(deletedAt.getTime() + TRASH_DAYS * DAY_MS).toISOString(),
    type_names: typeNames,
  }
}
