import { type Command, InvalidArgumentError } from 'commander'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import { cleanText } from '#contract/field.ts'
import { type CommandParts, TASK } from './command-parts.ts'
import { exitCodes } from './exit-codes.ts'
import { findTask } from './find-tasks.ts'
import { readAge } from './lists.ts'

export function addPause(program: Command, { output, show, client }: CommandParts): void {
  program
    .command('pause')
    .argument('[task]', `${TASK}; without it, everything is paused`)
    .description(
      'start no scheduled runs, and no requested ones, until a time; of a task, skip its schedule until a date',
    )
    .requiredOption('--until <time>', 'a date, a time with its zone, or from now: 30m, 12h or 7d', readEnd)
    .action(async (task: string | undefined, { until }: { until: string }) => {
      const nanoSync = await client()
      if (task !== undefined) {
        const outcome = await pauseTask(nanoSync, { task, until: firstDay(until) })
        return show(outcome, () => output.line(outcome.message))
      }
      const outcome = await nanoSync.call(api.pauses.set, { body: { until } })
      show(outcome, () => output.line(outcome.message))
    })
}

export function addResume(program: Command, { output, show, setExitCode, client }: CommandParts): void {
  program
    .command('resume')
    .argument('[task]', `${TASK}; without it, the pause of everything ends`)
    .description('end a pause now')
    .action(async (task?: string) => {
      const nanoSync = await client()
      const outcome =
        task === undefined ? await nanoSync.call(api.pauses.end) : await pauseTask(nanoSync, { task, until: null })
      if (outcome.status !== 'success') setExitCode(exitCodes.failed)
      show(outcome, () => output.line(outcome.message))
    })
}

/** Pauses a task until the end of a day, because its schedule can only leave out whole days. */
async function pauseTask(client: Client, { task, until }: { task: string; until: string | null }) {
  const { id, name } = await findTask(client, task)
  await client.call(api.tasks.update, { params: { id }, body: { paused_until: until } })
  const message =
    until === null ? `The schedule of ${name} runs again.` : `The schedule of ${name} is paused until ${until}.`
  return { status: 'success', message } as const
}

/** @throws InvalidArgumentError */
function readEnd(given: string): string {
  const text = cleanText(given)
  const ageMs = readAge(text)
  if (ageMs !== undefined) return new Date(Date.now() + ageMs).toISOString()
  if (/^\d{4}-\d\d-\d\d$/.test(text) || /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(text)) return text
  throw new InvalidArgumentError('Give a date such as 2026-12-24, a time such as 2026-12-24T08:00:00Z, or 12h.')
}

/** @throws InvalidArgumentError */
function firstDay(until: string): string {
  if (until.length === 'YYYY-MM-DD'.length) return until
  throw new InvalidArgumentError('A task is paused until a date, such as 2026-12-24.')
}
