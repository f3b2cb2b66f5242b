import type { Call } from '../http/route.ts'
import type { Spreadsheet } from '../store/spreadsheets.ts'

/** The `File` message as the caller sees it. `version` is a 64-bit number, which Google's APIs write as a string. */
export function fileResource(
  file: Spreadsheet,
  { canWrite, formatPageUrl, account }: Pick<Call, 'canWrite' | 'formatPageUrl' | 'account'>,
): object {
  const { id, title, mimeType, parent, version, createdAt, modifiedAt, modifiedBy, isTrashed, isStarred, viewedAt } =
    file
  const canEdit = canWrite(id)
  return {
    kind: 'drive#file',
    id,
    name: title,
    mimeType,
    starred: isStarred,
    trashed: isTrashed,
    explicitlyTrashed: isTrashed,
    parents: [parent],
    spaces: ['drive'],
    version: String(version),
    webViewLink: formatPageUrl(id),
    createdTime: createdAt,
    modifiedTime: modifiedAt,
    // Like Drive, omit the user after a change by an anonymous caller.
    ...(modifiedBy !== undefined && {
      lastModifyingUser: {
        kind: 'drive#user',
        displayName: modifiedBy,
        me: modifiedBy === account,
        emailAddress: modifiedBy,
      },
    }),
    viewedByMe: viewedAt !== undefined,
    ...(viewedAt !== undefined && { viewedByMeTime: viewedAt }),
    ownedByMe: true,
    capabilities: { canCopy: true, canDownload: true, canEdit, canModifyContent: canEdit, canRename: canEdit },
    shared: false,
    size: '1024',
    quotaBytesUsed: '1024',
  }
}

export const defaultFileFields = 'kind,id,name,mimeType'
