/** Patterns that can take more than linear time, with what keeps their text short. */
export const cappedPatterns: Readonly<Record<string, string>> = {}

/** Files that build patterns while they run, with what they are built from. */
export const builtPatterns: Readonly<Record<string, string>> = {
  'src/emulator/drive/file-routes.ts': 'constants',
  'src/emulator/drive/permission-routes.ts': 'constants',
  'src/emulator/sheets/spreadsheet-routes.ts': 'constants',
  'src/emulator/sheets/values-append-route.ts': 'constants',
  'src/emulator/sheets/values-clear-routes.ts': 'constants',
  'src/emulator/sheets/values-read-routes.ts': 'constants',
  'src/emulator/sheets/values-write-routes.ts': 'constants',
  'src/emulator/values/parse-date.ts': 'constants',
}
