import { Refusal } from '#contract/errors.ts'
import type { Editor } from './editors-of.ts'

/**
 * Refuses a change of fields that other people have changed since its base version.
 *
 * @param editors people and their changed fields, newest first
 * @throws Refusal 'changed_meanwhile' with the fields and the person who changed each field
 */
export function refuseConflicts(conflicts: readonly string[], editors: readonly Editor[]): never {
  const findEditor = (field: string) => editors.find(({ fields }) => fields.includes(field))?.who ?? 'somebody else'
  const fields = Object.fromEntries(conflicts.map((field) => [field, `Changed meanwhile by ${findEditor(field)}`]))
  const who = [...new Set(conflicts.map(findEditor))].join(' and ')
  const what = conflicts.map((field) => field.replaceAll('_', ' ')).join(', ')
  throw new Refusal('changed_meanwhile', `Changed meanwhile by ${who}: ${what}.`, fields)
}
