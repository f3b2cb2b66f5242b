import { foldName } from '#domain/recognize/name-finder.ts'
import type { HandOut } from './hand-out.ts'
import { findValueKey, nameTab } from './split-value.ts'

/** A value in the column a source is split by. Rows count from 1. */
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
  /** Name of the tab; empty for the first visible tab. */
  readonly tabName: string
}

interface FoundValues {
  found: readonly FoundValue[]
  /** Values with rows at the last run. */
  known: readonly Pick<FoundValue, 'key' | 'value'>[]
  /** The targets of a list; undefined if each value has a tab of its name. */
  listed: readonly HandOutTarget[] | undefined
  /** The task's own target spreadsheet. */
  targetSsId: string
}

interface AssignedValues {
  /** Targets in the order of the list or, without a list, of the source. Includes values without rows. */
  targets: HandOutTarget[]
  unmatched: FoundValue[]
}

/** Finds the target of each value. */
export function assignTargets({ found, known, listed, targetSsId }: FoundValues): AssignedValues {
  if (listed) {
    const keys = new Set(listed.map(({ key }) => key))
    return { targets: [...listed], unmatched: found.filter(({ key }) => !keys.has(key)) }
  }
  const keys = new Set(found.map(({ key }) => key))
  const vanished = known.filter(({ key }) => !keys.has(key))
  const targets = [...found, ...vanished].map(({ key, value }) => {
    return { key, value, targetSsId, tabName: nameTab(value) }
  })
  return { targets, unmatched: [] }
}

/** The targets in the task itself; undefined without any. `locale` is the locale of the source. */
export function listOwnTargets({ targets }: Pick<HandOut, 'targets'>, locale: string): HandOutTarget[] | undefined {
  if (targets.length === 0) return undefined
  return targets.map(({ value, target_ss_id: targetSsId, target_sheet_name: tabName }) => {
    return { key: findValueKey(value, locale) ?? '', value, targetSsId, tabName }
  })
}

/** Builds a key that is equal for targets with the same spreadsheet and tab name. */
export function nameTarget({ targetSsId, tabName }: Pick<HandOutTarget, 'targetSsId' | 'tabName'>): string {
  return JSON.stringify([targetSsId, foldName(tabName)])
}

/** Finds two targets with the same tab or the same value; undefined without a clash. */
export function findClash(targets: readonly HandOutTarget[]): [HandOutTarget, HandOutTarget] | undefined {
  const [byTab, byKey] = [new Map<string, HandOutTarget>(), new Map<string, HandOutTarget>()]
  for (const target of targets) {
    const other = byTab.get(nameTarget(target)) ?? byKey.get(target.key)
    if (other) return [other, target]
    byTab.set(nameTarget(target), target)
    byKey.set(target.key, target)
  }
  return undefined
}
