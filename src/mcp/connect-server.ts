import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { isObject } from '#contract/reading.ts'

/** Connects a server to an assistant that may send null for the arguments of a tool. */
export async function connectServer(server: McpServer, transport: Transport): Promise<void> {
  // The server passes each message first to the listener that a transport already has.
  transport.onmessage = (message) => {
    if ('params' in message && isObject(message.params) && message.params['arguments'] === null)
      delete message.params['arguments']
  }
  await server.connect(transport)
}
