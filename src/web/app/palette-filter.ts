import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight'
import { hasEveryWord, searchWords } from '#domain/tasks/task-search.ts'

type Group = SpotlightActionGroupData

/**
 * The actions in which every word of the query occurs, by group. Those with all words in their label come first, and so
 * do their groups.
 */
export function filterActions(query: string, groups: readonly Group[]): Group[] {
  const words = searchWords(query)
  const matches = groups
    .flatMap(({ group, actions }) => actions.map((action: SpotlightActionData) => ({ ...action, group })))
    .filter((action) => hasEveryWord(textOf(action), words))
  const [inLabel, elsewhere] = [true, false].map((isInLabel) =>
    matches.filter(({ label = '' }) => hasEveryWord(label, words) === isInLabel),
  )
  const byGroup = Map.groupBy([...(inLabel ?? []), ...(elsewhere ?? [])], ({ group }) => group)
  return [...byGroup].map(([group, actions]) => ({ group, actions }))
}

const VERBS = ['run', 'stop', 'preview'] as const

/** The verb with which a query begins; undefined if it names only tasks. */
export function verbIn(query: string): (typeof VERBS)[number] | undefined {
  const [first] = searchWords(query)
  return VERBS.find((verb) => verb === first)
}

/** The text to search tasks for: 'run orders' finds the action that runs 'orders'. */
export function searchedTasks(query: string): string {
  return query.trim().replace(/^(run|stop|preview)\s+/i, '')
}

function textOf({ label = '', description = '', keywords = [] }: SpotlightActionData): string {
  return [label, description, keywords].flat().join('\n')
}
