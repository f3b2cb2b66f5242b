import type { Hold } from '#domain/guards/guards.ts'
import { resolveOwner } from '#domain/tasks/lent-access.ts'
import { hasLeft } from '#server/config/is-allowed.ts'
import type { Task } from './read-tasks.ts'

/** Reason why a task must not read or write until a person takes it over; undefined while its owner may sign in. */
export function ownerLeft(
  task: Pick<Task, 'owner' | 'createdBy'>,
  allowedEmails: readonly string[],
): Extract<Hold, { cause: 'owner_left' }> | undefined {
  const person = resolveOwner(task)
  return hasLeft(person, allowedEmails) ? { cause: 'owner_left', person } : undefined
}
