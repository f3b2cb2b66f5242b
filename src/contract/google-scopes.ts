/** Allows reading and writing spreadsheets, and nothing else. */
export const SHEETS_SCOPE = 'https://www.googleapis.com/auth/spreadsheets'
/** Allows reading the names and times of edits of files, but not their contents. */
export const DRIVE_SCOPE = 'https://www.googleapis.com/auth/drive.metadata.readonly'
/** Allows reading and writing picked files only. */
export const DRIVE_FILE_SCOPE = 'https://www.googleapis.com/auth/drive.file'
/** Lets credentials ask for tokens of the service account they impersonate. */
export const CLOUD_SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
/** Scopes for delegation by a Workspace administrator, and for the account of a machine. */
export const INSTALLATION_SCOPES = [SHEETS_SCOPE, DRIVE_SCOPE] as const
