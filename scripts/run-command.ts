import { isExplained } from '#server/start/start-error.ts'

/** Runs a command. An error with an explanation shows only that, any other its stack trace. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  // The files a command writes are data: only the user who runs it can read the files.
  process.umask(0o077)
  try {
    await command()
  } catch (error) {
    console.error(isExplained(error) ? error.message : error)
    process.exitCode = 1
  }
}

/** Lists tables, a line each, for the terminal. */
export function describeRows(rows: Readonly<Record<string, number>>): string {
  return Object.entries(rows)
    .map(([table, count]) => `  ${table}: ${count.toLocaleString('en-US')}`)
    .join('\n')
}
