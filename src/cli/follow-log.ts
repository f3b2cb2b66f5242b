import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import type { TaskLog } from '#contract/task-log.ts'

const POLL_MS = 1000

interface Options {
  id: number
  /** Number of existing lines to show first. */
  lines: number
  /** Whether to wait for new lines, until `signal`. */
  isFollowed: boolean
  signal: AbortSignal
}

/** Yields the last lines of a task's log, oldest first, and then each new line. */
export async function* readLog(
  client: Client,
  { id, lines, isFollowed, signal }: Options,
): AsyncGenerator<TaskLog, void> {
  const log = await client.call(api.taskLogs.list, { params: { id } })
  yield* lines === 0 ? [] : log.slice(-lines)
  let lastId = log.at(-1)?.id ?? 0
  while (isFollowed) {
    await delay(POLL_MS, undefined, { signal })
    const newer = (await client.call(api.taskLogs.list, { params: { id } })).filter((line) => line.id > lastId)
    yield* newer
    lastId = newer.at(-1)?.id ?? lastId
  }
}
