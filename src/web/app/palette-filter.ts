import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight'
import { hasEveryWord, searchWords } from '#domain/tasks/task-search.ts'
import { findCommand, TASK_COMMAND_IDS, type TaskCommandId } from '../data/commands/task-commands.ts'

type Group = SpotlightActionGroupData

/**
 * Finds the actions that contain every word of the query, by group. Actions with all words in their label come first, and so
 * do their groups.
 */
export function filterActions(query: string, groups: readonly Group[]): Group[] {
  const words = searchWords(query)
  const matches = groups
    .flatMap(({ group, actions }) => actions.map((action: SpotlightActionData) => ({ ...action, group })))
    .filter((action) => hasEveryWord(joinText(action), words))
  const [inLabel, elsewhere] = [true, false].map((isInLabel) =>
    matches.filter(({ label = '' }) => hasEveryWord(label, words) === isInLabel),
  )
  const byGroup = Map.groupBy([...(inLabel ?? []), ...(elsewhere ?? [])], ({ group }) => group)
  return [...byGroup].map(([group, actions]) => ({ group, actions }))
}

/** The commands with a label that begins with the first word of a query. */
export function commandsIn(query: string): TaskCommandId[] {
  const [first] = searchWords(query)
  return TASK_COMMAND_IDS.filter((id) => searchWords(findCommand(id).label)[0] === first)
}

/** The query without the command at its start: for 'run orders', tasks are searched for 'orders'. */
export function searchedTasks(query: string): string {
  const words = query.trim().split(/\s+/)
  const counts = TASK_COMMAND_IDS.map((id) =>
    countShared(searchWords(words.join(' ')), searchWords(findCommand(id).label)),
  )
  return words.slice(Math.min(Math.max(...counts), words.length - 1)).join(' ')
}

/** Counts the words that two texts share at their start. */
function countShared(some: readonly string[], others: readonly string[]): number {
  const end = some.findIndex((word, index) => word !== others[index])
  return end === -1 ? some.length : end
}

function joinText({ label = '', description = '', keywords = [] }: SpotlightActionData): string {
  return [label, description, keywords].flat().join('\n')
}
