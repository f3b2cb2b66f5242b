import { spreadsheetIdFrom } from '#contract/spreadsheet-link.ts'

/** The fields of a task where a search looks for each word. */
export const SEARCHED_FIELDS = [
  'name',
  'source_sheet_name',
  'target_sheet_name',
  'source_ss_name',
  'target_ss_name',
  'notes',
] as const

/** Fields a search compares as a whole, because parts of an ID occur in too many IDs. */
export const SEARCHED_IDS = ['source_ss_id', 'target_ss_id'] as const

export type Searched = Readonly<Record<(typeof SEARCHED_FIELDS)[number], string | null>> &
  Readonly<Record<(typeof SEARCHED_IDS)[number], string>> & {
    /** Null for a task with a single target. */
    readonly target_values: readonly string[] | null
  }

/** The words a search looks for, in lower case. A link to a spreadsheet stands for its ID. */
export function searchWords(search: string): string[] {
  return search
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => spreadsheetIdFrom(word).toLowerCase())
}

/** The texts of a task where a search looks for each word. */
export function listSearched(task: Searched): string[] {
  return [...SEARCHED_FIELDS.map((field) => task[field] ?? ''), ...(task.target_values ?? [])]
}

/** Whether every word occurs in any text of the task, or is the ID of its source or target. */
export function matchesSearch(task: Searched, words: readonly string[]): boolean {
  const ids = SEARCHED_IDS.map((field) => task[field])
  return hasEveryWord(listSearched(task).join('\n'), words, ids)
}

/** Whether every word occurs in the text, or is among the IDs, whatever the case. */
export function hasEveryWord(text: string, words: readonly string[], ids: readonly string[] = []): boolean {
  if (words.length === 0) return true
  const lowerCase = text.toLowerCase()
  return words.every((word) => lowerCase.includes(word) || ids.some((id) => id.toLowerCase() === word))
}
