import { type Logger, pino } from 'pino'

/** Opens a logger, and returns its lines parsed from JSON. */
export function openLogLines(): { logger: Logger; lines: () => Record<string, unknown>[] } {
  const written: Record<string, unknown>[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => written.push(JSON.parse(line)) })
  return { logger, lines: () => [...written] }
}
