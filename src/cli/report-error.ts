import { CommanderError } from 'commander'
import { CallFailed, NoAnswer } from '#client/call-failed.ts'
import { exitCodes, UsageError } from './exit-codes.ts'
import type { Output } from './output.ts'

/** Exit code that shells expect after Ctrl+C. */
const INTERRUPTED = 130

/** Reports why a command failed, and returns its exit code. */
export function reportError(error: unknown, output: Output): number {
  // Commander has already shown the help or the problem.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage
  if (error instanceof Error && error.name === 'AbortError') return INTERRUPTED
  if (error instanceof UsageError) {
    output.problem(error.message)
    return exitCodes.usage
  }
  if (error instanceof CallFailed) {
    output.problem(error.message)
    for (const [field, problem] of Object.entries(error.reply.fields ?? {})) {
      if (problem !== error.message) output.problem(`  ${field}: ${problem}`)
    }
    if (error.status === 401) output.problem('Sign in with: nano-sync login')
    return exitCodes.failed
  }
  output.problem(error instanceof NoAnswer ? error.message : String(error))
  return exitCodes.failed
}
