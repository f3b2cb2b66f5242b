import type { Google } from '#server/google/google.ts'

type Connects = Pick<Google, 'connect'>

/** Wraps access to spreadsheets to make a person's edit right before a run's first write. */
export function editBeforeWrite<Access extends Connects>(google: Access, edit: () => Promise<unknown>): Access {
  let edited: Promise<unknown> | undefined
  return editBeforeEachWrite(google, () => (edited ??= edit()))
}

/** Wraps access to spreadsheets to make a person's edit before each write of values. */
export function editBeforeEachWrite<Access extends Connects>(google: Access, edit: () => Promise<unknown>): Access {
  return {
    ...google,
    connect(options: Parameters<Connects['connect']>[0]) {
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
