import type { Google } from '#server/google/google.ts'

/** Access to spreadsheets in which a person edits right before a run writes for the first time. */
export function editBeforeWrite(google: Google, edit: () => Promise<unknown>): Google {
  let edited: Promise<unknown> | undefined
  return editBeforeEachWrite(google, () => (edited ??= edit()))
}

/** Access to spreadsheets in which a person edits before each write of values. */
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
