import type { Query } from '../http/query.ts'
import type { Route } from '../http/route.ts'
import { listSpreadsheets } from '../store/spreadsheets.ts'
import { driveParameters } from './drive-parameters.ts'
import { invalidParameter } from './drive-refusals.ts'
import { sortFiles } from './file-order.ts'
import { parseFileQuery } from './file-query.ts'
import { fileResource } from './file-resource.ts'

const maxPageSize = 1000
const defaultPageSize = 100

export const listFiles: Route = {
  operation: 'files.list',
  reply: 'fileList',
  kind: 'read',
  method: 'GET',
  path: /^\/drive\/v3\/files$/,
  query: ['q', 'pageSize', 'pageToken', 'orderBy', 'spaces', 'corpora', 'corpus', 'driveId', ...driveParameters],
  defaultFields: 'kind,incompleteSearch,nextPageToken,files(kind,id,name,mimeType)',
  answer: ({ store }, { query, canRead }) => {
    const filter = parseFileQuery(query.text('q') ?? "name != ''")
    const found = listSpreadsheets(store).filter((file) => filter(file) && canRead(file.id))
    const files = sortFiles(found, query.text('orderBy') ?? 'modifiedTime desc')
    const start = readPageToken(query)
    const end = start + readPageSize(query)
    return {
      kind: 'drive#fileList',
      incompleteSearch: false,
      ...(end < files.length && { nextPageToken: Buffer.from(`files:${end}`).toString('base64url') }),
      files: files.slice(start, end).map(fileResource),
    }
  },
}

function readPageSize(query: Query): number {
  const text = query.text('pageSize')
  if (text === undefined) return defaultPageSize
  const size = Number(text)
  if (Number.isInteger(size) && size >= 1 && size <= maxPageSize) return size
  throw invalidParameter('pageSize', `Invalid value '${text}'. Values must be within the range: [1, ${maxPageSize}]`)
}

function readPageToken(query: Query): number {
  const token = query.text('pageToken')
  if (token === undefined) return 0
  const start = /^files:(\d+)$/.exec(Buffer.from(token, 'base64url').toString())?.[1]
  if (start === undefined) throw invalidParameter('pageToken')
  return Number(start)
}
