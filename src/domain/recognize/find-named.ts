import { normalizeText } from './normalize-text.ts'

/** Maps values by exact name, and by normalized name unless another value has it as its exact name. */
export function mapByName<Value extends { readonly name: string }>(values: readonly Value[]): Map<string, Value> {
  return new Map([
    ...values.map((value) => [normalizeText(value.name), value] as const),
    ...values.map((value) => [value.name, value] as const),
  ])
}

/** Finds a value by its exact name, else by a name that looks the same. */
export function findNamed<Value>(byName: ReadonlyMap<string, Value>, name: string): Value | undefined {
  return byName.get(name) ?? byName.get(normalizeText(name))
}
