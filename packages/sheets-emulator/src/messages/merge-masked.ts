import { type FieldMask, maskBelow } from './field-mask.ts'

/** Writes the masked fields of `sent` to a message. A masked field without a sent value is removed. */
export function mergeMasked(before: object, { sent, mask }: { sent: object; mask: FieldMask }): object {
  if (mask === 'all') return sent
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(before))
  const names = mask.has('*') ? new Set([...Object.keys(before), ...Object.keys(sent)]) : mask.keys()
  for (const name of names) {
    const below = maskBelow(mask, name)
    if (!below) continue
    const value: unknown = Reflect.get(sent, name)
    if (below === 'all') merged[name] = value
    else merged[name] = mergeMasked(asObject(merged[name]), { sent: asObject(value), mask: below })
    if (merged[name] === undefined) delete merged[name]
  }
  return merged
}

/** The value if it is an object or a list, otherwise an empty object. */
export function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}
