import { CallFailed } from '#client/call-failed.ts'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import { cleanText } from '#contract/field.ts'
import { spreadsheetId, spreadsheetIdFrom } from '#contract/spreadsheet-link.ts'
import type { Task } from '#contract/task.ts'

/** Maximum tasks read per spreadsheet. It exceeds the maximum number of tabs. */
const MAX_FOUND = 1000
/** Maximum length of a search; no title needs more. */
const MAX_SEARCH_LENGTH = 200

/** Maximum similar titles suggested instead. */
const MAX_SIMILAR = 10

interface FoundSheet {
  /** Tasks that write to the spreadsheet. */
  readonly writers: readonly Task[]
  /** Whether tasks read the spreadsheet. */
  readonly isSource: boolean
  /** Titles of targets that contain the words. */
  readonly similar: readonly string[]
}

/** Finds the tasks that write to a sheet. The text is a title, link or ID, or else a tab, a value or the name of a task. */
export async function findSheet(
  client: Client,
  { sheet, tab }: { sheet: string; tab?: string | undefined },
): Promise<FoundSheet> {
  const id = spreadsheetIdFrom(sheet)
  const { syncTasks } = await client.call(api.tasks.list, {
    query: { search: (id === '' ? sheet : id).slice(0, MAX_SEARCH_LENGTH), limit: MAX_FOUND, found_targets: 'true' },
  })
  const similar = [...new Set(syncTasks.map((task) => task.target_ss_name ?? task.name))].slice(0, MAX_SIMILAR)
  const titled = syncTasks.flatMap((task) => [
    ...(isSame(task.target_ss_name, id) ? [task.target_ss_id] : []),
    ...(isSame(task.source_ss_name, id) ? [task.source_ss_id] : []),
  ])
  const ways: (() => readonly string[] | Promise<readonly string[]>)[] = [
    () => [id],
    () => [...new Set(titled)],
    () => searchFiles(client, id),
  ]
  let isSource = false
  for (const listIds of ways) {
    const ids = await listIds()
    const writers = await listTasks(client, ids, 'target_ss_id')
    if (writers.length > 0) return { writers: writers.filter((task) => writesToTab(task, tab, ids)), isSource, similar }
    isSource ||= (await listTasks(client, ids, 'source_ss_id')).length > 0
  }
  const named = syncTasks.filter((task) => listPlaces(task).some(({ names }) => hasName(names, id)))
  const writers = named.length > 0 ? named : syncTasks.filter(({ name }) => isSame(name, id))
  return { writers: writers.filter((task) => writesToTab(task, tab)), isSource, similar }
}

/** Searches spreadsheets by title, with the server's account; empty if the token may not search. */
async function searchFiles(client: Client, title: string): Promise<string[]> {
  try {
    const { files } = await client.call(api.spreadsheets.search, { query: { search: title.slice(0, 100) } })
    return files.filter((file) => isSame(file.title, title)).map(({ id }) => id)
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return []
  }
}

/** Lists the tasks that read from the given spreadsheets, or write to them. */
export async function listTasks(
  client: Client,
  ids: readonly string[],
  end: 'source_ss_id' | 'target_ss_id',
): Promise<Task[]> {
  const known = ids.filter((id) => spreadsheetId('Spreadsheet').safeParse(id).success)
  const found = await Promise.all(
    known.map(
      async (id) =>
        (await client.call(api.tasks.list, { query: { [end]: id, limit: MAX_FOUND, found_targets: 'true' } }))
          .syncTasks,
    ),
  )
  return [...new Map(found.flat().map((task) => [task.id, task])).values()]
}

/** Lists the places a task writes to, each with its names: the tab, and the value of its rows. */
function listPlaces({ split_by, targets, found_targets = [], target_ss_id, target_sheet_name }: Task) {
  if (split_by === '') return [{ id: target_ss_id, names: [target_sheet_name] }]
  return [...targets, ...found_targets].map((target) => ({
    id: target.target_ss_id,
    names: [target.target_sheet_name, target.value],
  }))
}

/** Whether a task writes to a tab of the given spreadsheets, or of any spreadsheet. */
function writesToTab(task: Task, tab: string | undefined, ids?: readonly string[]): boolean {
  const places = listPlaces(task).filter(({ id }) => ids === undefined || ids.includes(id))
  return tab === undefined || places.some(({ names }) => hasName(names, tab))
}

function hasName(names: readonly string[], wanted: string): boolean {
  return names.some((name) => name !== '' && isSame(name, wanted))
}

function isSame(one: string | null, other: string): boolean {
  return one !== null && cleanText(one).toLowerCase() === cleanText(other).toLowerCase()
}
