import { z } from 'zod'
import { addNewSheet } from '../batch-update/add-sheet.ts'
import { notKept } from '../google-error.ts'
import type { Query } from '../http/query.ts'
import { param, type Route } from '../http/route.ts'
import { flag, list, parseMessage, text } from '../messages/proto-fields.ts'
import type { Store } from '../store/open-store.ts'
import { copySheet, listSheets } from '../store/sheets.ts'
import {
  defaultSpreadsheetProperties,
  folderMimeType,
  insertSpreadsheet,
  markSpreadsheet,
  ROOT_FOLDER,
  removeSpreadsheet,
  type Spreadsheet,
  saveSpreadsheet,
  spreadsheetMimeType,
  touchSpreadsheet,
} from '../store/spreadsheets.ts'
import { invalidParameter } from './drive-errors.ts'
import { driveParameters } from './drive-parameters.ts'
import { defaultFileFields, fileResource } from './file-resource.ts'
import { requireFile } from './require-file.ts'

/** A `File` as a client sends it. Like Drive, ignores unknown fields and fields of the server. */
const fileMessage = z.looseObject({
  name: text(),
  mimeType: text(),
  trashed: flag(),
  starred: flag(),
  viewedByMeTime: text(),
  parents: list(z.string()),
})

/** Fields of a file Drive stores and this provider does not. */
const unsupportedFields = [
  'appProperties',
  'contentHints',
  'contentRestrictions',
  'copyRequiresWriterPermission',
  'createdTime',
  'description',
  'downloadRestrictions',
  'folderColorRgb',
  'inheritedPermissionsDisabled',
  'modifiedTime',
  'originalFilename',
  'properties',
  'shortcutDetails',
  'viewersCanCopyContent',
]

/** Parses a file. @throws GoogleError for a field Drive would store and this provider would lose. */
function parseFile(body: unknown): z.infer<typeof fileMessage> {
  const sent = parseMessage(fileMessage, { body })
  for (const field of unsupportedFields) if (sent[field]) throw invalidParameter(field, notKept(field).message)
  return sent
}

/** Sets the star and the time of viewing. @throws GoogleError for an invalid time */
function marked(file: Spreadsheet, { starred, viewedByMeTime }: ReturnType<typeof parseFile>): Spreadsheet {
  const withStar = { ...file, isStarred: starred ?? file.isStarred }
  if (!viewedByMeTime) return withStar
  const atMs = Date.parse(viewedByMeTime)
  if (Number.isNaN(atMs)) throw invalidParameter('viewedByMeTime')
  return { ...withStar, viewedAt: new Date(atMs).toISOString() }
}

/** Finds the folder of a file, its single parent. @throws GoogleError if the parent is no folder. */
function folderIn(store: Store, parents: readonly string[] | undefined): string | undefined {
  const [parent, ...others] = parents ?? []
  if (others.length > 0) throw invalidParameter('parents', 'A file cannot have more than one parent.')
  if (parent !== undefined && parent !== ROOT_FOLDER && requireFile(store, parent).mimeType !== folderMimeType) {
    throw invalidParameter('parents', 'The specified parent is not a folder.')
  }
  return parent
}

/** Office files stay as they are in Drive: the Sheets API refuses them. */
const officeMimeTypes = new Set([
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel',
])

const filePath = '^/drive/v3/files/(?<fileId>[^/]+)'

export const getFile: Route = {
  operation: 'files.get',
  reply: 'file',
  kind: 'read',
  method: 'GET',
  path: new RegExp(`${filePath}$`),
  query: driveParameters,
  defaultFields: defaultFileFields,
  handle: ({ store }, call) => fileResource(requireFile(store, param(call, 'fileId')), call),
}

export const createFile: Route = {
  operation: 'files.create',
  reply: 'file',
  kind: 'write',
  method: 'POST',
  path: /^\/drive\/v3\/files$/,
  query: driveParameters,
  defaultFields: defaultFileFields,
  handle: ({ store, now }, call) => {
    const sent = parseFile(call.body)
    const { name, mimeType, parents } = sent
    const isOffice = mimeType !== undefined && officeMimeTypes.has(mimeType)
    if (mimeType !== spreadsheetMimeType && mimeType !== folderMimeType && !isOffice) {
      throw invalidParameter('mimeType', 'Only spreadsheets and folders can be created.')
    }
    return store.transaction(() => {
      const properties = { ...defaultSpreadsheetProperties, title: name || 'Untitled' }
      const parent = folderIn(store, parents) ?? ROOT_FOLDER
      const file = marked(insertSpreadsheet(store, { ...properties, mimeType, parent, at: now() }), sent)
      markSpreadsheet(store, file)
      if (mimeType === spreadsheetMimeType) addNewSheet(store, { spreadsheetId: file.id, sent: {} })
      return fileResource(file, call)
    })
  },
}

export const updateFile: Route = {
  operation: 'files.update',
  reply: 'file',
  kind: 'write',
  method: 'PATCH',
  path: new RegExp(`${filePath}$`),
  query: ['addParents', 'removeParents', ...driveParameters],
  defaultFields: defaultFileFields,
  handle: ({ store, now }, call) => {
    const sent = parseFile(call.body)
    const file = requireFile(store, param(call, 'fileId'))
    return store.transaction(() => {
      const { title, isTrashed, parent } = file
      const moved = folderIn(store, call.query.text('addParents')?.split(',')) ?? parentWithout(parent, call.query)
      saveSpreadsheet(store, {
        ...file,
        title: sent.name || title,
        isTrashed: sent.trashed ?? isTrashed,
        parent: moved,
      })
      markSpreadsheet(store, marked(file, sent))
      touchSpreadsheet(store, { id: file.id, at: now(), account: call.account })
      return fileResource(requireFile(store, file.id), call)
    })
  },
}

function parentWithout(parent: string, query: Query): string {
  return query.text('removeParents')?.split(',').includes(parent) ? ROOT_FOLDER : parent
}

export const deleteFile: Route = {
  operation: 'files.delete',
  reply: 'nothing',
  kind: 'write',
  method: 'DELETE',
  path: new RegExp(`${filePath}$`),
  query: driveParameters,
  handle: ({ store }, call) => {
    const { id } = requireFile(store, param(call, 'fileId'))
    store.transaction(() => removeSpreadsheet(store, id))
    return undefined
  },
}

export const copyFile: Route = {
  operation: 'files.copy',
  reply: 'file',
  kind: 'write',
  method: 'POST',
  path: new RegExp(`${filePath}/copy$`),
  query: driveParameters,
  defaultFields: defaultFileFields,
  handle: ({ store, now }, call) => {
    const { name, parents } = parseFile(call.body)
    const source = requireFile(store, param(call, 'fileId'))
    return store.transaction(() => {
      const parent = folderIn(store, parents) ?? source.parent
      const copy = insertSpreadsheet(store, { ...source, parent, title: name || `Copy of ${source.title}`, at: now() })
      for (const sheet of listSheets(store, source.id))
        copySheet(store, {
          source: sheet,
          copy: { spreadsheetId: copy.id, sheetId: sheet.sheetId, title: sheet.title, index: sheet.index },
        })
      return fileResource(copy, call)
    })
  },
}

/** Returns an empty list: comments are not supported, but clients ask for them when they copy a file. */
export const listComments: Route = {
  operation: 'comments.list',
  reply: 'comments',
  kind: 'read',
  method: 'GET',
  path: new RegExp(`${filePath}/comments$`),
  query: ['includeDeleted', 'pageSize', 'pageToken', 'startModifiedTime'],
  handle: ({ store }, call) => {
    requireFile(store, param(call, 'fileId'))
    return { kind: 'drive#commentList', comments: [] }
  },
}
