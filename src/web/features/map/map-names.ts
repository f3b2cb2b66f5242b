import { tabIdIn } from '#contract/spreadsheet-link.ts'
import type { MappedFile, MappedTab } from '#domain/chains/file-map.ts'

/** The title of a file, or its ID while the title is unknown. */
export function fileName({ id, name }: Pick<MappedFile<unknown>, 'id' | 'name'>): string {
  return name || id
}

/** An empty name is the first tab, and one that is known by its ID alone has no name yet. */
export function tabName({ name }: Pick<MappedTab<unknown>, 'name'>): string {
  if (name === '') return 'First sheet'
  return tabIdIn(name) === undefined ? name : `Sheet ${tabIdIn(name)}`
}
