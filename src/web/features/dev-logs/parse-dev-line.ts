import { z } from 'zod'

const LoggedLine = z.looseObject({ level: z.string(), time: z.iso.datetime(), msg: z.string().optional() })

/** A line of the server's log taken apart: when, how grave, what, and whatever else was logged with it. */
interface DevLine {
  readonly at: string
  readonly level: string
  readonly message: string
  /** As JSON; empty when nothing else was logged. */
  readonly rest: string
}

/** Reads a line as the server writes them; null for any other text, which is shown as it stands. */
export function parseDevLine(line: string): DevLine | null {
  if (!line.startsWith('{')) return null
  const logged = LoggedLine.safeParse(parseJson(line))
  if (!logged.success) return null
  const { level, time, msg = '', ...others } = logged.data
  return { at: time, level, message: msg, rest: Object.keys(others).length > 0 ? JSON.stringify(others) : '' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
