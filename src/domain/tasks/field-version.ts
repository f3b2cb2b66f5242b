type Fields = Readonly<Record<string, unknown>>

/**
 * Version of an object with fields, e.g. a task: a short hash of each field. It shows the fields that differ from another
 * state without storing versions.
 */
export function computeVersion(fields: Fields): string {
  return Object.entries(fields)
    .map(([field, value]) => `${field}:${computeHash(value)}`)
    .join(',')
}

interface Change<Sent> {
  /** Base version of the sender's change. */
  version: string
  current: Fields
  sent: Sent
}

interface Merged<Sent> {
  /** The fields the sender changed since the version. */
  change: Sent
  /** Fields changed to another value by somebody else meanwhile. */
  conflicts: (keyof Sent & string)[]
}

/** Divides sent fields into changes of the sender, conflicts with somebody else, and unchanged fields. */
export function mergeChange<Sent extends Fields>({ version, current, sent }: Change<Sent>): Merged<Sent> {
  const hashes = new Map(version.split(',').map((part) => part.split(':') as [string, string]))
  const change: Record<string, unknown> = {}
  const conflicts: (keyof Sent & string)[] = []
  for (const [field, value] of Object.entries(sent)) {
    if (value === undefined) continue
    const [base, wanted, now] = [hashes.get(field), computeHash(value), computeHash(current[field])]
    if (wanted === base || wanted === now) continue
    change[field] = value
    if (base !== undefined && now !== base) conflicts.push(field)
  }
  return { change: change as Sent, conflicts }
}

/** FNV-1a, 32 bits. A change goes unnoticed once in four billion. */
function computeHash(value: unknown): string {
  let hash = 0x811c9dc5
  for (const character of JSON.stringify(value ?? null)) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}
