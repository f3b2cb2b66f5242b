import type { FoundFile } from '#contract/spreadsheet.ts'
import { linkToFolder } from '#contract/spreadsheet-link.ts'

/** How a task names a file: a spreadsheet by its ID, a folder by its link. */
export function pickedPlace({ id, is_folder }: Pick<FoundFile, 'id' | 'is_folder'>): string {
  return is_folder ? linkToFolder(id) : id
}
