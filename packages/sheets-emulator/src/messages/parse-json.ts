import { invalidArgument } from '../google-error.ts'

/**
 * Parses a request body; an empty body is an empty message. Drops fields that are null but keeps nulls in lists.
 * @throws GoogleError when the body is not JSON.
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
  const fields = Object.entries(value).filter(([, field]) => field !== null)
  return Object.fromEntries(fields.map(([name, field]) => [name, dropNullFields(field)]))
}
