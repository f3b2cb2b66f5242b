import type { Google } from '#server/google/google.ts'

/** The same access to spreadsheets, in which people act right before each write of values. */
export function actBeforeWrites(google: Google, act: () => Promise<unknown>): Google {
  return {
    ...google,
    connect(options) {
      const client = google.connect(options)
      return {
        ...client,
        async writeValues(values) {
          await act()
          return await client.writeValues(values)
        },
      }
    },
  }
}
