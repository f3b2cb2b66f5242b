import { type Logger, pino } from 'pino'

/** A logger whose lines, parsed from JSON, a test can read. */
export function openLogLines(): { logger: Logger; lines: () => Record<string, unknown>[] } {
  const written: Record<string, unknown>[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => written.push(JSON.parse(line)) })
  return { logger, lines: () => [...written] }
}
