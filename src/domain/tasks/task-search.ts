/** The fields of a task that a search looks at. */
export const SEARCHED_FIELDS = [
  'name',
  'source_sheet_name',
  'target_sheet_name',
  'source_ss_name',
  'target_ss_name',
  'notes',
] as const

export type Searched = Readonly<Record<(typeof SEARCHED_FIELDS)[number], string | null>>

/** The words that a search looks for, in lower case. */
export function searchWords(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean)
}

/** Whether every word occurs in one of the fields of a task. */
export function matchesSearch(task: Searched, words: readonly string[]): boolean {
  return hasEveryWord(SEARCHED_FIELDS.map((field) => task[field]).join('\n'), words)
}

/** Whether every word occurs in the text, whatever the case. */
export function hasEveryWord(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const lowerCase = text.toLowerCase()
  return words.every((word) => lowerCase.includes(word))
}
