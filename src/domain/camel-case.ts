/** The name of a contract's field in the rules and the database: `cells_changed` is `cellsChanged`. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

export function camelCase<Name extends string>(name: Name): CamelCase<Name>
export function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** The name of a stored fact in replies: `lastRows` is `last_rows`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
