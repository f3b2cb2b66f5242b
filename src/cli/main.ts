import { isatty } from 'node:tty'
import { createOutput } from './output.ts'
import { createProgram } from './program.ts'
import { reportError } from './report-error.ts'

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
// Exit if the reader of a pipe has closed it, as in `nano-sync logs 7 | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const output = createOutput({ stdout: process.stdout, stderr: process.stderr, isTerminal: isatty(1) })
const program = createProgram({ output, env: process.env, signal: interrupted.signal })
try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = reportError(error, output)
}
