import { FilteredKind } from '#contract/alert-channel.ts'
import { alertLabels } from '#contract/alert-kind.ts'

const kindsByLabel = Map.groupBy(FilteredKind.options, (kind) => alertLabels[kind])

/** Labels of all kinds of alerts, each once. */
export const KIND_LABELS: readonly string[] = [...kindsByLabel.keys()]

/** Labels of chosen kinds. */
export function listLabels(kinds: readonly string[]): string[] {
  return [...kindsByLabel].flatMap(([label, labeled]) => (labeled.some((kind) => kinds.includes(kind)) ? [label] : []))
}

/** Lists the kinds of the labels. A label chosen before keeps its kinds: a program may have chosen only some of its kinds. */
export function listKinds(labels: readonly string[], before: readonly string[]): string[] {
  return [...kindsByLabel].flatMap(([label, labeled]) => {
    if (!labels.includes(label)) return []
    const kept = labeled.filter((kind) => before.includes(kind))
    return kept.length > 0 ? kept : labeled
  })
}
