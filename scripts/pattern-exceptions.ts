/** Patterns that take more than linear time, with the reason why their input is short. */
export const cappedPatterns: Readonly<Record<string, string>> = {}

/** Files that build patterns at runtime, with the parts of these patterns. */
export const builtPatterns: Readonly<Record<string, string>> = {
  'packages/sheets-emulator/src/drive/file-routes.ts': 'constants',
  'packages/sheets-emulator/src/drive/permission-routes.ts': 'constants',
  'packages/sheets-emulator/src/sheets/spreadsheet-routes.ts': 'constants',
  'packages/sheets-emulator/src/sheets/values-append-route.ts': 'constants',
  'packages/sheets-emulator/src/sheets/values-clear-routes.ts': 'constants',
  'packages/sheets-emulator/src/sheets/values-read-routes.ts': 'constants',
  'packages/sheets-emulator/src/sheets/values-write-routes.ts': 'constants',
  'packages/sheets-emulator/src/values/parse-date.ts': 'constants',
}
