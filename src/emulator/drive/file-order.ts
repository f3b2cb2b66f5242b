import type { Spreadsheet } from '../store/spreadsheets.ts'
import { invalidParameter } from './drive-refusals.ts'

const natural = new Intl.Collator('en', { numeric: true })

const keys: Readonly<Record<string, (one: Spreadsheet, other: Spreadsheet) => number>> = {
  name: (one, other) => natural.compare(one.title, other.title),
  name_natural: (one, other) => natural.compare(one.title, other.title),
  createdTime: (one, other) => compare(one.createdAt, other.createdAt),
  modifiedTime: (one, other) => compare(one.modifiedAt, other.modifiedAt),
  modifiedByMeTime: (one, other) => compare(one.modifiedAt, other.modifiedAt),
  recency: (one, other) => compare(one.modifiedAt, other.modifiedAt),
  viewedByMeTime: (one, other) => compare(one.modifiedAt, other.modifiedAt),
  folder: () => 0,
  quotaBytesUsed: () => 0,
  sharedWithMeTime: () => 0,
  starred: () => 0,
}

/** Sorts by keys such as `name` or `modifiedTime desc`, comma-separated; equal files stay in a fixed order by id. */
export function sortFiles(files: readonly Spreadsheet[], orderBy: string): Spreadsheet[] {
  const orders = orderBy.split(',').map((text) => {
    const [name = '', direction = 'asc', ...rest] = text.trim().split(/\s+/)
    const order = Object.hasOwn(keys, name) ? keys[name] : undefined
    if (!order || rest.length > 0 || !/^(asc|desc)$/i.test(direction)) throw invalidParameter('orderBy')
    return direction.toLowerCase() === 'desc' ? (one: Spreadsheet, other: Spreadsheet) => order(other, one) : order
  })
  return files.toSorted((one, other) => {
    for (const order of orders) {
      const difference = order(one, other)
      if (difference !== 0) return difference
    }
    return compare(one.id, other.id)
  })
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
