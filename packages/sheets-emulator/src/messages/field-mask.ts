/** The fields a mask selects: all of them, or the named ones. */
export type FieldMask = 'all' | ReadonlyMap<string, FieldMask>

interface Cursor {
  text: string
  at: number
  depth: number
}

interface MaskPath {
  name: string
  below: FieldMask
}

/** Maximum depth of a mask: deeper than any reply. A deeper mask is malformed and could overflow the stack. */
const MAX_DEPTH = 50

/**
 * Parses a mask such as `a,b(c,d.e),f/g,*`. Dots and slashes descend into a field; parentheses select several of its
 * fields. Returns `undefined` when the text is not a mask.
 */
export function parseFieldMask(text: string): FieldMask | undefined {
  const cursor = { text: text.replace(/\s/g, ''), at: 0, depth: 0 }
  const mask = readList(cursor)
  return mask && cursor.at === cursor.text.length ? mask : undefined
}

function readList(cursor: Cursor): FieldMask | undefined {
  const fields = new Map<string, FieldMask>()
  for (;;) {
    const path = readPath(cursor)
    if (!path) return undefined
    addField(fields, path)
    if (cursor.text[cursor.at] !== ',') break
    cursor.at += 1
  }
  return fields.get('*') === 'all' ? 'all' : fields
}

function readPath(cursor: Cursor): MaskPath | undefined {
  const name = /^[\w*@$-]+/.exec(cursor.text.slice(cursor.at, cursor.at + 200))?.[0]
  if (!name) return undefined
  cursor.at += name.length
  cursor.depth += 1
  const path = cursor.depth > MAX_DEPTH ? undefined : readBelow(cursor, name)
  cursor.depth -= 1
  return path
}

function readBelow(cursor: Cursor, name: string): MaskPath | undefined {
  const next = cursor.text[cursor.at]
  if (next === '.' || next === '/') {
    cursor.at += 1
    const path = readPath(cursor)
    return (
      path && { name, below: path.name === '*' && path.below === 'all' ? 'all' : new Map([[path.name, path.below]]) }
    )
  }
  if (next !== '(') return { name, below: 'all' }
  cursor.at += 1
  const below = readList(cursor)
  if (!below || cursor.text[cursor.at] !== ')') return undefined
  cursor.at += 1
  return { name, below }
}

function addField(fields: Map<string, FieldMask>, { name, below }: MaskPath): void {
  const existing = fields.get(name)
  fields.set(name, existing === undefined ? below : mergeMasks(existing, below))
}

function mergeMasks(one: FieldMask, other: FieldMask): FieldMask {
  if (one === 'all' || other === 'all') return 'all'
  const merged = new Map(one)
  for (const [name, below] of other) addField(merged, { name, below })
  return merged
}

/** The mask below a field; `undefined` when the mask does not select the field. */
export function maskBelow(mask: FieldMask, name: string): FieldMask | undefined {
  if (mask === 'all') return 'all'
  return mask.get(name) ?? mask.get('*')
}

/** Whether the mask selects the field at the end of the path, or anything below it. */
export function maskIncludes(mask: FieldMask, ...path: readonly string[]): boolean {
  let below: FieldMask | undefined = mask
  for (const name of path) below = below && maskBelow(below, name)
  return below !== undefined
}

/** Keeps only the selected fields of a reply; applies to each element of a list. */
export function applyFieldMask(value: unknown, mask: FieldMask): unknown {
  if (mask === 'all' || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((entry) => applyFieldMask(entry, mask))
  const selected: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(value)) {
    const below = maskBelow(mask, name)
    if (below) selected[name] = applyFieldMask(field, below)
  }
  return selected
}
