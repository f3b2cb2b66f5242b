import type { KeyIndex } from '#domain/shape/row-keys.ts'

/** Matches between source rows and target rows. Lookups accept only keys of existing rows. */
export interface KeyMatches {
  /** Source key of a target row; undefined if the source lacks the row or the match is ambiguous. */
  findInSource(targetKey: string): string | undefined
  /** Whether a target row has no source row. */
  isMissing(targetKey: string): boolean
  /** Whether a source row has no target row. */
  isNew(sourceKey: string): boolean
}

/**
 * Matches rows by key: first by exact key, then by normalized key. If several keys have the same normalized form, the match is
 * ambiguous, and both indexes report the rows.
 */
export function matchKeys(source: KeyIndex, target: KeyIndex): KeyMatches {
  const pairs = new Map<string, string>()
  const matched = new Set<string>()
  const unclear = { source: new Set<string>(), target: new Set<string>() }
  for (const key of source.keys()) {
    if (target.has(key) || matched.has(key) || unclear.source.has(key)) continue
    const form = source.normalize(key)
    const [inSource, inTarget] = [source.listAlike(form), target.listAlike(form)]
    if (inSource.length === 1 && inTarget.length === 0) continue
    const [place, ...others] = inTarget
    const isClear = inSource.length === 1 && others.length === 0 && !source.isDoubled(key)
    if (isClear && place !== undefined && !target.isDoubled(place)) {
      pairs.set(place, key)
      matched.add(key)
      continue
    }
    const left = inTarget.filter((each) => !source.has(each))
    for (const each of inSource) if (!target.has(each)) unclear.source.add(each)
    for (const each of left) unclear.target.add(each)
    source.reportAlike(inSource)
    target.reportAlike(left)
  }
  const isUnclear = (key: string) => target.isDoubled(key) || unclear.target.has(key)
  const findInSource = (key: string) => {
    const found = source.has(key) ? key : pairs.get(key)
    return isUnclear(key) || found === undefined || source.isDoubled(found) ? undefined : found
  }
  return {
    findInSource,
    isMissing: (key) => !isUnclear(key) && !source.has(key) && !pairs.has(key),
    isNew: (key) =>
      source.has(key) && !target.has(key) && !matched.has(key) && !unclear.source.has(key) && !source.isDoubled(key),
  }
}
