import type { Google } from '#server/google/google.ts'

/** Access to spreadsheets, with a person's edit right before a run's first write. */
export function editBeforeWrite(google: Google, edit: () => Promise<unknown>): Google {
  let edited: Promise<unknown> | undefined
  return editBeforeEachWrite(google, () => (edited ??= edit()))
}

/** Access to spreadsheets, with a person's edit before each write of values. */
export function editBeforeEachWrite(google: Google, edit: () => Promise<unknown>): Google {
  return {
    ...google,
    connect(options) {
      const client = google.connect(options)
      return {
        ...client,
        async writeValues(values) {
          await edit()
          return await client.writeValues(values)
        },
      }
    },
  }
}
