import type { Command } from 'commander'
import { api } from '#contract/api.ts'
import type { RestoredTrash, TrashEntry } from '#contract/trash.ts'
import { pluralize } from '#domain/pluralize.ts'
import { type Clock, readClock, timeColumn } from './clock.ts'
import { type CommandParts, wholeNumber } from './command-parts.ts'
import { exitCodes } from './exit-codes.ts'
import { addListOptions, type ListOptions, narrowList } from './lists.ts'
import type { Column, Output } from './output.ts'

const SHOWN_NAMES = 3

const KINDS: Readonly<Record<TrashEntry['kind'], string>> = {
  task: 'task',
  all_tasks: 'delete all',
  type: 'task type',
  import: 'undone import',
}

const columns = (clock: Clock): readonly Column<TrashEntry>[] => [
  ['ID', ({ id }) => String(id)],
  ['What', ({ kind }) => KINDS[kind]],
  ['Names', namesText],
  timeColumn(clock, { title: 'Deleted', readTime: ({ deleted_at }) => deleted_at }),
  ['By', ({ deleted_by }) => deleted_by],
  timeColumn(clock, { title: 'Kept until', readTime: ({ expires_at }) => expires_at }),
]

export function addTrash(program: Command, { output, showList, client }: CommandParts): void {
  const command = program.command('trash').description('list the trash, newest first')
  addListOptions(command).action(async (options: ListOptions) => {
    const nanoSync = await client()
    const { entries, has_more } = await nanoSync.call(api.trash.list, { query: {} })
    showList(
      narrowList(entries, options, ({ deleted_at }) => deleted_at),
      columns(await readClock(nanoSync)),
    )
    if (entries.length === 0) output.problem('The trash is empty.')
    if (has_more) output.problem('Older entries are left out.')
  })
}

export function addRestore(program: Command, { output, show, setExitCode, client }: CommandParts): void {
  program
    .command('restore')
    .argument('<id>', "the ID of an entry of 'trash'", wholeNumber)
    .description('restore an entry of the trash, with log, data copy and history; exit code 1 if a part stays')
    .action(async (id: number) => {
      const restored = await (await client()).call(api.trash.restore, { params: { id } })
      if (restored.kept_count > 0) setExitCode(exitCodes.failed)
      show(restored, () => showRestored(restored, output))
    })
}

function namesText({ names, count }: TrashEntry): string {
  const shown = names.slice(0, SHOWN_NAMES)
  return [...shown, ...(count > shown.length ? [`${count - shown.length} more`] : [])].join(', ')
}

function showRestored({ tasks, types, kept, kept_count }: RestoredTrash, output: Output): void {
  const parts = [...(types.length > 0 ? [`the task type ${types.join(', ')}`] : []), pluralize(tasks, 'task')]
  output.line(`Restored ${parts.join(' and ')}.`)
  for (const { name, reason } of kept) output.problem(`${name} stays in the trash: ${reason}`)
  if (kept_count > kept.length) output.problem(`${kept_count - kept.length} more stay in the trash.`)
}
