import { spawn } from 'node:child_process'
import { Command } from 'commander'
import { readCommandLine } from './read-command-line.ts'

// Vite serves the page with hot reload and proxies API calls to the server. The server restarts when its sources change.
const SERVER_PORT = process.env['PORT'] ?? '3000'

readCommandLine(
  new Command('dev').description('Starts the app with hot reload; the server restarts when its sources change.'),
)
const { createServer } = await import('vite')

const vite = await createServer({ configFile: 'src/web/vite.config.ts', server: { host: '127.0.0.1' } })
await vite.listen()
const pageUrl = vite.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''

const server = spawn(process.execPath, ['--watch', 'src/server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PORT: SERVER_PORT, PUBLIC_URL: pageUrl },
})
server.on('exit', (code) => process.exit(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))

console.log(`Open ${pageUrl}`)
