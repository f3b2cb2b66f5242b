import type { Command } from 'commander'
import type { Client } from '#client/client.ts'
import { findHeldTask, showHold, showHowToAccept } from './accept-hold.ts'
import { readClock } from './clock.ts'
import { agrees, type CommandParts, TASK_OR_TYPE, wholeNumber } from './command-parts.ts'
import { resultColumns } from './describe.ts'
import { exitCodes, UsageError } from './exit-codes.ts'
import { findSelection, type Selection } from './find-tasks.ts'
import { findPreviewExitCode, previewColumns, previewRuns, tasksToPreview } from './preview-runs.ts'
import { createProgress } from './progress.ts'
import { startRuns } from './run-tasks.ts'
import { findExitCode, waitForRuns } from './wait-for-runs.ts'

interface RunOptions {
  wait?: boolean
  accept?: number | true
  copyAnyway?: boolean
  preview?: boolean
  affected?: boolean
}

export function addRun(program: Command, parts: CommandParts): void {
  const { output, signal, show, setExitCode, client } = parts
  program
    .command('run')
    .argument('<what>', TASK_OR_TYPE)
    .description('run tasks')
    .option('--wait', 'wait for the runs to end, and end with their result')
    .option(
      '--accept [hold]',
      'show what holds a task and copy anyway; asks first, unless the ID of the hold is given',
      wholeNumber,
    )
    .option('--copy-anyway', 'copy a held task anyway, whatever holds it')
    .option('--affected', 'with a task: also those that failed for the same cause, or did not run because of it')
    .option('--preview', 'show what the runs would change, without writing anything')
    .action(async (what: string, options: RunOptions) => {
      const { wait = false, copyAnyway = false, preview = false, affected = false, accept } = options
      refuseSeveral(options)
      const nanoSync = await client()
      const selection = await findSelection(nanoSync, what)
      if (preview) return await showPreview(parts, { nanoSync, selection })
      if (affected && selection.kind !== 'task') throw new UsageError('--affected takes a single task.')
      if (copyAnyway && selection.kind !== 'task') throw new UsageError('--copy-anyway takes a single task.')
      const accepted = accept && (await confirmHold(parts, { nanoSync, selection, accept }))
      const { outcome, taskIds } = await startRuns(nanoSync, selection, { copyAnyway, affected, accept: accepted })
      if (outcome.status !== 'success') setExitCode(exitCodes.failed)
      if (!wait || taskIds.length === 0) return show(outcome, () => output.line(outcome.message))
      using progress = createProgress(output, taskIds.length)
      const tasks = await waitForRuns(nanoSync, { taskIds, signal, onProgress: (now) => progress.update(now) })
      progress[Symbol.dispose]()
      setExitCode(findExitCode(tasks))
      show(tasks, () => {
        output.table(tasks, resultColumns)
        showHowToAccept(tasks, output)
      })
    })
}

/** @throws UsageError if the options exclude each other */
function refuseSeveral({ preview, accept, copyAnyway, affected }: RunOptions): void {
  const options = [
    preview && '--preview',
    accept !== undefined && '--accept',
    copyAnyway && '--copy-anyway',
    affected && '--affected',
  ]
  const chosen = options.filter(Boolean)
  if (chosen.length > 1) throw new UsageError(`Use only one of ${chosen.join(' and ')}.`)
}

interface Accepting {
  nanoSync: Client
  selection: Selection
  /** ID of the hold to accept; true to ask first. */
  accept: number | true
}

/** Shows what holds the task. @returns the ID of the hold to accept */
async function confirmHold(
  { output, isJson, openInput }: CommandParts,
  { nanoSync, selection, accept }: Accepting,
): Promise<number> {
  const task = await findHeldTask(nanoSync, selection)
  const { id } = task.hold
  if (accept !== true && accept !== id) throw new UsageError(`'${task.name}' is held by ${id} now, not by ${accept}.`)
  if (!isJson()) showHold(task, { output, clock: await readClock(nanoSync) })
  if (accept === id) return id
  const howElse = `Give the ID of the hold where nobody can be asked: --accept ${id}.`
  const isAgreed = await agrees(openInput(), 'Copy anyway?', howElse)
  if (!isAgreed) throw new UsageError('Nothing was copied.')
  return id
}

async function showPreview(
  { output, signal, show, setExitCode }: CommandParts,
  { nanoSync, selection }: { nanoSync: Client; selection: Selection },
): Promise<void> {
  const taskIds = await tasksToPreview(nanoSync, selection)
  if (taskIds.length === 0) {
    setExitCode(exitCodes.failed)
    return show([], () => output.line('There is no active task to preview.'))
  }
  using progress = createProgress(output, taskIds.length)
  const tasks = await previewRuns(nanoSync, taskIds, { signal, onProgress: (now) => progress.update(now) })
  progress[Symbol.dispose]()
  setExitCode(findPreviewExitCode(tasks))
  show(tasks, () => output.table(tasks, previewColumns))
}
