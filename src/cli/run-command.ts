import type { Command } from 'commander'
import type { Client } from '#client/client.ts'
import { type CommandParts, WHAT } from './command-parts.ts'
import { resultColumns } from './describe.ts'
import { exitCodes, UsageError } from './exit-codes.ts'
import { findSelection, type Selection } from './find-tasks.ts'
import { previewColumns, previewResultOf, previewRuns, tasksToPreview } from './preview-runs.ts'
import { createProgress } from './progress.ts'
import { startRuns } from './run-tasks.ts'
import { resultOf, waitForRuns } from './wait-for-runs.ts'

interface RunOptions {
  wait?: boolean
  copyAnyway?: boolean
  preview?: boolean
}

export function addRun(program: Command, parts: CommandParts): void {
  const { output, signal, show, client } = parts
  program
    .command('run')
    .argument('<what>', WHAT)
    .description('run tasks')
    .option('--wait', 'wait for the runs to end, and end with their result')
    .option('--copy-anyway', 'run a task that a guard held without the guard')
    .option('--preview', 'show what the runs would change, without writing anything')
    .action(async (what: string, { wait = false, copyAnyway = false, preview = false }: RunOptions) => {
      if (preview && copyAnyway)
        throw new UsageError('--preview shows what a guard would hold: leave out --copy-anyway.')
      const nanoSync = await client()
      const selection = await findSelection(nanoSync, what)
      if (preview) return await showPreview(parts, { nanoSync, selection })
      if (copyAnyway && selection.kind !== 'task') throw new UsageError('--copy-anyway takes a single task.')
      const { outcome, taskIds } = await startRuns(nanoSync, selection, { copyAnyway })
      if (outcome.status !== 'success') process.exitCode = exitCodes.failed
      if (!wait || taskIds.length === 0) return show(outcome, () => output.line(outcome.message))
      using progress = createProgress(output, taskIds.length)
      const tasks = await waitForRuns(nanoSync, { taskIds, signal, onProgress: (now) => progress.update(now) })
      progress[Symbol.dispose]()
      process.exitCode = resultOf(tasks)
      show(tasks, () => output.table(tasks, resultColumns))
    })
}

async function showPreview(
  { output, signal, show }: CommandParts,
  { nanoSync, selection }: { nanoSync: Client; selection: Selection },
): Promise<void> {
  const taskIds = await tasksToPreview(nanoSync, selection)
  if (taskIds.length === 0) {
    process.exitCode = exitCodes.failed
    return show([], () => output.line('There is no active task to preview.'))
  }
  using progress = createProgress(output, taskIds.length)
  const tasks = await previewRuns(nanoSync, taskIds, { signal, onProgress: (now) => progress.update(now) })
  progress[Symbol.dispose]()
  process.exitCode = previewResultOf(tasks)
  show(tasks, () => output.table(tasks, previewColumns))
}
