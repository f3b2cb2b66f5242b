import { and, eq, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm'
import { type AccountPreference, findPreference } from '#domain/tasks/lent-access.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'

/** A spreadsheet without a title, with the accounts of a task that uses it. */
export interface MissingTitle extends AccountPreference {
  readonly spreadsheetId: string
}

const source = { id: tasks.sourceSsId, title: tasks.sourceSsName }
const target = { id: tasks.targetSsId, title: tasks.targetSsName }

/** Lists each spreadsheet once if a task lacks its title. */
export async function missingTitles(orm: Orm): Promise<MissingTitle[]> {
  const { sourceSsId, sourceSsName, targetSsId, targetSsName, relevantUserAccounts, createdBy, owner, accountKind } =
    tasks
  const rows = await orm
    .select({ sourceSsId, sourceSsName, targetSsId, targetSsName, relevantUserAccounts, createdBy, owner, accountKind })
    .from(tasks)
    .where(or(isNull(sourceSsName), isNull(targetSsName)))
    .orderBy(tasks.id)
  const missing = new Map<string, MissingTitle>()
  for (const row of rows) {
    const ids = [row.sourceSsName === null && row.sourceSsId, row.targetSsName === null && row.targetSsId]
    for (const spreadsheetId of ids) {
      // A task with listed target files may have no target of its own.
      if (!spreadsheetId || missing.has(spreadsheetId)) continue
      missing.set(spreadsheetId, { spreadsheetId, ...findPreference(row) })
    }
  }
  return [...missing.values()]
}

/** Reads the titles stored in tasks, by spreadsheet ID. */
export async function knownTitles(orm: Orm): Promise<ReadonlyMap<string, string>> {
  const ofSources = orm.selectDistinct(source).from(tasks).where(isNotNull(source.title))
  const ofTargets = orm.selectDistinct(target).from(tasks).where(isNotNull(target.title))
  const known = new Map<string, string>()
  for (const { id, title } of await ofSources.unionAll(ofTargets)) if (title !== null) known.set(id, title)
  return known
}

/** Finds the stored title of a spreadsheet. */
export async function findTitle(orm: Orm, spreadsheetId: string): Promise<string | undefined> {
  const find = (sheet: typeof source | typeof target) =>
    orm
      .select({ title: sheet.title })
      .from(tasks)
      .where(and(eq(sheet.id, spreadsheetId), isNotNull(sheet.title)))
      .limit(1)
  const [found] = await find(source).unionAll(find(target)).limit(1)
  return found?.title ?? undefined
}

/** Saves the title of a spreadsheet in every task with the spreadsheet. */
export async function saveTitle(
  orm: Orm,
  { spreadsheetId, title }: { spreadsheetId: string; title: string },
): Promise<void> {
  const outdated = (sheet: typeof source | typeof target): SQL | undefined =>
    and(eq(sheet.id, spreadsheetId), or(isNull(sheet.title), ne(sheet.title, title)))
  await orm.update(tasks).set({ sourceSsName: title }).where(outdated(source))
  await orm.update(tasks).set({ targetSsName: title }).where(outdated(target))
}
