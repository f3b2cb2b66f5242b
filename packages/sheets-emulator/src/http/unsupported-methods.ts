/** Methods of Google's APIs this provider does not have. A test compares them with Google's clients. */
const unsupportedMethods = [
  'GET /v4/spreadsheets/{spreadsheetId}/developerMetadata/{metadataId}',
  'POST /v4/spreadsheets/{spreadsheetId}/developerMetadata:search',
  'POST /v4/spreadsheets/{spreadsheetId}/values:batchClearByDataFilter',
  'POST /v4/spreadsheets/{spreadsheetId}/values:batchGetByDataFilter',
  'POST /v4/spreadsheets/{spreadsheetId}/values:batchUpdateByDataFilter',
  'GET /drive/v3/apps',
  'GET /drive/v3/apps/{appId}',
  'GET /drive/v3/changes',
  'GET /drive/v3/changes/startPageToken',
  'POST /drive/v3/changes/watch',
  'POST /drive/v3/channels/stop',
  'GET /drive/v3/drives',
  'POST /drive/v3/drives',
  'GET /drive/v3/drives/{driveId}',
  'PATCH /drive/v3/drives/{driveId}',
  'DELETE /drive/v3/drives/{driveId}',
  'POST /drive/v3/drives/{driveId}/hide',
  'POST /drive/v3/drives/{driveId}/unhide',
  'POST /upload/drive/v3/files',
  'PATCH /upload/drive/v3/files/{fileId}',
  'GET /drive/v3/files/generateCseToken',
  'GET /drive/v3/files/generateIds',
  'DELETE /drive/v3/files/trash',
  'GET /drive/v3/files/{fileId}/accessproposals',
  'GET /drive/v3/files/{fileId}/accessproposals/{proposalId}',
  'POST /drive/v3/files/{fileId}/accessproposals/{proposalId}:resolve',
  'GET /drive/v3/files/{fileId}/approvals',
  'GET /drive/v3/files/{fileId}/approvals/{approvalId}',
  'POST /drive/v3/files/{fileId}/approvals/{approvalId}:approve',
  'POST /drive/v3/files/{fileId}/approvals/{approvalId}:cancel',
  'POST /drive/v3/files/{fileId}/approvals/{approvalId}:comment',
  'POST /drive/v3/files/{fileId}/approvals/{approvalId}:decline',
  'POST /drive/v3/files/{fileId}/approvals/{approvalId}:reassign',
  'POST /drive/v3/files/{fileId}/approvals:start',
  'POST /drive/v3/files/{fileId}/comments',
  'GET /drive/v3/files/{fileId}/comments/{commentId}',
  'PATCH /drive/v3/files/{fileId}/comments/{commentId}',
  'DELETE /drive/v3/files/{fileId}/comments/{commentId}',
  'GET /drive/v3/files/{fileId}/comments/{commentId}/replies',
  'POST /drive/v3/files/{fileId}/comments/{commentId}/replies',
  'GET /drive/v3/files/{fileId}/comments/{commentId}/replies/{replyId}',
  'PATCH /drive/v3/files/{fileId}/comments/{commentId}/replies/{replyId}',
  'DELETE /drive/v3/files/{fileId}/comments/{commentId}/replies/{replyId}',
  'POST /drive/v3/files/{fileId}/download',
  'GET /drive/v3/files/{fileId}/export',
  'GET /drive/v3/files/{fileId}/listLabels',
  'POST /drive/v3/files/{fileId}/modifyLabels',
  'GET /drive/v3/files/{fileId}/revisions',
  'GET /drive/v3/files/{fileId}/revisions/{revisionId}',
  'PATCH /drive/v3/files/{fileId}/revisions/{revisionId}',
  'DELETE /drive/v3/files/{fileId}/revisions/{revisionId}',
  'POST /drive/v3/files/{fileId}/watch',
  'GET /drive/v3/operations/{name}',
  'GET /drive/v3/teamdrives',
  'POST /drive/v3/teamdrives',
  'GET /drive/v3/teamdrives/{teamDriveId}',
  'PATCH /drive/v3/teamdrives/{teamDriveId}',
  'DELETE /drive/v3/teamdrives/{teamDriveId}',
]

const templates = unsupportedMethods.map((template) => ({ template, parts: template.split('/') }))

/** Finds the unsupported method a request calls, such as `GET /drive/v3/changes`. */
export function unsupportedMethod({ method, path }: { method: string; path: string }): string | undefined {
  const sent = `${method} ${path}`.split('/')
  const isSent = (parts: string[]) =>
    parts.length === sent.length && parts.every((part, index) => isPart(part, sent[index] ?? ''))
  return templates.find(({ parts }) => isSent(parts))?.template
}

/** Whether a part of a path matches the template: `{fileId}` matches any text, `{name}:cancel` any text with this ending. */
function isPart(template: string, sent: string): boolean {
  if (!template.startsWith('{')) return sent === template
  const ending = template.slice(template.indexOf('}') + 1)
  return sent.length > ending.length && sent.endsWith(ending)
}
