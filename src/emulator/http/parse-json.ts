import { invalidArgument } from '../google-error.ts'

/**
 * The JSON of a request's body; an empty body is an empty message. A field set to null counts as not sent, but a null
 * inside a list stays.
 * @throws GoogleError for a body that is not JSON.
 */
export function parseJson(body: Buffer | undefined): unknown {
  if (!body || body.length === 0) return {}
  try {
    return dropNullFields(JSON.parse(body.toString('utf8')))
  } catch {
    const start = body.toString('utf8', 0, 100)
    throw invalidArgument(`Invalid JSON payload received. Unexpected token.\n${start}\n^`)
  }
}

function dropNullFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => (typeof entry === 'object' ? dropNullFields(entry) : entry))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([, field]) => field !== null)
  return Object.fromEntries(kept.map(([name, field]) => [name, dropNullFields(field)]))
}
