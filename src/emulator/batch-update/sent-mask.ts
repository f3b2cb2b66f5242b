import { invalidArgument } from '../google-error.ts'
import { type FieldMask, maskBelow, parseFieldMask } from '../messages/field-mask.ts'

/** The `fields` of a request, which Google requires. @throws GoogleError when it is missing, malformed or names an unknown field. */
export function requireMask(fields: string | undefined, known: readonly string[]): FieldMask {
  if (!fields) throw invalidArgument("At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)")
  const mask = parseFieldMask(fields)
  if (!mask) throw invalidArgument(`Invalid field mask: ${fields}`)
  if (mask === 'all') return mask
  const unknown = [...mask.keys()].find((name) => name !== '*' && !known.includes(name))
  if (unknown !== undefined) throw invalidArgument(`Invalid field: ${unknown}`)
  return mask
}

/** What a message becomes when the masked fields of `sent` are written over it; a masked field not sent is unset. */
export function mergeMasked(before: object, sent: object, mask: FieldMask): object {
  if (mask === 'all') return sent
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(before))
  const names = mask.has('*') ? new Set([...Object.keys(before), ...Object.keys(sent)]) : mask.keys()
  for (const name of names) {
    const below = maskBelow(mask, name)
    if (!below) continue
    const value: unknown = Reflect.get(sent, name)
    const present = merged[name]
    if (below === 'all') merged[name] = value
    else merged[name] = mergeMasked(asObject(present), asObject(value), below)
    if (merged[name] === undefined) delete merged[name]
  }
  return merged
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}
