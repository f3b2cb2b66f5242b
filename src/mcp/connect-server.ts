import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { isObject } from '#contract/reading.ts'

/** Connects a server to an assistant, and accepts null in place of the arguments of a tool. */
export async function connectServer(server: Server, transport: Transport): Promise<void> {
  // The server calls an existing listener of the transport before its own.
  transport.onmessage = (message) => {
    if ('params' in message && isObject(message.params) && message.params['arguments'] === null)
      delete message.params['arguments']
  }
  await server.connect(transport)
}
