import type { Command } from 'commander'
import { api } from '#contract/api.ts'
import type { CommandParts } from './command-parts.ts'
import { findLogin } from './connect.ts'
import { createOwnConfirmations } from './own-confirmations.ts'

export function addMcp(program: Command, { env, version, isInsecure, client }: CommandParts): void {
  program
    .command('mcp')
    .description('serve the Model Context Protocol on standard input and output, for an AI assistant')
    .action(async () => {
      const nanoSync = await client()
      const { url: baseUrl } = await findLogin(env, { isInsecure: isInsecure() })
      // Load the MCP server on demand, because no other command needs it.
      const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio')
      const { createMcpServer } = await import('#mcp/create-mcp-server.ts')
      const { withoutNullArguments } = await import('#mcp/without-null-arguments.ts')
      const parts = {
        client: nanoSync,
        confirmations: createOwnConfirmations(),
        baseUrl,
        readScope: async () => (await nanoSync.call(api.auth.check)).token_scope,
        version,
      }
      const transport = new StdioServerTransport()
      serveStdio(() => createMcpServer(parts), { transport })
      const deliver = transport.onmessage
      transport.onmessage = (message) => deliver?.(withoutNullArguments(message))
    })
}
