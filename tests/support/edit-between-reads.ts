import type { Google } from '#server/google/google.ts'

type Connects = Pick<Google, 'connect'>

interface Edits {
  /** The spreadsheet to read from. */
  spreadsheetId: string
  /** Called before each read of its values, with the number of earlier reads. */
  edit: (readsBefore: number) => Promise<unknown> | undefined
}

/** Wraps access to spreadsheets to make a person's edits while a run reads. */
export function editBetweenReads<Access extends Connects>(google: Access, { spreadsheetId, edit }: Edits): Access {
  let reads = 0
  return {
    ...google,
    connect(options: Parameters<Connects['connect']>[0]) {
      const client = google.connect(options)
      return {
        ...client,
        async readValues(from) {
          if (from.spreadsheet.id === spreadsheetId) await edit(reads++)
          return await client.readValues(from)
        },
      }
    },
  }
}
