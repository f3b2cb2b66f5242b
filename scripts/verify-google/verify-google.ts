import { StartError } from '#server/start/start-error.ts'
import { type ApiAccess, type Calls, createCalls, field } from './calls.ts'
import type { Question } from './question.ts'
import { questionAboutQuota, questionsAboutFiles } from './questions-about-files.ts'
import { type OwnFiles, questionsAboutOwnFiles } from './questions-about-own-files.ts'
import { questionsAboutTables } from './questions-about-tables.ts'
import { questionsAboutValues } from './questions-about-values.ts'
import { questionsAboutWrites } from './questions-about-writes.ts'
import { questionsThatDecide } from './questions-that-decide.ts'

interface Options {
  access: ApiAccess
  /** Whether to use up the quota of a minute. */
  withQuota: boolean
  /** The IDs of two empty spreadsheets to use, for accounts that cannot create any. */
  spreadsheetIds: readonly string[]
  ownFiles?: OwnFiles
  progress(line: string): void
}

interface Answer {
  id: string
  question: string
  assumed: string
  decides?: string
  answer: unknown
}

export interface Report {
  askedAt: string
  sheetsUrl: string
  answers: Answer[]
  /** Scratch spreadsheets that could not be deleted. */
  left: string[]
}

const questions: readonly Question[] = [
  ...questionsAboutValues,
  ...questionsAboutWrites,
  ...questionsAboutTables,
  ...questionsAboutFiles,
  ...questionsThatDecide,
]

/** Asks every question in two scratch spreadsheets, which it deletes in the end if it made them. */
export async function verifyGoogle(options: Options): Promise<Report> {
  const { access, spreadsheetIds, ownFiles = {}, withQuota, progress } = options
  const own = spreadsheetIds.length > 0 ? [] : [await createSpreadsheet(access), await createSpreadsheet(access)]
  const [one = '', two = one] = own.length > 0 ? own : spreadsheetIds
  const [calls, other] = [createCalls(access, one), createCalls(access, two)]
  const askedAt = new Date().toISOString()
  const answers: Answer[] = []
  try {
    for (const { ask, ...about } of withQuota ? [...questions, questionAboutQuota] : questions) {
      progress(about.question)
      answers.push({ ...about, answer: await catchFailure(ask, [calls, other]) })
    }
    for (const [kind, { ask, ...about }] of Object.entries(questionsAboutOwnFiles)) {
      const id = ownFiles[kind as keyof OwnFiles]
      if (id !== undefined) progress(about.question)
      const answer =
        id === undefined
          ? { notAsked: `name a file: --${kind} ID` }
          : await catchFailure(ask, [createCalls(access, id), other])
      answers.push({ ...about, answer })
    }
  } finally {
    for (const id of [...own]) if (await deleteSpreadsheet(access, id)) own.splice(own.indexOf(id), 1)
  }
  return { askedAt, sheetsUrl: access.sheetsUrl, answers, left: own }
}

function catchFailure(ask: Question['ask'], [calls, other]: [Calls, Calls]): Promise<unknown> {
  return ask(calls, other).catch((error: unknown) => ({ failed: String(error) }))
}

/** The report as a file to send to others: without addresses of people and accounts. */
export function toFile(report: Report): string {
  const text = JSON.stringify(report, null, 2).replaceAll(/[\w.+-]{1,64}@[\w.-]{1,255}/g, '(an address)')
  return `${text}\n`
}

/** @throws when the account may not create spreadsheets, with what to do instead */
async function createSpreadsheet(access: ApiAccess): Promise<string> {
  const calls = createCalls(access, '')
  const body = { properties: { title: 'Nano Sync asks (delete me)' } }
  const created = await calls.send({ method: 'POST', url: `${access.sheetsUrl}/v4/spreadsheets`, body })
  const id = field(created.body, 'spreadsheetId')
  if (typeof id === 'string') return id
  throw new StartError(
    `This account cannot create spreadsheets: create two empty ones, share them with it as an Editor, and run this again with their IDs. It answered ${JSON.stringify(created)}`,
  )
}

async function deleteSpreadsheet(access: ApiAccess, id: string): Promise<boolean> {
  const url = `${access.driveUrl}/drive/v3/files/${id}`
  const { status } = await createCalls(access, id).send({ method: 'DELETE', url })
  return status === 204 || status === 200
}
