/** Allows reading and writing spreadsheets, and nothing else. */
export const SHEETS_SCOPE = 'https://www.googleapis.com/auth/spreadsheets'
/** Allows asking Drive when a file was edited and what it is called, but not what it holds. */
export const DRIVE_SCOPE = 'https://www.googleapis.com/auth/drive.metadata.readonly'
/** Allows reading and writing the files that a person picked, and no others. */
export const DRIVE_FILE_SCOPE = 'https://www.googleapis.com/auth/drive.file'
/** Lets credentials ask for tokens of the service account that they impersonate. */
export const CLOUD_SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
/** The scopes that a Workspace administrator allows, and that a machine needs. */
export const INSTALLATION_SCOPES = [SHEETS_SCOPE, DRIVE_SCOPE] as const
