import type { Context } from './command-parts.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { createOutput, type Streams } from './output.ts'
import { createProgram } from './program.ts'
import { reportError } from './report-error.ts'

interface Options extends Streams, Pick<Context, 'env' | 'signal' | 'openInput'> {}

/** Runs a command with its arguments, and returns the exit code. Only the given streams and environment are used. */
export async function runCommandLine(
  args: readonly string[],
  { stdout, stderr, isTerminal, ...context }: Options,
): Promise<number> {
  const output = createOutput({ stdout, stderr, isTerminal })
  let exitCode: ExitCode = exitCodes.success
  const setExitCode = (code: ExitCode) => {
    exitCode = code
  }
  const program = createProgram({ ...context, output, setExitCode })
  const writeOut = (text: string) => void stdout.write(text)
  const writeErr = (text: string) => void stderr.write(text)
  for (const command of [program, ...program.commands]) command.configureOutput({ writeOut, writeErr })
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    return reportError(error, output)
  }
}
