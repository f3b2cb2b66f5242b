import type { Command } from 'commander'
import type { Client } from '#client/client.ts'
import { type ActivityEntry, activity } from '#contract/activity.ts'
import { activityLabels } from '#contract/activity-kind.ts'
import { type Clock, readClock, timeColumn } from './clock.ts'
import type { CommandParts } from './command-parts.ts'
import { addListOptions, type ListOptions, narrowList } from './lists.ts'
import type { Column } from './output.ts'

const DEFAULT_ENTRIES = 50
const PAGE_SIZE = 500

const columns = (clock: Clock): readonly Column<ActivityEntry>[] => [
  ['ID', ({ id }) => String(id)],
  timeColumn(clock, { title: 'When', readTime: ({ at }) => at }),
  ['Who', ({ who, token_name }) => (token_name === null ? who : `${who} (token ${token_name})`)],
  ['What', ({ kind }) => activityLabels[kind]],
  ['Subject', ({ subject, count }) => (subject === '' && count > 1 ? String(count) : subject)],
]

export function addActivity(program: Command, { showList, client }: CommandParts): void {
  const command = program.command('activity').description('list who changed what, newest first')
  addListOptions(command, { limit: DEFAULT_ENTRIES }).action(async (options: ListOptions) => {
    const nanoSync = await client()
    showList(await listActivity(nanoSync, options), columns(await readClock(nanoSync)))
  })
}

/** Reads pages until it has enough entries, or the entries are too old. */
async function listActivity(client: Client, options: ListOptions): Promise<ActivityEntry[]> {
  const { limit = DEFAULT_ENTRIES } = options
  const found: ActivityEntry[] = []
  for (;;) {
    const query = { limit: Math.min(PAGE_SIZE, limit - found.length), before_id: found.at(-1)?.id }
    const { entries, has_more } = await client.call(activity.list, { query })
    found.push(...entries)
    const recent = narrowList(found, options, ({ at }) => at)
    if (!has_more || found.length >= limit || recent.length < found.length) return recent
  }
}
