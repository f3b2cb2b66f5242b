import { invalidArgument } from '../google-error.ts'
import { pairColourMask } from '../messages/colours.ts'
import { type FieldMask, parseFieldMask } from '../messages/field-mask.ts'

/** The `fields` of a request, which Google requires. @throws GoogleError when it is missing, malformed or names an unknown field. */
export function requireMask(fields: string | undefined, known: readonly string[]): FieldMask {
  if (!fields) throw invalidArgument("At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)")
  const mask = parseFieldMask(fields)
  if (!mask) throw invalidArgument(`Invalid field mask: ${fields}`)
  if (mask === 'all') return mask
  const unknown = [...mask.keys()].find((name) => name !== '*' && !known.includes(name))
  if (unknown !== undefined) throw invalidArgument(`Invalid field: ${unknown}`)
  return pairColourMask(mask)
}
