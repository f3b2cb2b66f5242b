import { eq } from 'drizzle-orm'
import { storableJson } from '#domain/copy/storable-text.ts'
import { readTakenTabs } from '#server/last-copy/taken-tabs.ts'
import type { Orm } from '#server/storage/database.ts'
import { handOuts, targetCopies } from '#server/storage/schema.ts'
import { openTargetRows } from './stored-rows.ts'
import type { HandOutSource, TargetCopy, TargetLeft, TargetStore } from './target-store.ts'

type StoredLeft = Omit<TargetLeft, 'memory'> & { memory?: Omit<NonNullable<TargetLeft['memory']>, 'targetVersion'> }

/** Opens the stored state of a task's targets in the database. */
export function openTargetStore(orm: Orm, taskId: number): TargetStore {
  return {
    async read() {
      const [handOut] = await orm.select().from(handOuts).where(eq(handOuts.taskId, taskId))
      const rows = await orm.select().from(targetCopies).where(eq(targetCopies.taskId, taskId))
      return {
        source: handOut?.source as HandOutSource | undefined,
        readAllAt: handOut?.readAllAt,
        targets: new Map(rows.map((row) => [row.valueKey, fromRow(row)])),
      }
    },
    async saveSource(source, readAllAt) {
      const row = { source: storableJson(source), readAllAt }
      await orm
        .insert(handOuts)
        .values({ taskId, ...row })
        .onConflictDoUpdate({ target: handOuts.taskId, set: row })
    },
    async saveTarget(valueKey, copy) {
      const row = toRow(copy)
      const target = [targetCopies.taskId, targetCopies.valueKey]
      await orm
        .insert(targetCopies)
        .values({ taskId, valueKey, ...row })
        .onConflictDoUpdate({ target, set: row })
    },
    openRows: (key) => openTargetRows(orm, { taskId, key }),
    takenTabs: (targetSsIds) => readTakenTabs(orm, { taskId, targetSsIds }),
  }
}

function fromRow(row: typeof targetCopies.$inferSelect): TargetCopy {
  const { value, targetSsId, place, sheetId, tab: title, targetVersion } = row
  const { memory, ...left } = row.left as StoredLeft
  const version = targetVersion === null ? {} : { targetVersion }
  return {
    value,
    targetSsId,
    place,
    tab: sheetId === null ? null : { sheetId, title },
    left: memory ? { ...left, memory: { ...memory, ...version } } : left,
  }
}

function toRow({ value, targetSsId, place, tab, left: { memory: remembered, ...others } }: TargetCopy) {
  const { targetVersion = null, ...memory } = remembered ?? {}
  const left = storableJson(remembered ? { ...others, memory } : others)
  return { value, targetSsId, place, sheetId: tab?.sheetId ?? null, tab: tab?.title ?? '', targetVersion, left }
}
