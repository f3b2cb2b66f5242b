import { type ChosenColumn, formatColumns, parseColumns } from '#domain/shape/chosen-columns.ts'
import { problemOf } from '#domain/shape/quoted-text.ts'

/** A column of the source beside what the text of a form says about it. */
export interface ColumnChoice {
  name: string
  samples: readonly string[]
  /** Undefined for a column that is not chosen. */
  chosen: ChosenColumn | undefined
}

interface SourceColumn {
  name: string
  samples: readonly string[]
}

/** The columns of a source: the chosen ones first, in their order. Undefined while the text cannot be read. */
export function choicesOf(source: readonly SourceColumn[], text: string): ColumnChoice[] | undefined {
  if (problemOf(() => parseColumns(text))) return undefined
  const chosen = parseColumns(text)
  const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()
  const sampled = (name: string) => source.find((column) => isSame(column.name, name))?.samples ?? []
  return [
    ...chosen.map((column) => ({ name: column.name, samples: sampled(column.name), chosen: column })),
    ...source
      .filter(({ name }) => !chosen.some((column) => isSame(column.name, name)))
      .map((column) => ({ ...column, chosen: undefined })),
  ]
}

/** Chooses one more column, or one less. */
export function toggled(choices: readonly ColumnChoice[], at: number): string {
  return formatColumns(
    choices.flatMap((choice, index) => {
      if (index !== at) return choice.chosen ?? []
      return choice.chosen ? [] : { name: choice.name, newName: undefined }
    }),
  )
}

export function renamed(choices: readonly ColumnChoice[], at: number, newName: string): string {
  return formatColumns(
    choices.flatMap(({ chosen }, index) => {
      if (!chosen) return []
      return index === at ? { name: chosen.name, newName: newName === '' ? undefined : newName } : chosen
    }),
  )
}

/** Exchanges a chosen column with the one before it. */
export function movedUp(choices: readonly ColumnChoice[], at: number): string {
  const chosen = choices.flatMap((choice) => choice.chosen ?? [])
  const [moved] = chosen.splice(at, 1)
  if (moved) chosen.splice(Math.max(0, at - 1), 0, moved)
  return formatColumns(chosen)
}
