import { readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_DEV_LOG_LINES } from '#contract/dev-log.ts'
import { Refusal } from '#contract/errors.ts'
import { lastLines } from './last-lines.ts'
import { CHANGES_FILE, ERR_FILE, OUT_FILE } from './logger.ts'

const MAX_REPLY_BYTES = 1_000_000

/** The server's own log files, for its operators. */
export interface DevLogs {
  files(): Promise<string[]>
  /**
   * Reads the last lines, oldest first, at most 1 MB.
   * @throws Refusal `not_found`
   */
  lines(file: string): Promise<string[]>
  /**
   * Empties a file, even while it is being written.
   * @throws Refusal `not_found`
   */
  clear(file: string): Promise<void>
}

/** @param logDir undefined if logs only go to standard output */
export function createDevLogs(logDir: string | undefined): DevLogs {
  async function files(): Promise<string[]> {
    if (logDir === undefined) return []
    const entries = await readdir(logDir, { withFileTypes: true })
    const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
    return [OUT_FILE, ERR_FILE, CHANGES_FILE].flatMap((current) =>
      names.filter((name) => isSameLog(current, name)).sort(),
    )
  }

  /** Finds the path of a log file. Only accepts listed names, so no name can lead out of the folder. */
  async function findPath(file: string): Promise<string> {
    const listed = await files()
    if (logDir === undefined || !listed.includes(file)) throw new Refusal('not_found', 'Log file not found')
    return join(logDir, file)
  }

  return {
    files,
    lines: async (file) => lastLines({ path: await findPath(file), max: MAX_DEV_LOG_LINES, maxBytes: MAX_REPLY_BYTES }),
    clear: async (file) => truncate(await findPath(file)),
  }
}

/** Whether a file is the current file of a log, or a rotated file of this log. */
function isSameLog(current: string, name: string): boolean {
  return name === current || (name.startsWith(`${current}.`) && /^\d+$/.test(name.slice(current.length + 1)))
}
