/** Why a file cannot be imported as tasks, or null if it can. */
export function taskCsvProblem(file: { readonly name: string; readonly type: string }): string | null {
  const isCsv = file.type === 'text/csv' || file.name.toLowerCase().endsWith('.csv')
  return isCsv ? null : 'Please select a CSV file'
}
