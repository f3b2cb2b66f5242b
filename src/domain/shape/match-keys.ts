import type { KeyIndex } from './row-keys.ts'

/** Which row of the source belongs to which row of the target. Keys are those of rows that exist. */
export interface KeyMatches {
  /** The key in the source of a row of the target; undefined if there is none, or if nobody knows which one it is. */
  findInSource(targetKey: string): string | undefined
  /** Whether the source has no row for a row of the target. */
  isMissing(targetKey: string): boolean
  /** Whether the target has no row for a row of the source. */
  isNew(sourceKey: string): boolean
}

/**
 * Matches rows by their keys: first those whose keys are exactly the same, then those whose keys look the same. If several
 * rows look the same, nobody knows which one is meant, and both indexes report them.
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
