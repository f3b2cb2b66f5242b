import type { Command } from 'commander'
import { api } from '#contract/api.ts'
import type { HeldTask } from '#contract/hold.ts'
import { showHold } from './accept-hold.ts'
import { type Clock, readClock, timeColumn } from './clock.ts'
import { agrees, type CommandParts, wholeNumber } from './command-parts.ts'
import { exitCodes, UsageError } from './exit-codes.ts'
import { addListOptions, type ListOptions, narrowList } from './lists.ts'
import type { Column } from './output.ts'

const columns = (clock: Clock): readonly Column<HeldTask>[] => [
  ['Hold', ({ id }) => String(id)],
  ['Task', ({ task }) => `${task.id} ${task.name}`],
  ['Type', ({ task }) => task.task_type_name],
  timeColumn(clock, { title: 'Since', readTime: ({ since }) => since }),
  ['Why', ({ rules }) => rules.map(({ reason }) => reason).join(' ')],
]

export function addHolds(program: Command, { showList, client }: CommandParts): void {
  const command = program.command('holds').description('list the tasks that wait for a person to decide')
  addListOptions(command).action(async (options: ListOptions) => {
    const nanoSync = await client()
    const { holds } = await nanoSync.call(api.holds.list)
    showList(
      narrowList(holds, options, ({ since }) => since),
      columns(await readClock(nanoSync)),
    )
  })
}

export function addAccept(
  program: Command,
  { output, show, isJson, openInput, setExitCode, client }: CommandParts,
): void {
  program
    .command('accept')
    .argument('<hold...>', "IDs of holds, from 'holds'", (text: string, ids: number[] = []) => [
      ...ids,
      wholeNumber(text),
    ])
    .description('show why tasks are held, and copy anyway (asks first)')
    .option('-y, --yes', 'do not ask')
    .action(async (ids: number[], { yes = false }: { yes?: boolean }) => {
      const nanoSync = await client()
      const { holds } = await nanoSync.call(api.holds.list)
      const chosen = ids.map((id) => findHold(holds, id))
      const clock = await readClock(nanoSync)
      if (!isJson()) for (const { task, ...hold } of chosen) showHold({ ...task, hold }, { output, clock })
      if (!yes && !(await agrees(openInput(), 'Copy anyway?'))) throw new UsageError('Nothing was copied.')
      const outcome = await nanoSync.call(api.holds.accept, { body: { ids } })
      if (outcome.status !== 'success') setExitCode(exitCodes.failed)
      show(outcome, () => output.line(outcome.message))
    })
}

/** @throws UsageError if there is no hold with this ID */
function findHold(holds: readonly HeldTask[], id: number): HeldTask {
  const hold = holds.find((each) => each.id === id)
  if (!hold) throw new UsageError(`No task is held by ${id}. See: nano-sync holds`)
  return hold
}
