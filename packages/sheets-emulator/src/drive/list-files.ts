import type { Query } from '../http/query.ts'
import type { Route } from '../http/route.ts'
import { listSpreadsheets, ROOT_FOLDER, type Spreadsheet } from '../store/spreadsheets.ts'
import { invalidParameter } from './drive-errors.ts'
import { driveParameters } from './drive-parameters.ts'
import { foldersIn, parseFileQuery } from './file-query.ts'
import { fileResource } from './file-resource.ts'
import { fileNotFound, requireFile } from './require-file.ts'

const MAX_PAGE_SIZE = 1000
const DEFAULT_PAGE_SIZE = 100

export const listFiles: Route = {
  operation: 'files.list',
  reply: 'fileList',
  kind: 'read',
  method: 'GET',
  path: /^\/drive\/v3\/files$/,
  query: ['q', 'pageSize', 'pageToken', 'orderBy', 'spaces', 'corpora', 'corpus', 'driveId', ...driveParameters],
  defaultFields: 'kind,incompleteSearch,nextPageToken,files(kind,id,name,mimeType)',
  handle: ({ store }, call) => {
    const { query, canRead } = call
    const search = query.text('q') ?? "name != ''"
    const filter = parseFileQuery(search)
    // Like Drive, treat folders the caller cannot read as missing.
    for (const id of foldersIn(search)) if (id !== ROOT_FOLDER && !canRead(id)) throw fileNotFound('.')
    for (const id of foldersIn(search)) if (id !== ROOT_FOLDER) requireFile(store, id)
    const visible = listSpreadsheets(store).filter((file) => filter(file) && canRead(file.id))
    const files = sortFiles(visible, query.text('orderBy') ?? 'modifiedTime desc')
    const start = readPageToken(query)
    const end = start + readPageSize(query)
    return {
      kind: 'drive#fileList',
      incompleteSearch: false,
      ...(end < files.length && { nextPageToken: Buffer.from(`files:${end}`).toString('base64url') }),
      files: files.slice(start, end).map((file) => fileResource(file, call)),
    }
  },
}

function readPageSize(query: Query): number {
  const text = query.text('pageSize')
  if (text === undefined) return DEFAULT_PAGE_SIZE
  const size = Number(text)
  if (Number.isInteger(size) && size >= 1 && size <= MAX_PAGE_SIZE) return size
  throw invalidParameter('pageSize', `Invalid value '${text}'. Values must be within the range: [1, ${MAX_PAGE_SIZE}]`)
}

function readPageToken(query: Query): number {
  const token = query.text('pageToken')
  if (token === undefined) return 0
  const start = /^files:(\d+)$/.exec(Buffer.from(token, 'base64url').toString())?.[1]
  if (start === undefined) throw invalidParameter('pageToken')
  return Number(start)
}

const naturalOrder = new Intl.Collator('en', { numeric: true })

const sortKeys: Readonly<Record<string, (one: Spreadsheet, other: Spreadsheet) => number>> = {
  name: (one, other) => naturalOrder.compare(one.title, other.title),
  name_natural: (one, other) => naturalOrder.compare(one.title, other.title),
  createdTime: (one, other) => compare(one.createdAt, other.createdAt),
  modifiedTime: (one, other) => compare(one.modifiedAt, other.modifiedAt),
  modifiedByMeTime: (one, other) => compare(one.modifiedAt, other.modifiedAt),
  recency: (one, other) => compare(one.modifiedAt, other.modifiedAt),
  viewedByMeTime: (one, other) => compare(one.viewedAt ?? '', other.viewedAt ?? ''),
  folder: () => 0,
  quotaBytesUsed: () => 0,
  sharedWithMeTime: () => 0,
  starred: (one, other) => Number(one.isStarred) - Number(other.isStarred),
}

/** Sorts by comma-separated keys such as `name` or `modifiedTime desc`, then by ID. */
function sortFiles(files: readonly Spreadsheet[], orderBy: string): Spreadsheet[] {
  const orders = orderBy.split(',').map((text) => {
    const [name = '', direction = 'asc', ...extra] = text.trim().split(/\s+/)
    const order = Object.hasOwn(sortKeys, name) ? sortKeys[name] : undefined
    if (!order || extra.length > 0 || !/^(asc|desc)$/i.test(direction)) throw invalidParameter('orderBy')
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
