import type { Command } from 'commander'
import { exitCodes } from '../src/cli/exit-codes.ts'

/**
 * Reads the arguments and options of a command in package.json. With `--help`, prints them and ends the process. Also ends the
 * process for an invalid argument or option, with an explanation. Scripts load the server after this call, so help and mistakes are
 * answered at once.
 */
export function readCommandLine(command: Command): Command {
  return command
    .name(`npm run ${command.name()} --`)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? exitCodes.success : exitCodes.usage))
    .parse()
}
