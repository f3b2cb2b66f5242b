import type { PreviewResult } from '#contract/preview.ts'

/** Whether a hold would only keep the rows of some targets, while the run writes the rest. */
export function holdsOnlyTargets({ targets, rules = [] }: Pick<PreviewResult, 'targets' | 'rules'>): boolean {
  return targets !== undefined && rules.length > 0 && rules.every(({ facts }) => facts.keeps_its_rows === true)
}
