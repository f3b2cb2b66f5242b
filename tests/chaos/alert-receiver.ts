import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { Random } from './random.ts'

/** A received alert. */
export interface Receipt {
  readonly at: number
  readonly alertId: string
  readonly isRecovery: boolean
  /** Tasks named in the alert; a long alert does not name all its tasks. */
  readonly taskIds: readonly number[]
  readonly isComplete: boolean
}

/** Receives the alerts of all nodes, and does not confirm some of them. */
export interface AlertReceiver extends AsyncDisposable {
  readonly url: string
  readonly receipts: readonly Receipt[]
  /** Answers nothing until `release`; then breaks off the requests it held. */
  hold(): void
  release(): void
}

const REFUSED = 0.2
const BROKEN_OFF = 0.2
const MAX_DELAY_MS = 2000

const Message = z.object({
  id: z.string(),
  kind: z.string(),
  tasks: z.array(z.object({ id: z.int() })),
  task_count: z.int(),
})

export async function startAlertReceiver(random: Random): Promise<AlertReceiver> {
  const receipts: Receipt[] = []
  let released: PromiseWithResolvers<void> | undefined
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const receipt = parseReceipt(await text(request))
    const isFirst = !receipts.some(({ alertId }) => alertId === receipt.alertId)
    receipts.push(receipt)
    const choice = random.next()
    await delay(random.between(0, MAX_DELAY_MS))
    const isHeld = released !== undefined
    await released?.promise
    if (isHeld || (isFirst && choice < BROKEN_OFF)) return void response.destroy()
    response.writeHead(isFirst && choice < BROKEN_OFF + REFUSED ? 500 : 200).end()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    receipts,
    hold() {
      released = Promise.withResolvers()
    },
    release() {
      released?.resolve()
      released = undefined
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function parseReceipt(body: string): Receipt {
  const { id, kind, tasks, task_count } = Message.parse(JSON.parse(body))
  const isComplete = tasks.length === task_count
  return {
    at: Date.now(),
    alertId: id,
    isRecovery: kind === 'recovered',
    taskIds: tasks.map((task) => task.id),
    isComplete,
  }
}
