import { foldName } from '#domain/recognize/name-finder.ts'
import type { HandOut } from './hand-out.ts'
import { findValueKey, nameTab } from './split-value.ts'

/** A value that a source has in the column that its task splits by, with its rows. Rows count from 1. */
export interface FoundValue {
  readonly key: string
  readonly value: string
  readonly rows: number
  readonly firstRow: number
}

/** Where the rows with a value go. */
export interface HandOutTarget {
  readonly key: string
  readonly value: string
  readonly targetSsId: string
  /** Empty: the first visible tab. */
  readonly tabName: string
}

interface Values {
  found: readonly FoundValue[]
  /** Values that had rows at the last run. */
  known: readonly Pick<FoundValue, 'key' | 'value'>[]
  /** The task's own target spreadsheet. */
  targetSsId: string
  /** The locale of the source. */
  locale: string
}

interface AssignedValues {
  /** In the order of the list, or else of the source; also values without rows. */
  targets: HandOutTarget[]
  unmatched: FoundValue[]
}

/** Finds the target of each value. */
export function assignTargets(handOut: HandOut, { found, known, targetSsId, locale }: Values): AssignedValues {
  const { targets: listed } = handOut
  if (listed.length === 0) {
    const vanished = known.filter(({ key }) => !found.some((value) => value.key === key))
    const targets = [...found, ...vanished].map(({ key, value }) => ({
      key,
      value,
      targetSsId,
      tabName: nameTab(value),
    }))
    return { targets, unmatched: [] }
  }
  const targets = listed.map(({ value, target_ss_id, target_sheet_name: tabName }) => {
    return { key: findValueKey(value, locale) ?? '', value, targetSsId: target_ss_id, tabName }
  })
  const keys = new Set(targets.map(({ key }) => key))
  return { targets, unmatched: found.filter(({ key }) => !keys.has(key)) }
}

/** Two values that would share a target tab, or that are one value; undefined if there are none. */
export function findClash(targets: readonly HandOutTarget[]): [HandOutTarget, HandOutTarget] | undefined {
  const [byTab, byKey] = [new Map<string, HandOutTarget>(), new Map<string, HandOutTarget>()]
  for (const target of targets) {
    const tab = JSON.stringify([target.targetSsId, foldName(target.tabName)])
    const other = byTab.get(tab) ?? byKey.get(target.key)
    if (other) return [other, target]
    byTab.set(tab, target)
    byKey.set(target.key, target)
  }
  return undefined
}
