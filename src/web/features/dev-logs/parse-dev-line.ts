import { z } from 'zod'

const LoggedLine = z.looseObject({ level: z.string(), time: z.iso.datetime(), msg: z.string().optional() })

/** A parsed line of the server log. */
interface DevLine {
  readonly at: string
  readonly level: string
  readonly message: string
  /** The remaining logged fields as JSON, or an empty string. */
  readonly details: string
}

/** Parses a line in the server's JSON format; null for any other text, which is shown as is. */
export function parseDevLine(line: string): DevLine | null {
  if (!line.startsWith('{')) return null
  const logged = LoggedLine.safeParse(parseJson(line))
  if (!logged.success) return null
  const { level, time, msg = '', ...others } = logged.data
  return { at: time, level, message: msg, details: Object.keys(others).length > 0 ? JSON.stringify(others) : '' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
