interface Named {
  id: number
  name: string
  sourceSheetName: string
  targetSheetName: string
}

/** The name a task goes by when none was given: its source tab, else its target tab, else its number. */
export function taskName({ id, name, sourceSheetName, targetSheetName }: Named): string {
  return name || sourceSheetName || targetSheetName || `Sync Task ${id}`
}
