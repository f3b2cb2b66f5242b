import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import { cleanText } from '#contract/field.ts'
import { spreadsheetIdFrom } from '#contract/spreadsheet-link.ts'
import type { Task } from '#contract/task.ts'

/** Maximum tasks per spreadsheet, above the maximum number of tabs. */
const MAX_FOUND = 1000
/** Maximum length of a search, which no title needs. */
const MAX_SEARCH_LENGTH = 200

/** Maximum titles that are named instead. */
const MAX_SIMILAR = 10

interface FoundSheet {
  /** The tasks that write to it. */
  readonly writers: readonly Task[]
  /** Whether tasks read it. */
  readonly isSource: boolean
  /** Titles of targets that contain the words. */
  readonly similar: readonly string[]
}

/** Finds the tasks that write to a spreadsheet, given by its title, link or ID, or to a tab or as a task with that name. */
export async function findSheet(
  client: Client,
  { sheet, tab }: { sheet: string; tab?: string | undefined },
): Promise<FoundSheet> {
  const id = spreadsheetIdFrom(sheet)
  const search = (id === '' ? sheet : id).slice(0, MAX_SEARCH_LENGTH)
  const query = { search, limit: MAX_FOUND }
  const { syncTasks } = await client.call(api.tasks.list, { query })
  const ways: ((task: Task) => string | null)[] = [
    (task) => task.target_ss_id,
    (task) => task.target_ss_name,
    (task) => task.target_sheet_name,
    (task) => task.name,
  ]
  const found = ways.map((read) => syncTasks.filter((task) => isSame(read(task), id))).find(({ length }) => length > 0)
  const writers = (found ?? []).filter(({ target_sheet_name }) => tab === undefined || isSame(target_sheet_name, tab))
  return {
    writers,
    isSource: syncTasks.some((task) => [task.source_ss_id, task.source_ss_name].some((name) => isSame(name, id))),
    similar: [...new Set(syncTasks.map((task) => task.target_ss_name ?? task.name))].slice(0, MAX_SIMILAR),
  }
}

function isSame(one: string | null, other: string): boolean {
  return one !== null && cleanText(one).toLowerCase() === cleanText(other).toLowerCase()
}
