/** Rows of the target or the source, from top to bottom. */
export interface TrackedRows {
  /** Row numbers, counted from 1. */
  positions: number[]
  /** Hash of each row, 0 for an empty row. */
  hashes: number[]
  /** Hash of the identifying cells of each row, 0 without them; empty if no column identifies rows. */
  keys: number[]
}

export interface RowsToMatch {
  before: TrackedRows
  after: TrackedRows
  /** Rows of `before` edited in place: the row now at that place still has enough of their cells. */
  editedInPlace: ReadonlySet<number>
}

/** New places of the target's rows. Row numbers count from 1. */
export interface RowFates {
  /** New row numbers of moved rows. */
  moved: Map<number, number>
  /** Rows the source no longer has. */
  gone: number[]
}

/** The rows in the parts of the target that differ from the source, and their new places. */
export interface FollowedRows extends RowFates {
  before: TrackedRows
  after: TrackedRows
}

/** Matches rows by their keys, then by their cells, then by their places between matched rows. */
export function matchRows({ before, after, editedInPlace }: RowsToMatch): RowFates {
  const links = new Links(before, after)
  const at = new Map(after.positions.map((position, index) => [position, index]))
  const inPlace = (isSame: (index: number, other: number) => boolean) => {
    for (const [index, position] of before.positions.entries()) {
      const other = at.get(position)
      if (other !== undefined && isSame(index, other)) links.add(index, other)
    }
  }
  if (before.keys.length > 0) links.addUnique(before.keys, after.keys)
  links.addUnique(before.hashes, after.hashes)
  links.grow()
  inPlace((index, other) => before.hashes[index] === after.hashes[other])
  inPlace((index) => editedInPlace.has(before.positions[index] ?? 0))
  links.fillGaps()
  return buildFates(links, { before, after })
}

const NONE = -1

/** Pairs of indexes, one from each side. */
class Links {
  readonly to: Int32Array
  readonly from: Int32Array
  private readonly before: TrackedRows
  private readonly after: TrackedRows

  constructor(before: TrackedRows, after: TrackedRows) {
    this.before = before
    this.after = after
    this.to = new Int32Array(before.positions.length).fill(NONE)
    this.from = new Int32Array(after.positions.length).fill(NONE)
  }

  add(index: number, other: number): boolean {
    if (this.to[index] !== NONE || this.from[other] !== NONE) return false
    this.to[index] = other
    this.from[other] = index
    return true
  }

  /** Pairs unmatched rows by hashes that occur exactly once on each side. */
  addUnique(hashes: readonly number[], others: readonly number[]): void {
    const own = uniqueIn(hashes, this.to)
    for (const [hash, other] of uniqueIn(others, this.from)) {
      const index = own.get(hash) ?? NONE
      if (index !== NONE && other !== NONE) this.add(index, other)
    }
  }

  /** Pairs equal neighbors of matched rows, so repeated and empty rows follow the rows around them. */
  grow(): void {
    const isSame = (index: number, other: number) => this.before.hashes[index] === this.after.hashes[other]
    const extend = (index: number, step: 1 | -1) => {
      const other = (this.to[index] ?? NONE) + step
      const next = index + step
      if (other < 0 || other >= this.from.length || !isSame(next, other)) return
      // The lists leave out rows equal on both sides, so compare distances.
      const [down, downAfter] = [
        this.distance(this.before, next, index),
        this.distance(this.after, other, other - step),
      ]
      if (down === downAfter) this.add(next, other)
    }
    for (let index = 0; index + 1 < this.to.length; index += 1) if (this.to[index] !== NONE) extend(index, 1)
    for (let index = this.to.length - 1; index > 0; index -= 1) if (this.to[index] !== NONE) extend(index, -1)
  }

  private distance({ positions }: TrackedRows, one: number, other: number): number {
    return (positions[one] ?? 0) - (positions[other] ?? 0)
  }

  /** Pairs edited rows without a key if the gap between matched rows has the same length on both sides. */
  fillGaps(): void {
    for (let first = 0; first < this.to.length; first += 1) {
      if (this.to[first] !== NONE) continue
      let end = first
      while (end < this.to.length && this.to[end] === NONE) end += 1
      this.fillGap(first, end)
      first = end
    }
  }

  private fillGap(first: number, end: number): void {
    const start = first === 0 ? 0 : (this.to[first - 1] ?? NONE) + 1
    let otherEnd = start
    while (otherEnd < this.from.length && this.from[otherEnd] === NONE) otherEnd += 1
    // New rows may follow below the last row.
    const isAligned = otherEnd - start === end - first || (end === this.to.length && otherEnd - start > end - first)
    if (!isAligned) return
    for (let step = 0; step < end - first; step += 1) {
      const isMoved = this.before.positions[first + step] !== this.after.positions[start + step]
      // A row with other cells in the same place is a different row.
      if (isMoved && (this.before.keys[first + step] ?? 0) === 0) this.add(first + step, start + step)
    }
  }
}

/** Index of each hash that occurs exactly once; NONE for repeated hashes. */
function uniqueIn(hashes: readonly number[], links: Int32Array): Map<number, number> {
  const found = new Map<number, number>()
  for (const [index, hash] of hashes.entries()) {
    if (hash !== 0 && links[index] === NONE) found.set(hash, found.has(hash) ? NONE : index)
  }
  return found
}

function buildFates({ to }: Links, { before, after }: Pick<RowsToMatch, 'before' | 'after'>): RowFates {
  const moved = new Map<number, number>()
  const gone: number[] = []
  const last = before.hashes.findLastIndex((hash) => hash !== 0)
  // An interrupted attempt may have written a row to its new place while it is still at its old place.
  const copies = new Map([...placesIn(after, after.hashes), ...placesIn(after, after.keys)])
  for (let index = 0; index <= last; index += 1) {
    const position = before.positions[index] ?? 0
    const hash = before.hashes[index] ?? 0
    const now = after.positions[to[index] ?? NONE] ?? copies.get(before.keys[index] ?? 0) ?? copies.get(hash)
    if (now === undefined) {
      if (hash !== 0) gone.push(position)
    } else if (now !== position) moved.set(position, now)
  }
  return { moved, gone }
}

function* placesIn({ positions }: TrackedRows, hashes: readonly number[]): Generator<[number, number]> {
  for (const [index, hash] of hashes.entries()) if (hash !== 0) yield [hash, positions[index] ?? 0]
}
