import { columnLetters } from '#domain/copy/a1.ts'
import { type ChosenColumn, formatColumns, parseColumns } from '#domain/shape/chosen-columns.ts'
import { columnFinder } from '#domain/shape/place-columns.ts'
import { catchProblem } from '#domain/shape/quoted-text.ts'

/** A column of the source, or a column that only the text names. */
export interface ColumnChoice {
  /** ID that stays the same while other columns change. */
  id: string
  name: string
  samples: readonly string[]
  isMissing: boolean
  /** Undefined for a column that is not chosen. */
  chosen: ChosenColumn | undefined
}

interface SourceColumn {
  name: string
  samples: readonly string[]
}

/**
 * Lists the columns of a source: the chosen columns first, in their order, then the rest. Empty text chooses all columns.
 * Undefined if the text cannot be read.
 */
export function listChoices(source: readonly SourceColumn[], text: string): ColumnChoice[] | undefined {
  if (catchProblem(() => parseColumns(text))) return undefined
  const chosen = text.trim() === '' ? source.map(({ name }) => chosenAs(name)) : parseColumns(text)
  const find = finderIn(source, chosen)
  const places = chosen.map(({ name }) => find(name))
  const times = new Map<string, number>()
  const rows = chosen.map((column, index) => {
    const found = source[(places[index] ?? 0) - 1]
    const name = found?.name ?? column.name
    const time = times.get(name) ?? 0
    times.set(name, time + 1)
    return { id: buildId(name, time), name, samples: found?.samples ?? [], isMissing: !found, chosen: column }
  })
  const others = source.filter((_, at) => !places.includes(at + 1))
  return [
    ...rows,
    ...others.map((column) => ({ ...column, id: buildId(column.name, 0), isMissing: false, chosen: undefined })),
  ]
}

/** Finds the column that a condition names. */
export function columnNamed<Column extends SourceColumn>(source: readonly Column[], name: string): Column | undefined {
  return source[(finderIn(source, [{ name }])(name) ?? 0) - 1]
}

/** Returns a function that finds columns as a run does. A column without a header is known by its letters. */
function finderIn(source: readonly SourceColumn[], used: readonly { name: string }[]) {
  const header = source.map(({ name }, at) => (name === columnLetters(at + 1) ? null : name))
  return columnFinder(used, { header, columnCount: source.length })
}

/** Builds the ID of a choice. It contains a count, because a column may be chosen several times. */
function buildId(name: string, time: number): string {
  return `${time} ${name}`
}

function chosenAs(name: string): ChosenColumn {
  return { name, newName: undefined }
}

/** Formats the chosen columns as text; empty if no column is chosen. */
function formatChoices(choices: readonly ColumnChoice[]): string {
  return formatColumns(choices.flatMap(({ chosen }) => chosen ?? []))
}

/** Chooses a column, as the last, or removes a chosen column. */
export function toggled(choices: readonly ColumnChoice[], id: string): string {
  const column = choices.find((choice) => choice.id === id)
  const others = choices.filter((choice) => choice.id !== id)
  return formatChoices(column && !column.chosen ? [...others, { ...column, chosen: chosenAs(column.name) }] : others)
}

/** Chooses all remaining columns. */
export function allChosen(choices: readonly ColumnChoice[]): string {
  return formatChoices(choices.map((choice) => ({ ...choice, chosen: choice.chosen ?? chosenAs(choice.name) })))
}

export function renamed(choices: readonly ColumnChoice[], id: string, newName: string): string {
  const as = newName.trim() === '' ? undefined : newName.trim()
  return formatChoices(
    choices.map((choice) => {
      const { chosen } = choice
      return chosen && choice.id === id ? { ...choice, chosen: { name: chosen.name, newName: as } } : choice
    }),
  )
}

/** Sorts the chosen columns in the order of the IDs. */
export function reordered(choices: readonly ColumnChoice[], ids: readonly string[]): string {
  return formatChoices(choices.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)))
}
