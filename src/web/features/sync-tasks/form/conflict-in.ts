import { nameTaken, otherConflict, spreadsheetsTaken, type TaskProblem } from '#domain/tasks/task-problems.ts'

const UNIQUE_CONFLICT = /unique (constraint|violation)|duplicate (key|entry)/i

/** Translates a database message about a unique conflict into a problem; undefined for any other message. */
export function conflictIn(message: string): TaskProblem | undefined {
  if (!UNIQUE_CONFLICT.test(message)) return undefined
  const mentions = (...words: string[]) => words.every((word) => message.toLowerCase().includes(word))
  if (mentions('source', 'target')) return spreadsheetsTaken
  return mentions('name', 'type') ? nameTaken : otherConflict
}
