import { type FieldMask, maskBelow } from './field-mask.ts'

/** What a message becomes when the masked fields of `sent` are written over it; a masked field not sent is unset. */
export function mergeMasked(before: object, { sent, mask }: { sent: object; mask: FieldMask }): object {
  if (mask === 'all') return sent
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(before))
  const names = mask.has('*') ? new Set([...Object.keys(before), ...Object.keys(sent)]) : mask.keys()
  for (const name of names) {
    const below = maskBelow(mask, name)
    if (!below) continue
    const value: unknown = Reflect.get(sent, name)
    const present = merged[name]
    if (below === 'all') merged[name] = value
    else merged[name] = mergeMasked(asObject(present), { sent: asObject(value), mask: below })
    if (merged[name] === undefined) delete merged[name]
  }
  return merged
}

/** The value itself when it is an object or a list, else an empty object. */
export function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}
