import { z } from 'zod'
import { addNewSheet } from '../batch-update/add-sheet.ts'
import { notKept } from '../google-error.ts'
import { param, type Route } from '../http/route.ts'
import { flag, list, parseMessage, text } from '../messages/proto-fields.ts'
import { copySheet, listSheets } from '../store/sheets.ts'
import {
  defaultSpreadsheetProperties,
  insertSpreadsheet,
  markSpreadsheet,
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

/** A `File` as a client sends it. Like Drive, ignores unknown fields and those that only the server sets. */
const fileMessage = z.looseObject({
  name: text(),
  mimeType: text(),
  trashed: flag(),
  starred: flag(),
  viewedByMeTime: text(),
  parents: list(z.string()),
})

/** Fields of a file that Drive stores and this provider does not. */
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

/** @throws GoogleError for a field that would be lost. */
function parseFile(body: unknown): z.infer<typeof fileMessage> {
  const sent = parseMessage(fileMessage, { body })
  if (sent.parents?.some((parent) => parent !== 'root')) throw invalidParameter('parents', notKept('folders').message)
  for (const field of unsupportedFields) if (sent[field]) throw invalidParameter(field, notKept(field).message)
  return sent
}

/** @throws GoogleError for a time that is none */
function marked(file: Spreadsheet, { starred, viewedByMeTime }: ReturnType<typeof parseFile>): Spreadsheet {
  const withStar = { ...file, isStarred: starred ?? file.isStarred }
  if (!viewedByMeTime) return withStar
  const atMs = Date.parse(viewedByMeTime)
  if (Number.isNaN(atMs)) throw invalidParameter('viewedByMeTime')
  return { ...withStar, viewedAt: new Date(atMs).toISOString() }
}

/** Drive keeps Office files as they are: the Sheets API refuses them. */
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
    const { name, mimeType } = sent
    const isOffice = mimeType !== undefined && officeMimeTypes.has(mimeType)
    if (mimeType !== spreadsheetMimeType && !isOffice) {
      throw invalidParameter('mimeType', 'Only spreadsheets can be created.')
    }
    return store.transaction(() => {
      const properties = { ...defaultSpreadsheetProperties, title: name || 'Untitled' }
      const file = marked(insertSpreadsheet(store, { ...properties, mimeType, at: now() }), sent)
      markSpreadsheet(store, file)
      if (!isOffice) addNewSheet(store, { spreadsheetId: file.id, sent: {} })
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
      saveSpreadsheet(store, { ...file, title: sent.name || file.title, isTrashed: sent.trashed ?? file.isTrashed })
      markSpreadsheet(store, marked(file, sent))
      touchSpreadsheet(store, { id: file.id, at: now(), account: call.account })
      return fileResource(requireFile(store, file.id), call)
    })
  },
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
    const { name } = parseFile(call.body)
    const source = requireFile(store, param(call, 'fileId'))
    return store.transaction(() => {
      const copy = insertSpreadsheet(store, { ...source, title: name || `Copy of ${source.title}`, at: now() })
      for (const sheet of listSheets(store, source.id))
        copySheet(store, {
          source: sheet,
          copy: { spreadsheetId: copy.id, sheetId: sheet.sheetId, title: sheet.title, index: sheet.index },
        })
      return fileResource(copy, call)
    })
  },
}

/** Always empty: comments are not supported, but clients that copy a file ask for them. */
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
