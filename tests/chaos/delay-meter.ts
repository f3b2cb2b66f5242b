import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { NODE_NICE } from './chaos-node.ts'

const PROGRAM = join(import.meta.dirname, 'report-delays.ts')

/** Measures how long the machine keeps a process waiting that has the priority of a node, from its start on. */
export interface DelayMeter extends AsyncDisposable {
  longestMs(): Promise<number>
}

export async function startDelayMeter(): Promise<DelayMeter> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  if (child.pid !== undefined) setPriority(child.pid, NODE_NICE)
  await once(child, 'message')
  return {
    async longestMs() {
      const reported = once(child, 'message')
      child.send('longest')
      return Number((await reported)[0])
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'close')
      child.kill('SIGKILL')
      await ended
    },
  }
}
