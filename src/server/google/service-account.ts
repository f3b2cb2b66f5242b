import { readFileSync } from 'node:fs'
import { gaxios, JWT } from 'google-auth-library'
import { z } from 'zod'
import { SHEETS_SCOPE } from '#server/auth/sheets-access.ts'
import type { Account } from './account.ts'
import { explainFailure } from './explain-failure.ts'

const KeyFile = z.object({ client_email: z.string(), private_key: z.string(), project_id: z.string().default('') })

/** @throws Error with the fix, if the file is not a key */
export function readServiceAccount(keyFile: string): Account {
  const key = KeyFile.safeParse(readJson(keyFile))
  if (!key.success) {
    throw new Error(
      `GOOGLE_APPLICATION_CREDENTIALS: ${keyFile} is not a service account key file. ` +
        'Create a JSON key for the service account in the Google Cloud console and set the path of that file.',
    )
  }
  const { client_email: name, private_key, project_id: project } = key.data
  const createClient = () => new JWT({ email: name, key: private_key, scopes: [SHEETS_SCOPE] })
  let client = createClient()
  return {
    name,
    project,
    async authorize() {
      try {
        return Object.fromEntries(await client.getRequestHeaders())
      } catch (error) {
        if (error instanceof gaxios.GaxiosError) throw error
        throw explainFailure({ reason: 'unauthenticated', about: { account: name }, cause: error })
      }
    },
    invalidateToken() {
      client = createClient()
    },
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
