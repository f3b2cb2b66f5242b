/** Patterns that can take more than linear time, with what keeps their text short. */
export const cappedPatterns: Readonly<Record<string, string>> = {
  // The embedded provider's formats are not capped yet.
  [String.raw`/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi`]: 'src/emulator/values/date-pattern.ts',
  [String.raw`/\[[^\]]*\]/g`]: 'src/emulator/values/digit-pattern.ts',
  [String.raw`/^((?:"[^"]*"|\\.|[_*].|[^0#?])*?)([0#?][0#?,]*|(?=\.[0#?]))(?:\.([0#?]*))?(,*)(?:E[+-](0+))?((?:.|\n)*)$/i`]:
    'src/emulator/values/digit-pattern.ts',
  '/,+$/': 'src/emulator/values/digit-pattern.ts',
  [String.raw`/\B(?=(\d{3})+$)/g`]: 'src/emulator/values/digit-pattern.ts',
  [String.raw`/"([^"]*)"|\\(.)|_.|\*.|\[[^\]]*\]/g`]: 'src/emulator/values/digit-pattern.ts',
  [String.raw`/\.?0+$/`]: 'src/emulator/values/number-format.ts',
  [String.raw`/^(.*\d)\s+(\d{1,2}:.*)$/`]: 'src/emulator/values/parse-date.ts',
  [String.raw`/^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i`]: 'src/emulator/page/grid/use-write-cell.ts',
}

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
  // Whoever may provoke faults may send any pattern.
  'src/emulator/faults/fault-routes.ts': 'a request',
  'src/emulator/faults/faults.ts': 'a request',
}
