import type { Command } from 'commander'
import type { CommandParts } from './command-parts.ts'
import { createOwnConfirmations } from './own-confirmations.ts'

export function addMcp(program: Command, { version, client }: CommandParts): void {
  program
    .command('mcp')
    .description('serve the Model Context Protocol on standard input and output, for an AI assistant')
    .action(async () => {
      const nanoSync = await client()
      // No other command needs them.
      const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js')
      const { connectServer } = await import('#mcp/connect-server.ts')
      const { createMcpServer } = await import('#mcp/create-mcp-server.ts')
      const server = createMcpServer({ client: nanoSync, confirmations: createOwnConfirmations(), version })
      await connectServer(server, new StdioServerTransport())
    })
}
