import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageFrom } from '../message-from.ts'
import type { Traffic } from './provider.ts'

interface Provider extends AsyncDisposable {
  readonly url: string
  /** Delays each response from now on, and resets the count of requests. */
  delay(latencyMs: number): Promise<void>
  /** Returns the requests since the reset, and ends the delay. */
  traffic(): Promise<Traffic>
}

/** Starts a spreadsheet provider in a separate process. Disposing of it also deletes its data. */
export async function startProvider(): Promise<Provider> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-bench-'))
  const provider = fork(join(import.meta.dirname, 'provider.ts'), [dataDir])
  const { url } = await messageFrom<{ url: string }>(provider)
  return {
    url,
    async delay(latencyMs) {
      provider.send({ latencyMs })
      await messageFrom(provider)
    },
    traffic() {
      provider.send('report')
      return messageFrom<Traffic>(provider)
    },
    async [Symbol.asyncDispose]() {
      provider.disconnect()
      await once(provider, 'exit')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
