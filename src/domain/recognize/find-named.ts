import { normalizeText } from './normalize-text.ts'

/** Values by their names as they are and, where no other value has such a name, as they look. */
export function mapByName<Value extends { readonly name: string }>(values: readonly Value[]): Map<string, Value> {
  return new Map([
    ...values.map((value) => [normalizeText(value.name), value] as const),
    ...values.map((value) => [value.name, value] as const),
  ])
}

/** Finds the value with a name, or else with one that looks the same. */
export function findNamed<Value>(byName: ReadonlyMap<string, Value>, name: string): Value | undefined {
  return byName.get(name) ?? byName.get(normalizeText(name))
}
