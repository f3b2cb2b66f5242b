import { isatty } from 'node:tty'
import { runCommandLine } from './run-command-line.ts'

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
// Exit if the reader of a pipe has closed it, as in `nano-sync logs 7 | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await runCommandLine(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  isTerminal: isatty(1),
  openInput: () => process.stdin,
  env: process.env,
  signal: interrupted.signal,
})
