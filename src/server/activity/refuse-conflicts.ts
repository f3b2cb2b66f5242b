import { Refusal } from '#contract/errors.ts'
import type { Editor } from './editors-of.ts'

/**
 * Refuses a change of fields that others have changed since the version it began from.
 *
 * @param editors who changed what, the newest first
 * @throws Refusal 'changed_meanwhile', naming the fields and who changed each
 */
export function refuseConflicts(conflicts: readonly string[], editors: readonly Editor[]): never {
  const findEditor = (field: string) => editors.find(({ fields }) => fields.includes(field))?.who ?? 'somebody else'
  const fields = Object.fromEntries(conflicts.map((field) => [field, `Changed meanwhile by ${findEditor(field)}`]))
  const who = [...new Set(conflicts.map(findEditor))].join(' and ')
  const what = conflicts.map((field) => field.replaceAll('_', ' ')).join(', ')
  throw new Refusal('changed_meanwhile', `Changed meanwhile by ${who}: ${what}.`, fields)
}
