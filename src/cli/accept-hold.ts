import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import type { Task } from '#contract/task.ts'
import { cellLines, columnLines } from '#domain/guards/fact-lines.ts'
import type { Clock } from './clock.ts'
import { UsageError } from './exit-codes.ts'
import type { Selection } from './find-tasks.ts'
import type { Output } from './output.ts'

type HeldTask = Pick<Task, 'id' | 'name'> & { hold: NonNullable<Task['hold']> }

/** @throws UsageError if the selection is not a single held task */
export async function findHeldTask(client: Client, selection: Selection): Promise<HeldTask> {
  if (selection.kind !== 'task') throw new UsageError('--accept takes a single task.')
  const { id, name, hold } = await client.call(api.tasks.get, { params: { id: selection.id } })
  if (!hold) throw new UsageError(`'${name}' is not held.`)
  return { id, name, hold }
}

/** Shows why a task is held, and the cells or columns before and after. */
export function showHold(
  { name, hold: { id, since, rules } }: HeldTask,
  { output, clock: { timeText, zoneName } }: { output: Output; clock: Clock },
): void {
  output.line(`Hold ${id} of '${name}', since ${timeText(since)} ${zoneName}:`)
  for (const { reason, facts } of rules) {
    output.line(`  ${reason}`)
    for (const line of [...cellLines(facts), ...columnLines(facts)]) output.line(`    ${line}`)
  }
}

/** Explains how to decide about held tasks. */
export function showHowToAccept(tasks: readonly Pick<Task, 'id' | 'hold'>[], output: Output): void {
  for (const { id, hold } of tasks) {
    if (hold && hold.accepted_at === null)
      output.line(`To see what holds it and copy anyway: nano-sync run ${id} --accept`)
  }
}
