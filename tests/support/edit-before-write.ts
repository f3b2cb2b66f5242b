import type { Google } from '#server/google/google.ts'

/** The same access to spreadsheets, in which a person edits one of them right before a run writes to it for the first time. */
export function editBeforeWrite(google: Google, edit: () => Promise<unknown>): Google {
  let edited: Promise<unknown> | undefined
  const onWriting = () => (edited ??= edit())
  return {
    ...google,
    connect(options) {
      const client = google.connect(options)
      return {
        ...client,
        async writeValues(values) {
          await onWriting()
          return await client.writeValues(values)
        },
        async moveCells(moves) {
          await onWriting()
          return await client.moveCells(moves)
        },
      }
    },
  }
}
