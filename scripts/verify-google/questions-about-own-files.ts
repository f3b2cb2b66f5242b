import { driveFile } from './drive-file.ts'
import type { Question } from './question.ts'
import { versionAfter } from './questions-that-decide.ts'

/** Files that only a person can make, by their IDs. */
export interface OwnFiles {
  /** A spreadsheet that collects the answers of a form. */
  form?: string | undefined
  /** An encrypted file of Excel, or a spreadsheet with client-side encryption. */
  encrypted?: string | undefined
}

const FORM_PAUSE_MS = 60_000

/** Each is asked about a file a person names; without one, the report says how to ask. */
export const questionsAboutOwnFiles: Readonly<Record<keyof OwnFiles, Question>> = {
  form: {
    id: 'form-version',
    question: 'Does the entry of a form raise the version? Please send the form now, within a minute.',
    assumed: 'perhaps not',
    decides: 'Whether the runs of a task whose source collects a form may be skipped.',
    ask: (calls) => versionAfter(calls, () => calls.pause(FORM_PAUSE_MS)),
  },
  encrypted: {
    id: 'encrypted',
    question: 'What do Sheets and Drive answer for an encrypted file?',
    assumed: '400 FAILED_PRECONDITION: This operation is not supported for this document',
    decides: "Whether 'save it as Google Sheets' is the right advice for it.",
    ask: async (calls) => ({
      sheets: await calls.send({ method: 'GET', url: `${calls.root}?fields=properties.title` }),
      drive: await driveFile(calls),
    }),
  },
}
