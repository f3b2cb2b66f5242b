/** Runs a command. Prints only the explanation of an error, or the stack trace of an error without explanation. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  // Only the current user may read files that a command writes, because they contain data.
  process.umask(0o077)
  try {
    await command()
  } catch (error) {
    // Loaded only now, because these errors bring most of the server with them.
    const { isExplained } = await import('#server/start/start-error.ts')
    console.error(isExplained(error) ? error.message : error)
    process.exitCode = 1
  }
}

/** Formats row counts for the terminal, with a line for each table. */
export function describeRows(rows: Readonly<Record<string, number>>): string {
  return Object.entries(rows)
    .map(([table, count]) => `  ${table}: ${count.toLocaleString('en-US')}`)
    .join('\n')
}
